import MotionTypes
import SensorFusion
import Testing

@Suite("Faulty input")
struct FaultTests {
    /// Values that a broken sensor, driver or file can give.
    static let wild: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, 1e300, -1e300, .greatestFiniteMagnitude, 1e9,
        -4e4, 199, 999, 1e5,
    ]

    static func isSound(_ motion: DeviceMotion) -> Bool {
        motion.attitude.isFinite && abs(motion.attitude.lengthSquared - 1) < 1e-9 && motion.rotationRate.isFinite
            && motion.gravity.isFinite && motion.userAcceleration.isFinite && motion.magneticField.isFinite
            && (motion.heading == -1 || (0..<360).contains(motion.heading))
    }

    @Test("whatever comes in, finite unit attitudes come out", arguments: 0..<40 as Range<UInt64>)
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let frame = ReferenceFrame.allCases[Int(seed % 4)]
        let path = SyntheticMotion.waving(from: .random(using: &generator))
        var fusion = SensorFusion(frame: frame)
        var time = 0.0
        var unsound = 0
        func broken(_ value: Double) -> Double {
            Int.random(in: 0..<30, using: &generator) == 0 ? Self.wild.randomElement(using: &generator)! : value
        }
        func broken(_ v: Vector3) -> Vector3 { Vector3(broken(v.x), broken(v.y), broken(v.z)) }
        for _ in 0..<1500 {
            let previous = time
            switch Int.random(in: 0..<100, using: &generator) {
            case 0: time += 0.5
            case 1: time -= 0.3
            case 2: time += 100
            case 3: break
            default: time += 0.01
            }
            let stamp = Int.random(in: 0..<200, using: &generator) == 0 ? broken(time * 7) : time
            let now = path.attitude(time)
            if Bool.random(using: &generator) {
                fusion.update(magnetometer: broken(now.unrotate(path.earth)), at: stamp)
            }
            if Bool.random(using: &generator) { fusion.update(accelerometer: broken(now.gravity), at: stamp) }
            let turn = (path.attitude(previous).conjugate * now).rotationVector / max(0.01, time - previous)
            if let motion = fusion.update(gyroscope: broken(turn), at: stamp), !Self.isSound(motion) { unsound += 1 }
        }
        #expect(unsound == 0)
        #expect(fusion.gyroscopeBias.value.isFinite && fusion.gyroscopeBias.standardDeviation.isFinite)
        #expect(fusion.inclinationUncertainty.isFinite)
        // And it comes back: a clock that was set, then half a minute of sound samples.
        var end = 1.0
        for step in 0...3000 {
            let now = 1e6 + Double(step) / 100
            guard let motion = path.feed(&fusion, at: now, since: now - 0.01) else { continue }
            end = motion.gravity.angle(to: path.attitude(now).gravity)
        }
        #expect(end < 0.05)
    }

    @Test("samples that are not numbers count as not come")
    func notANumber() throws {
        let path = SyntheticMotion.waving()
        var clean = SensorFusion()
        var dirty = SensorFusion()
        for step in 0...500 {
            let time = Double(step) / 100
            let expected = path.feed(&clean, at: time, since: max(0, time - 0.01))
            dirty.update(accelerometer: Vector3(.nan, 0, 0), at: time)
            dirty.update(accelerometer: Vector3(0, 0, -1), at: .nan)
            let infinite = dirty.update(gyroscope: Vector3(0, .infinity, 0), at: time)
            let never = dirty.update(gyroscope: .zero, at: .infinity)
            #expect(infinite == nil && never == nil)
            let found = path.feed(&dirty, at: time, since: max(0, time - 0.01))
            #expect(found == expected)
        }
    }

    @Test("a sample of the same time changes nothing, one from before is ignored")
    func repeated() throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion()
        let last = try required(path.run(&fusion, duration: 3))
        let again = try required(fusion.update(gyroscope: Vector3(1, 2, 3), at: 3))
        #expect(again.attitude == last.attitude)
        #expect(again.rotationRate == Vector3(1, 2, 3) - fusion.gyroscopeBias.value)
        let late = fusion.update(gyroscope: Vector3(1, 2, 3), at: 2.5)
        #expect(late == nil)
        let next = try required(path.feed(&fusion, at: 3.01, since: 3))
        #expect(next.attitude.angle(to: last.attitude) < 0.05)
    }

    @Test("a clock that was set back is followed")
    func clockSetBack() throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion()
        path.run(&fusion, duration: 100)
        let motion = try required(path.run(&fusion, duration: 5))
        #expect(motion.timestamp == 5)
        #expect(motion.gravity.angle(to: path.attitude(5).gravity) < 0.02)
    }

    @Test("a gap within a turn is bridged and the tilt found again", arguments: [0.3, 2, 20])
    func gap(length: Double) throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion()
        path.run(&fusion, duration: 5)
        let before = fusion.inclinationUncertainty
        _ = path.feed(&fusion, at: 5 + length, since: 5 + length - 0.01)
        _ = path.feed(&fusion, at: 5 + length + 0.11, since: 5 + length + 0.1)
        #expect(fusion.inclinationUncertainty > before)
        var end = 1.0
        for step in 1...1000 {
            let time = 5.2 + length + Double(step) / 100
            let motion = try required(path.feed(&fusion, at: time, since: time - 0.01))
            end = motion.gravity.angle(to: path.attitude(time).gravity)
        }
        #expect(end < 1 * Units.radiansPerDegree)
    }

    @Test("after more than a minute the attitude starts anew and the bias is kept")
    func longGap() throws {
        var path = SyntheticMotion.rest(.identity)
        path.bias = Vector3(0.03, 0.02, -0.05)
        var fusion = SensorFusion()
        path.run(&fusion, duration: 10)
        let known = fusion.gyroscopeBias.value
        let upright = SyntheticMotion.rest(EulerAngles(roll: 0, pitch: 1.2, yaw: 0).quaternion)
        _ = upright.feed(&fusion, at: 80, since: 80)
        let motion = try required(upright.feed(&fusion, at: 80.01, since: 80))
        #expect(motion.gravity.angle(to: upright.attitude(0).gravity) < 1e-9)
        #expect(fusion.gyroscopeBias.value == known)
    }

    @Test("without an accelerometer the attitude is only predicted, and says so")
    func silentAccelerometer() throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion()
        path.run(&fusion, duration: 10)
        let before = fusion.inclinationUncertainty
        var error = 0.0
        for step in 1...2000 {
            let time = 10 + Double(step) / 100
            let turn = (path.attitude(time - 0.01).conjugate * path.attitude(time)).rotationVector * 100
            let motion = try required(fusion.update(gyroscope: turn, at: time))
            error = motion.gravity.angle(to: path.attitude(time).gravity)
        }
        #expect(fusion.inclinationUncertainty > before)
        #expect(error < 0.01)
    }

    @Test("a saturated gyroscope spoils the tilt for seconds only")
    func saturation() throws {
        let limit = 2.0
        let path = SyntheticMotion(attitude: {
            Quaternion(rotationVector: Vector3(0, $0 < 5 ? 0 : $0 < 5.5 ? 6 * ($0 - 5) : 3, 0))
        })
        var fusion = SensorFusion()
        var end = 1.0
        for step in 0...2000 {
            let time = Double(step) / 100
            let now = path.attitude(time)
            let turn = (path.attitude(max(0, time - 0.01)).conjugate * now).rotationVector * 100
            fusion.update(accelerometer: now.gravity, at: time)
            let clipped = Vector3(turn.x, max(-limit, min(limit, turn.y)), turn.z)
            end = try required(fusion.update(gyroscope: clipped, at: time)).gravity.angle(to: now.gravity)
        }
        #expect(end < 2 * Units.radiansPerDegree)
    }
}
