import MotionTypes
import SensorFusion
import Testing

@Suite("Tilt without a gyroscope")
struct TiltEstimatorTests {
    @Test("a device at rest has its tilt from the first sample on, lying face up the identity")
    func rest() throws {
        var estimator = TiltEstimator()
        let flat = try required(estimator.update(accelerometer: Vector3(0, 0, -1), at: 0))
        #expect(flat.attitude.angle(to: .identity) < 1e-12 && flat.userAcceleration.length < 1e-12)
        let pose = EulerAngles(roll: 0.3, pitch: 0.8, yaw: 0).quaternion
        var tilted = TiltEstimator()
        let motion = try required(tilted.update(accelerometer: pose.gravity * 1.01, at: 0))
        #expect(motion.gravity.angle(to: pose.gravity) < 1e-12 && abs(motion.userAcceleration.length - 0.01) < 1e-12)
        #expect(motion.components == [.attitude, .gravity, .userAcceleration])
    }

    @Test("a turn is followed within its time constant, without a jump in yaw")
    func turn() throws {
        var estimator = TiltEstimator(smoothing: 0.5)
        var last: DeviceMotion?
        for step in 0...500 {
            let time = Double(step) / 100
            let pitch = time < 1 ? 0 : 0.7
            let gravity = EulerAngles(roll: 0, pitch: pitch, yaw: 0).quaternion.gravity
            last = estimator.update(accelerometer: gravity, at: time)
            if time > 4 { #expect(abs(last!.attitude.gravity.angle(to: gravity)) < 0.003) }
        }
        #expect(abs(EulerAngles(last!.attitude).yaw) < 1e-9)
    }

    @Test("samples that are not finite, huge or late are passed over")
    func faults() {
        var estimator = TiltEstimator()
        _ = estimator.update(accelerometer: Vector3(0, -1, 0), at: 1)
        #expect(estimator.update(accelerometer: Vector3(.nan, 0, 0), at: 1.1) == nil)
        #expect(estimator.update(accelerometer: Vector3(1e9, 0, 0), at: 1.1) == nil)
        #expect(estimator.update(accelerometer: Vector3(0, -1, 0), at: 0.5) == nil)
        #expect(estimator.update(accelerometer: Vector3(0, -1, 0), at: .infinity) == nil)
        #expect(abs((estimator.update(accelerometer: Vector3(0, -1, 0), at: 1.1)?.gravity.y ?? 0) + 1) < 1e-12)
        var zero = TiltEstimator()
        #expect(zero.update(accelerometer: .zero, at: 0)?.attitude.isFinite == true)
    }

    @Test("what limits the fusion is told")
    func conditions() {
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        #expect(fusion.conditions == .notStarted)
        let path = SyntheticMotion.rest(.identity)
        path.run(&fusion, duration: 0.5)
        #expect(fusion.conditions == [.biasUnsure, .headingMissing])
        path.run(&fusion, duration: 0.5)
        var other = SensorFusion(frame: .xMagneticNorthZVertical)
        path.run(&other, duration: 10, magnetometer: true)
        #expect(other.conditions == .atRest)
        for step in 1...100 { _ = other.update(gyroscope: .zero, at: 10 + Double(step) / 100) }
        #expect(other.conditions.contains(.accelerationMissing))
    }
}
