import MotionRecognition
import MotionSources
import MotionTypes
import Testing

@Suite("The orientation detector")
struct OrientationDetectorTests {
    /// Gravity (G) of a device whose screen is turned by `angle` and leans back by `lean`, in degrees.
    private func gravity(_ angle: Double, lean: Double = 0) -> Vector3 {
        let (phi, tilt) = (angle * Units.radiansPerDegree, lean * Units.radiansPerDegree)
        let share = PlatformMath.cosine(tilt)
        return -Vector3(share * PlatformMath.sine(phi), share * PlatformMath.cosine(phi), PlatformMath.sine(tilt))
    }

    /// Holds a pose for some seconds.
    private func hold(
        _ detector: inout OrientationDetector, _ gravity: Vector3, from start: Double, seconds: Double = 1,
        rate: Double = 100
    ) -> Double {
        var time = start
        while time < start + seconds {
            detector.update(gravity: gravity, at: time)
            time += 1 / rate
        }
        return time
    }

    @Test(
        "the poses have UIKit's names at every lean",
        arguments: [
            (0.0, DeviceOrientation.portrait), (90, .landscapeLeft), (180, .portraitUpsideDown),
            (-90, .landscapeRight),
        ], [-70.0, -30, 0, 30, 65, 70])
    func poses(pose: (angle: Double, orientation: DeviceOrientation), lean: Double) {
        var detector = OrientationDetector()
        _ = hold(&detector, gravity(pose.angle, lean: lean), from: 0)
        #expect(detector.reading.orientation == pose.orientation && detector.reading.planar == pose.orientation)
        #expect(abs(PlatformMath.wrapped(detector.reading.screenAngle - pose.angle * Units.radiansPerDegree)) < 1e-9)
        #expect(abs(detector.reading.lean - lean * Units.radiansPerDegree) < 1e-9)
    }

    @Test("gravity along -x is landscape left, whose buttons are turned by +π/2")
    func signs() {
        var detector = OrientationDetector()
        _ = hold(&detector, Vector3(-1, 0, 0), from: 0)
        #expect(detector.reading.orientation == .landscapeLeft)
        #expect(detector.reading.orientation.interfaceAngle == .pi / 2)
        #expect(DeviceOrientation.landscapeRight.interfaceAngle == -.pi / 2)
    }

    @Test("the first determination is quick near an orientation and waits halfway between two and nearly flat")
    func firstDetermination() {
        func delay(_ gravity: Vector3) -> Double {
            var detector = OrientationDetector()
            var time = 0.0
            while detector.reading.planar == .unknown, time < 5 {
                detector.update(gravity: gravity, at: time)
                time += 0.01
            }
            return time
        }
        #expect(abs(delay(gravity(0)) - 0.12) < 0.015 && abs(delay(gravity(100, lean: 60)) - 0.12) < 0.015)
        #expect(abs(delay(gravity(44)) - 0.49) < 0.03)
        #expect(delay(gravity(90, lean: 79)) > 0.3)
        #expect(delay(gravity(90, lean: 81)) >= 5)
    }

    @Test("lying flat has names of its own and keeps the planar orientation")
    func flat() {
        var detector = OrientationDetector()
        var time = hold(&detector, gravity(90), from: 0)
        time = hold(&detector, gravity(0, lean: 85), from: time)
        #expect(detector.reading.orientation == .faceUp && detector.reading.planar == .landscapeLeft)
        time = hold(&detector, gravity(0, lean: 76), from: time)
        #expect(detector.reading.orientation == .faceUp)
        time = hold(&detector, gravity(90, lean: 60), from: time)
        #expect(detector.reading.orientation == .landscapeLeft)
        time = hold(&detector, gravity(90, lean: -85), from: time)
        #expect(detector.reading.orientation == .faceDown && detector.reading.planar == .landscapeLeft)
    }

    @Test("out and back differ by at least 20 degrees, at every lean within 5", arguments: [0.0, 30, 50, 65])
    func hysteresis(lean: Double) {
        var detector = OrientationDetector()
        var time = hold(&detector, gravity(0, lean: lean), from: 0)
        func switchAngle(_ angles: StrideThrough<Double>, to orientation: DeviceOrientation) -> Double? {
            for angle in angles {
                time = hold(&detector, gravity(angle, lean: lean), from: time, seconds: 0.1)
                if detector.reading.planar == orientation { return angle }
            }
            return nil
        }
        let out = switchAngle(stride(from: 20, through: 90, by: 0.5), to: .landscapeLeft) ?? .nan
        let back = switchAngle(stride(from: 70, through: 0, by: -0.5), to: .portrait) ?? .nan
        #expect(out - back >= 20, "\(out) \(back)")
        #expect(abs(out - 62) <= 2.5 && abs(back - 28) <= 2.5, "\(out) \(back)")
    }

    @Test("rocking about the limit of lying flat does not flicker, and turning over goes from one side to the other")
    func flatIsSteady() {
        var detector = OrientationDetector()
        var changes: [DeviceOrientation] = []
        func feed(_ lean: Double, _ time: Double) {
            let orientation = detector.update(gravity: gravity(0, lean: lean), at: time).orientation
            if changes.last != orientation { changes.append(orientation) }
        }
        for step in 0..<6000 {
            let time = Double(step) / 100
            feed(75 + 10 * PlatformMath.sine(2 * .pi * 0.9 * time), time)
        }
        #expect(changes.count <= 4, "\(changes)")
        changes = []
        for step in 0..<100 { feed(88, 60 + Double(step) / 100) }
        for step in 0..<25 { feed(88 - 176 * Double(step) / 25, 61 + Double(step) / 100) }
        for step in 0..<100 { feed(-88, 61.25 + Double(step) / 100) }
        #expect(changes.suffix(2) == [.faceUp, .faceDown], "\(changes)")
    }

    @Test("a device that is picked up from a table stays face up until its planar orientation is known")
    func pickedUp() {
        var detector = OrientationDetector()
        var seen: Set<DeviceOrientation> = []
        for step in 0..<400 {
            let time = Double(step) / 100
            let lean = 88 - 60 * min(1, max(0, time - 1) / 0.3)
            let orientation = detector.update(gravity: gravity(44, lean: lean), at: time).orientation
            if time > 0.6 { seen.insert(orientation) }
        }
        #expect(seen == [.faceUp, .portrait])
    }

    @Test("a single huge acceleration does not switch the check of gravity off")
    func hugeAcceleration() {
        var detector = OrientationDetector()
        for step in 0..<600 {
            let time = Double(step) / 100
            // From 2 s on gravity is lost, while the accelerometer shows landscape left.
            let acceleration = step == 100 ? Vector3(1e160, 0, 0) : gravity(time < 2 ? 0 : 90)
            detector.update(gravity: gravity(0), acceleration: acceleration, at: time)
        }
        #expect(detector.reading.planar == .landscapeLeft)
    }

    @Test("free fall changes nothing, however long")
    func freeFall() {
        var detector = OrientationDetector()
        let time = hold(&detector, gravity(90), from: 0)
        _ = hold(&detector, Vector3(0, 0.05, 0.05), from: time, seconds: 20)
        #expect(detector.reading.orientation == .landscapeLeft)
    }

    @Test("UIKit's questions have UIKit's answers")
    func questions() {
        #expect(DeviceOrientation.allCases.filter(\.isPortrait) == [.portrait, .portraitUpsideDown])
        #expect(DeviceOrientation.allCases.filter(\.isLandscape) == [.landscapeLeft, .landscapeRight])
        #expect(DeviceOrientation.allCases.filter(\.isFlat) == [.faceUp, .faceDown])
        #expect(DeviceOrientation.allCases.count(where: \.isValidInterfaceOrientation) == 4)
    }

    @Test("held at 45 degrees with a tremor it stays what it was", arguments: [0.0, 50, 65])
    func tremor(lean: Double) {
        var detector = OrientationDetector()
        var random = SimulatorRandom(seed: 3, stream: 1)
        var time = hold(&detector, gravity(0, lean: lean), from: 0)
        for _ in 0..<30_000 {
            let angle = 45 + 3 * PlatformMath.sine(2 * .pi * 9 * time) + 2 * random.normal()
            detector.update(gravity: gravity(angle, lean: lean), at: time)
            #expect(detector.reading.orientation == .portrait)
            time += 0.01
        }
    }

    @Test("zeros and what is not finite change nothing; a second of it is unknown")
    func unusable() {
        var detector = OrientationDetector()
        var time = hold(&detector, gravity(0), from: 0)
        for vector in [Vector3(0.1, 0, 0), .zero, Vector3(.nan, 0, 0), Vector3(.infinity, 0, 0), Vector3(1e300, 0, 0)] {
            for _ in 0..<50 {
                detector.update(gravity: vector, at: time)
                time += 0.01
            }
            #expect(detector.reading.orientation == .portrait)
            time = hold(&detector, gravity(0), from: time)
        }
        for _ in 0..<150 {
            detector.update(gravity: .zero, at: time)
            time += 0.01
        }
        #expect(detector.reading.orientation == .unknown && detector.reading.planar == .unknown)
        detector.update(gravity: gravity(0), at: .nan)
        _ = hold(&detector, gravity(-90), from: time)
        #expect(detector.reading.orientation == .landscapeRight)
    }

    @Test(
        "the quarter turns of the simulator are told at any rate, by gravity and by the accelerometer",
        arguments: [5.0, 25, 50, 100, 200, 1000])
    func rates(rate: Double) throws {
        let expected: [DeviceOrientation] = [
            .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait,
        ]
        var simulation = Simulation(.turns, rate: rate)
        var (fused, raw) = (OrientationDetector(), OrientationDetector())
        var (fusedSeen, rawSeen): ([DeviceOrientation], [DeviceOrientation]) = ([.unknown], [.unknown])
        var batch: [MotionSample] = []
        while simulation.next(into: &batch) {
            for case .sensor(let sample) in batch where sample.kind == .accelerometer {
                let truth = simulation.truth(at: sample.timestamp)
                let a = fused.update(gravity: truth.gravity, acceleration: sample.value, at: sample.timestamp)
                if a.orientation != fusedSeen.last { fusedSeen.append(a.orientation) }
                let b = raw.update(acceleration: sample.value, at: sample.timestamp)
                if b.orientation != rawSeen.last { rawSeen.append(b.orientation) }
            }
            batch.removeAll(keepingCapacity: true)
        }
        #expect(Array(fusedSeen.dropFirst()) == expected)
        #expect(Array(rawSeen.dropFirst()) == expected)
    }

    @Test("an accelerometer that shows another way for long, and quietly, is believed against gravity that is lost")
    func lostGravity() {
        var detector = OrientationDetector()
        var time = 0.0
        for step in 0..<400 {
            let truth = gravity(step < 100 ? 0 : 90)
            detector.update(gravity: gravity(0), acceleration: truth, at: time)
            time += 0.01
        }
        #expect(detector.reading.orientation == .landscapeLeft)
    }

    @Test("buttons turn the shorter way round")
    func shorterWay() {
        var rotation = InterfaceRotation()
        for orientation in [DeviceOrientation.landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceUp, .portrait] {
            let before = rotation.angle
            #expect(abs(rotation.turn(to: orientation) - before) <= .pi / 2 + 1e-12)
        }
        #expect(abs(rotation.angle - 2 * .pi) < 1e-12)
    }

    @Test("the rule of the larger axis is the tutorials'")
    func largerAxis() {
        #expect(DeviceOrientation(largerAxisOf: Vector3(0.1, -0.9, 0)) == .portrait)
        #expect(DeviceOrientation(largerAxisOf: Vector3(0.1, 0.9, 0)) == .portraitUpsideDown)
        #expect(DeviceOrientation(largerAxisOf: Vector3(0.5, 0.5, 0)) == .landscapeRight)
        #expect(DeviceOrientation(largerAxisOf: Vector3(-0.5, 0.1, 0)) == .landscapeLeft)
    }
}
