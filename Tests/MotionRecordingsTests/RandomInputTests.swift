import Foundation
import MotionRecordings
import MotionTypes
import Testing

@Suite("Random input")
struct RandomInputTests {
    private static let seeds: [String] = [
        "timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n"
            + "1.5,0.1,-0.2,-0.99,1e-3,2,3\n2.5,,,,1,2,3\n2.5,1,2,3,,,\n",
        "\u{FEFF}\"t\";\"ax (g)\";\"ay (g)\";\"az (g)\";note\r\n1,5;0,1;0,2;0,3;\"a;b\"\r\n2,5;nan;;1;x\r\n",
        ",attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,"
            + "rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z\n0,1,1,1,0,0,-1,0,0,0,0,0,0\n",
        "timestamp,quaternion_w,quaternion_x,quaternion_y,quaternion_z,magnetic_field_accuracy,heading\n1,1,0,0,0,2,99\n",
    ]

    /// Bytes that mean something to a reader of CSV.
    private static let telling = Array("\n\r,;\t\"-+.eE019 \u{0}naif()[]".utf8) + [0xFF, 0xEF, 0xBB, 0xBF]

    private func mutated(_ text: String, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            guard !bytes.isEmpty else { break }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let byte = Self.telling.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0...4, using: &generator) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.append(contentsOf: bytes[place...])
            default: bytes.removeLast(bytes.count - place)
            }
            if bytes.count > 4000 { bytes.removeLast(bytes.count - 4000) }
        }
        return bytes
    }

    @Test("whatever the bytes, a reader ends, gives finite samples in time order and the same again in other batches")
    func mutations() throws {
        let folder = TemporaryFolder()
        var generator = SeededGenerator(seed: 11)
        var opened = 0
        for round in 0..<3000 {
            let bytes = mutated(Self.seeds[round % Self.seeds.count], &generator)
            let path = try folder.write(bytes, to: "a.csv")
            let recording: Recording
            do throws(RecordingError) { recording = try Recording(opening: path) } catch {
                #expect(error.description.hasPrefix(path))
                continue
            }
            opened += 1
            let (samples, issues) = try recording.everything()
            #expect(zip(samples.dropFirst(), samples).allSatisfy { $0.timestamp >= $1.timestamp })
            #expect(samples.allSatisfy { $0.timestamp.isFinite })
            let again = try recording.everything(batch: 1)
            #expect(again.samples.bits == samples.bits && again.issues == issues)
        }
        #expect(opened > 500)
    }

    @Test("readers of one recording do not disturb each other, and work on other threads")
    func severalReaders() async throws {
        let folder = TemporaryFolder()
        let streams: SensorSet = [.accelerometer, .gyroscope]
        let writer = try RecordingWriter(creating: folder.file("a.zip"), streams: streams, components: [])
        for step in 0..<5000 {
            let value = Vector3(Double(step), 0.5, -1)
            try writer.append(.sensor(SensorSample(.accelerometer, timestamp: Double(step) / 100, value: value)))
            try writer.append(.sensor(SensorSample(.gyroscope, timestamp: Double(step) / 100, value: value)))
        }
        try writer.finish()
        let recording = try Recording(opening: folder.file("a.zip"))
        let expected = try recording.everything().samples
        #expect(expected.count == 10_000)
        await withTaskGroup(of: Bool.self) { group in
            for size in [1, 100, 3000, 20_000] {
                group.addTask { (try? recording.everything(batch: size).samples == expected) ?? false }
            }
            for await same in group { #expect(same) }
        }
    }

    @Test("a pipe's rows come as they are written, without waiting for more")
    func livePipe() throws {
        let folder = TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        try pipe.write(contentsOf: Data("time(s),ax(g),ay(g),az(g)\n0,0,0,1\n1,0,0,1\n2,0,0,1\n3,0,0".utf8))
        let reader = try Recording(opening: path).makeReader()
        var samples: [MotionSample] = []
        #expect(try reader.read(into: &samples, atMost: 1024))
        #expect(samples.map(\.timestamp) == [0, 1, 2])
        try pipe.write(contentsOf: Data(",1\n4,0,0,1\n5,0".utf8))
        #expect(try reader.read(into: &samples, atMost: 1024))
        #expect(samples.map(\.timestamp) == [0, 1, 2, 3, 4])
        try pipe.close()
    }

    @Test("a pipe is read once, and a second reader is refused")
    func pipe() throws {
        let folder = TemporaryFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        try pipe.write(contentsOf: Data("time(s),ax(g),ay(g),az(g)\n0,0,0,1\n1,0,0,1\n2,0,0,1\n".utf8))
        let recording = try Recording(opening: path)
        let reader = try recording.makeReader()
        var samples: [MotionSample] = []
        #expect(try reader.read(into: &samples, atMost: 2))
        #expect(samples.map(\.timestamp) == [0, 1])
        #expect(throws: RecordingError.self) { try recording.makeReader() }
        try pipe.close()
    }
}
