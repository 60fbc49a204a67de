import MotionTypes
import Testing

@testable import MotionRecordings

@Suite("What is written is read back bit for bit")
struct RoundTripTests {
    /// Random samples of several streams in time order, at times that streams share now and then.
    private func samples(seed: UInt64, streams: SensorSet, components: DeviceMotion.Components) -> [MotionSample] {
        var generator = SeededGenerator(seed: seed)
        func number() -> Double {
            switch UInt8.random(in: 0...4, using: &generator) {
            case 0: (Double.random(in: -4...4, using: &generator) * 1e6).rounded() / 1e6
            case 1: Bool.random(using: &generator) ? -0.0 : 0
            case 2: Double.random(in: -1...1, using: &generator) * 1e-12
            default: Double.random(in: -400...400, using: &generator)
            }
        }
        func vector() -> Vector3 { Vector3(number(), number(), number()) }
        var result: [MotionSample] = []
        var time = Double.random(in: -1...3000, using: &generator)
        for _ in 0..<400 {
            time += Double.random(in: 1e-4...0.02, using: &generator)
            for kind in [SensorKind.accelerometer, .magnetometer, .gyroscope]
            where streams.contains(SensorSet(kind)) && Bool.random(using: &generator) {
                let copies = UInt8.random(in: 0...20, using: &generator) == 0 ? 2 : 1
                for _ in 0..<copies { result.append(.sensor(SensorSample(kind, timestamp: time, value: vector()))) }
            }
            guard streams.contains(.deviceMotion), Bool.random(using: &generator) else { continue }
            var motion = DeviceMotion(timestamp: time)
            motion.components = components
            // A part may be missing in a sample, though not all of them may.
            if components.contains(.gravity), Bool.random(using: &generator) {
                motion.components.remove(components.subtracting(.gravity).isEmpty ? [] : .gravity)
            }
            let held = motion.components
            if held.contains(.angles) {
                motion.recordedAngles = EulerAngles(roll: number(), pitch: number(), yaw: number())
                motion.attitude = motion.recordedAngles.quaternion
            }
            if held.contains(.attitude) {
                motion.attitude = Quaternion(w: number(), x: number(), y: number(), z: number())
            }
            if held.contains(.rotationRate) { motion.rotationRate = vector() }
            if held.contains(.gravity) { motion.gravity = vector() }
            if held.contains(.userAcceleration) { motion.userAcceleration = vector() }
            if held.contains(.magneticField) { motion.magneticField = vector() }
            if held.contains(.magneticFieldAccuracy) { motion.magneticFieldAccuracy = .medium }
            if held.contains(.heading) { motion.heading = abs(number()) }
            result.append(.deviceMotion(motion))
        }
        return result
    }

    private static let everything: SensorSet = [.accelerometer, .gyroscope, .magnetometer, .deviceMotion]

    @Test(
        "random samples survive in one file, in a folder and in an archive",
        arguments: ["walk.csv", "walk", "walk.zip"],
        [
            (everything, DeviceMotion.Components(rawValue: 255)),
            ([.accelerometer, .gyroscope], []),
            ([.magnetometer], []),
            ([.deviceMotion], [.angles, .gravity, .rotationRate]),
            ([.accelerometer, .deviceMotion], [.attitude]),
            ([.gyroscope, .deviceMotion], [.userAcceleration, .gravity]),
        ] as [(SensorSet, DeviceMotion.Components)])
    func roundTrip(name: String, content: (SensorSet, DeviceMotion.Components)) throws {
        let folder = TemporaryFolder()
        for seed in 0..<5 {
            let path = folder.file("\(seed)-\(name)")
            let samples = samples(seed: UInt64(seed), streams: content.0, components: content.1)
            let writer = try RecordingWriter(creating: path, streams: content.0, components: content.1)
            for start in stride(from: 0, to: samples.count, by: 57) {
                try writer.append(samples[start..<min(start + 57, samples.count)])
            }
            try writer.finish()
            let recording = try Recording(opening: path)
            #expect(recording.streams == content.0)
            #expect(recording.motionComponents == content.1)
            #expect(recording.sign == .coreMotion)
            let (read, issues) = try recording.everything(batch: 1 + 97 * seed)
            #expect(read.bits == samples.bits)
            #expect(issues.malformedRows == 0 && issues.unsortedTimestamps == 0 && issues.nonFiniteValues == 0)
        }
    }

    @Test("metadata survive in a folder and in an archive", arguments: ["walk", "walk.zip"])
    func metadata(name: String) throws {
        let folder = TemporaryFolder()
        var metadata = RecordingMetadata()
        metadata.device = "iPhone \"12\" mini ü"
        metadata.unixTimeOfZero = 1_663_326_946.509
        metadata.timestampsAreSinceBoot = true
        metadata.sourceFormat = "Sensor Logger (iOS)"
        metadata.sourceSign = .specificForce
        let path = folder.file(name)
        let writer = try RecordingWriter(creating: path, streams: .gyroscope, components: [], metadata: metadata)
        try writer.append(.sensor(SensorSample(.gyroscope, timestamp: 1, value: Vector3(1, 2, 3))))
        try writer.finish()
        #expect(try Recording(opening: path).metadata == metadata)
    }

    @Test("an archive that was never finished is a folder beside it")
    func unfinished() throws {
        let folder = TemporaryFolder()
        let writer = try RecordingWriter(creating: folder.file("a.zip"), streams: .gyroscope, components: [])
        let sample = MotionSample.sensor(SensorSample(.gyroscope, timestamp: 1, value: Vector3(1, 2, 3)))
        try writer.append(sample)
        try writer.flush()
        #expect(throws: RecordingError.self) { try Recording(opening: folder.file("a.zip")) }
        #expect(try Recording(opening: folder.file("a.zip.partial")).everything().samples == [sample])
        try writer.finish()
        #expect(throws: RecordingError.self) { try Recording(opening: folder.file("a.zip.partial")) }
        #expect(try Recording(opening: folder.file("a.zip")).everything().samples == [sample])
    }

    @Test("what was there stays until the recording is whole", arguments: ["a.csv", "a.zip", "a"])
    func replacement(name: String) throws {
        let folder = TemporaryFolder()
        func writer(_ count: Int) throws -> RecordingWriter {
            let writer = try RecordingWriter(creating: folder.file(name), streams: .gyroscope, components: [])
            for step in 0..<count {
                let sample = SensorSample(.gyroscope, timestamp: Double(step), value: Vector3(1, 2, 3))
                try writer.append(.sensor(sample))
            }
            try writer.flush()
            return writer
        }
        try writer(1).finish()
        func count(_ path: String) throws -> Int { try Recording(opening: path).everything().samples.count }
        let second = try writer(2)
        #expect(try count(folder.file(name)) == 1)
        second.discard()
        #expect(try count(folder.file(name)) == 1)
        let part = try writer(3).breakOff()
        #expect(try part != folder.file(name) && count(part) == 3 && count(folder.file(name)) == 1)
        try writer(4).finish()
        #expect(try count(folder.file(name)) == 4)
    }

    @Test("a folder keeps nothing of the recording that was there before")
    func replaced() throws {
        let folder = TemporaryFolder()
        for stream in [SensorSet.gyroscope, .magnetometer] {
            try RecordingWriter(creating: folder.file("walk"), streams: stream, components: []).finish()
        }
        #expect(try Recording(opening: folder.file("walk")).streams == .magnetometer)
    }

    @Test("a sample without a column is refused by name, one without a finite value is counted")
    func refused() throws {
        let folder = TemporaryFolder()
        let writer = try RecordingWriter(
            creating: folder.file("a.csv"), streams: [.gyroscope, .deviceMotion], components: .gravity)
        let error = #expect(throws: OutputError.self) {
            try writer.append(.sensor(SensorSample(.accelerometer, timestamp: 1, value: Vector3(1, 2, 3))))
        }
        #expect(error?.problem.contains("a sample holds acceleration") == true)
        var motion = DeviceMotion(timestamp: 1)
        motion.components = [.gravity, .heading]
        #expect(throws: OutputError.self) { try writer.append(.deviceMotion(motion)) }
        try writer.append(.sensor(SensorSample(.gyroscope, timestamp: 1, value: Vector3(1, .nan, 3))))
        #expect(writer.droppedSamples == 1)
    }

    @Test("a place that cannot be written to is an error with its name")
    func unwritable() {
        let error = #expect(throws: OutputError.self) {
            try RecordingWriter(creating: "/nonexistent/a.csv", streams: .gyroscope, components: [])
        }
        #expect(error?.description.hasPrefix("/nonexistent/a.csv: cannot be created") == true)
    }

    @Test("many samples of one time have one order, however they are stored")
    func oneTime() throws {
        let folder = TemporaryFolder()
        let rows = (0..<5000).map { "5,\($0),0,0,0,0,\($0)\n" }.joined()
        let header =
            "timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)"
        let recording = try Recording(opening: folder.write("\(header)\n\(rows)", to: "a.csv"))
        let samples = try recording.everything().samples
        for name in ["b.csv", "b"] {
            let writer = try RecordingWriter(
                creating: folder.file(name), streams: recording.streams, components: [])
            try writer.append(samples)
            try writer.finish()
            #expect(try Recording(opening: folder.file(name)).everything().samples == samples)
        }
        #expect(samples.count == 10_000 && Array(samples[..<5000]).readings(.accelerometer).count == 5000)
    }
}
