import Foundation
import MotionRecordings
import MotionTypes
import Testing

@Suite("Several files, some of them bad")
struct SeveralFilesTests {
    private static let gyro = "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n1,1,2,3\n"
    private static let acceleration = "timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G)\n1,0,0,-1\n"

    @Test("a folder stands for the recordings in it, a recording for itself")
    func paths() throws {
        let folder = TemporaryFolder()
        _ = try folder.write(Self.gyro, to: "b/gyro.csv")
        _ = try folder.write(Self.gyro, to: "walk.csv")
        _ = try folder.write("x", to: "notes.txt")
        _ = try folder.write("x", to: "empty/notes.txt")
        #expect(try Recording.paths(at: folder.path).paths == [folder.file("b"), folder.file("walk.csv")])
        #expect(try Recording.paths(at: folder.file("b")).paths == [folder.file("b")])
        #expect(try Recording.paths(at: folder.file("walk.csv")).paths == [folder.file("walk.csv")])
        #expect(throws: RecordingError.self) { try Recording.paths(at: folder.file("nothing")) }
    }

    @Test("what is bad in a folder is named and hides nothing else")
    func faults() throws {
        let folder = TemporaryFolder()
        _ = try folder.write(Self.gyro, to: "walk.csv")
        _ = try folder.write([0, 1, 2, 3], to: "broken/gyro.csv")
        _ = try folder.write([0, 1, 2, 3], to: "gyro.csv")
        symlink("/no/such/file", folder.file("lost.csv"))
        let notUTF8 = folder.file("").utf8.map(CChar.init(bitPattern:)) + [99, 97, 102, -23, 46, 99, 115, 118, 0]
        let file = try #require(fopen(notUTF8, "w"))
        fclose(file)
        let (paths, faults) = try Recording.paths(at: folder.path)
        #expect(paths == [folder.file("gyro.csv"), folder.file("walk.csv")])
        #expect(faults.map(\.file) == [folder.file("caf\\xE9.csv"), folder.file("lost.csv")])
        unlink(notUTF8)
    }

    @Test("a named pipe is left alone until it is read")
    func namedPipe() throws {
        let folder = TemporaryFolder()
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(try Recording.paths(at: folder.file("pipe")).paths == [folder.file("pipe")])
    }

    @Test(
        "the whole files of a recording are read to their ends before a damaged one is an error", arguments: [0, 5000])
    func damaged(offset: Int) throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.zip")
        let writer = try RecordingWriter(creating: path, streams: [.accelerometer, .gyroscope], components: [])
        for step in 0..<5000 {
            let value = Vector3(Double(step).squareRoot(), 0.5, -1)
            for kind in [SensorKind.accelerometer, .gyroscope] {
                try writer.append(.sensor(SensorSample(kind, timestamp: Double(step) / 100, value: value)))
            }
        }
        try writer.finish()
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let name = try #require(bytes.firstRange(of: Array("gyro.csv".utf8)))
        for index in 0..<64 { bytes[name.upperBound + 10 + offset + index] ^= 0x5A }
        let recording = try Recording(opening: folder.write(bytes, to: "a.zip"))
        let reader = try recording.makeReader()
        var samples: [MotionSample] = []
        let error = #expect(throws: RecordingError.self) {
            while try reader.read(into: &samples, atMost: 777) {}
        }
        #expect(error?.file == path + "/gyro.csv")
        #expect(samples.readings(.accelerometer).count == 5000)
        #expect(samples.readings(.gyroscope).count < 5000)
        #expect(reader.issues.unreadableFiles.count == 1 && reader.fileCount == 2)
        #expect(try !reader.read(into: &samples, atMost: 777))
    }

    @Test("a metadata.json that cannot be made sense of costs no sample")
    func metadata() throws {
        let folder = TemporaryFolder()
        _ = try folder.write(Self.gyro, to: "gyro.csv")
        _ = try folder.write(Self.acceleration, to: "accelerometer.csv")
        _ = try folder.write("{\"device\": 3", to: "metadata.json")
        let (samples, issues) = try Recording(opening: folder.path).everything()
        #expect(samples.count == 2)
        #expect(issues.ignoredMetadata.map(\.file) == [folder.file("metadata.json")])
        #expect(issues.warnings.contains { $0.contains("metadata.json") })
    }

    @Test("a Unix time beyond all calendars is left aside")
    func unixTime() throws {
        let folder = TemporaryFolder()
        _ = try folder.write(Self.gyro, to: "gyro.csv")
        _ = try folder.write("{\"unix_time_of_zero\": 1e300, \"device\": \"phone\"}", to: "metadata.json")
        let recording = try Recording(opening: folder.path)
        #expect(recording.metadata.unixTimeOfZero == nil && recording.metadata.device == "phone")
        #expect(try recording.everything().issues.ignoredMetadata.count == 1)
    }
}
