import MotionTypes
import SensorFusion
import Testing

@Suite("Noise-free turns")
struct ConstantSpinTests {
    static let rates: [Vector3] = [
        Vector3(1, 0, 0), Vector3(0, -2, 0), Vector3(0, 0, 3), Vector3(0.6, -0.4, 0.5), Vector3(-4, 5, 6),
    ]

    @Test("a constant spin is followed to a microradian at every rate", arguments: rates, [10.0, 100, 333, 1000])
    func constantSpin(spin: Vector3, rate: Double) throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3 {
            let start = Quaternion.random(using: &generator)
            let path = SyntheticMotion.spin(spin, from: start)
            var fusion = SensorFusion()
            let first = try required(path.feed(&fusion, at: 0, since: 0))
            let frame = first.attitude * start.conjugate
            var worst = 0.0
            for step in 1...Int(8 * rate) {
                let time = Double(step) / rate
                let motion = try required(path.feed(&fusion, at: time, since: Double(step - 1) / rate))
                worst = max(worst, motion.attitude.angle(to: frame * path.attitude(time)))
            }
            #expect(worst < 1e-6)
        }
    }

    @Test("irregular steps change nothing")
    func irregularSteps() throws {
        var generator = SeededGenerator(seed: 2)
        let start = Quaternion.random(using: &generator)
        let path = SyntheticMotion.waving(from: start)
        var fusion = SensorFusion()
        let first = try required(path.feed(&fusion, at: 0, since: 0))
        let frame = first.attitude * path.attitude(0).conjugate
        var time = 0.0
        while time < 10 {
            let previous = time
            time += Double.random(in: 0.001...0.02, using: &generator)
            let motion = try required(path.feed(&fusion, at: time, since: previous))
            #expect(motion.attitude.angle(to: frame * path.attitude(time)) < 1e-6)
        }
    }

    @Test("rotation rate, gravity and user acceleration add up to the raw values exactly")
    func decomposition() throws {
        var path = SyntheticMotion.waving()
        path.bias = Vector3(0.02, -0.01, 0.03)
        var fusion = SensorFusion()
        path.run(&fusion, duration: 5)
        let acceleration = Vector3(0.1, -0.3, -0.9)
        fusion.update(accelerometer: acceleration, at: 5.005)
        let rate = Vector3(0.4, 0.5, -0.6)
        let motion = try required(fusion.update(gyroscope: rate, at: 5.01))
        #expect(motion.rotationRate == rate - fusion.gyroscopeBias.value)
        #expect(motion.userAcceleration == acceleration - motion.gravity)
        #expect(motion.gravity == motion.attitude.gravity)
        #expect(abs(motion.gravity.length - 1) < 1e-14)
        #expect(motion.timestamp == 5.01)
        #expect(motion.components.isSuperset(of: [.attitude, .rotationRate, .gravity, .userAcceleration]))
        #expect(!motion.components.contains(.angles))
    }

    @Test("there is no device motion before the first acceleration")
    func waitsForAcceleration() {
        var fusion = SensorFusion()
        var results = [fusion.update(gyroscope: .zero, at: 0)]
        fusion.update(magnetometer: Vector3(20, 0, -43), at: 0.005)
        results.append(fusion.update(gyroscope: .zero, at: 0.01))
        fusion.update(accelerometer: Vector3(0, 0, -1), at: 0.015)
        results.append(fusion.update(gyroscope: .zero, at: 0.02))
        results.append(fusion.update(SensorSample(.accelerometer, timestamp: 0.03, value: Vector3(0, 0, -1))))
        results.append(fusion.update(SensorSample(.gyroscope, timestamp: 0.03, value: .zero)))
        #expect(results.map { $0?.timestamp } == [nil, nil, 0.02, nil, 0.03])
    }
}
