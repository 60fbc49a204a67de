import Foundation
import MotionRecordings
import MotionTypes
import TestSupport
import Testing

@Suite("Nasty input")
struct NastyInputTests {
    private static let header = "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)"

    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        let times: [Double]
        var malformed = 0
        var nonFinite = 0
        var duplicates = 0
        var unsorted = 0
        var truncated = 0
        var testDescription: String { name }
    }

    private static let cases: [Case] = [
        Case(name: "byte-order mark", text: "\u{FEFF}\(header)\n1,1,2,3\n", times: [1]),
        Case(name: "CRLF", text: "\(header)\r\n1,1,2,3\r\n2,1,2,3\r\n", times: [1, 2]),
        Case(name: "CR alone", text: "\(header)\r1,1,2,3\r2,1,2,3\r", times: [1, 2]),
        Case(name: "CR twice and LF", text: "\(header)\r\r\n1,1,2,3\r\r\n2,1,2,3\r\r\n", times: [1, 2]),
        Case(name: "CR alone after the header", text: "\(header)\n1,1,2,3\r2,1,2,3\r", times: [1, 2]),
        Case(
            name: "quotes",
            text: "\"timestamp(s)\",\"gyro_x(rad/s)\",\"gyro_y(rad/s)\",\"gyro_z(rad/s)\"\n\"1\",\"1\",2,\"3\"\n",
            times: [1]),
        Case(name: "quoted text with separators", text: "note,\(header)\n\"a, b\",1,1,2,3\n", times: [1]),
        Case(name: "no last line feed", text: "\(header)\n1,1,2,3\n2,1,2,3", times: [1, 2]),
        Case(name: "blanks", text: "\(header)\n 1 , 1,2 ,3 \n", times: [1]),
        Case(name: "empty lines", text: "\n\r\n\(header)\n\n1,1,2,3\n\n\n2,1,2,3\n\n", times: [1, 2]),
        Case(name: "header only", text: "\(header)\n", times: []),
        Case(name: "too few cells", text: "\(header)\n1,1,2\n2,1,2,3\n", times: [2], malformed: 1),
        Case(name: "too many cells", text: "\(header)\n1,1,2,3,4\n2,1,2,3\n", times: [2], malformed: 1),
        Case(name: "separators at the end", text: "\(header),\n1,1,2,3,\n2,1,2,3,,\n3,1,2,3\n", times: [1, 2, 3]),
        Case(name: "cut-off last line", text: "\(header)\n1,1,2,3\n2,1,", times: [1], truncated: 1),
        Case(name: "a word", text: "\(header)\n1,1,oops,3\n2,1,2,3\n", times: [2], malformed: 1),
        Case(name: "a number with more behind it", text: "\(header)\n1,1,2x,3\n2,1,2,3\n", times: [2], malformed: 1),
        Case(
            name: "NaN and its kin", text: "\(header)\n1,nan,2,3\n2,1,-inf,null\n3,1,2,1e999\n4,1,2,3\n", times: [4],
            nonFinite: 4),
        Case(name: "empty cells", text: "\(header)\n1,,,\n2,1,2,3\n", times: [2]),
        Case(name: "some cells empty", text: "\(header)\n1,1,,3\n2,1,2,3\n", times: [2], malformed: 1),
        Case(name: "no time", text: "\(header)\n,1,2,3\nnan,1,2,3\n2,1,2,3\n", times: [2], malformed: 1, nonFinite: 1),
        Case(name: "duplicate times", text: "\(header)\n1,1,2,3\n1,4,5,6\n2,1,2,3\n", times: [1, 1, 2], duplicates: 1),
        Case(
            name: "one time far ahead", text: "\(header)\n1,1,2,3\n9e9,1,2,3\n2,1,2,3\n3,1,2,3\n", times: [1, 2, 3],
            unsorted: 1),
        Case(
            name: "a first time far ahead", text: "\(header)\n9e9,1,2,3\n1,1,2,3\n2,1,2,3\n", times: [1, 2],
            unsorted: 1),
        Case(
            name: "a last time far ahead, and a gap", text: "\(header)\n1,1,2,3\n50,1,2,3\n51,1,2,3\n9e9,1,2,3\n",
            times: [1, 50, 51, 9e9], unsorted: 0),
        Case(name: "times going back", text: "\(header)\n2,1,2,3\n1,1,2,3\n3,1,2,3\n", times: [2, 3], unsorted: 1),
        Case(
            name: "numbers beyond all range", text: "\(header)\n99999999999999999999,1,2,3\n1e300,1,2,3\n",
            times: [1e20, 1e300]),
        Case(name: "an open quote", text: "\(header)\n1,\"1,2,3\n2,1,2,3\n", times: [2], malformed: 1),
        Case(name: "control bytes", text: "\(header)\n1,\u{1},2,3\n2,1,2,3\n", times: [2], malformed: 1),
        Case(
            name: "a stray NUL",
            text: "\(header)\n1,1,2,3\n2,1\0,2,3\n\(String(repeating: "3,1,2,3\n", count: 9))",
            times: [1] + [Double](repeating: 3, count: 9), malformed: 1, duplicates: 8),
        Case(
            name: "a tail of zeros", text: "\(header)\n1,1,2,3\n2,1,2,3\n3,1\(String(repeating: "\0", count: 9999))",
            times: [1, 2], malformed: 1, truncated: 1),
        Case(
            name: "a line of 3 MB",
            text: "\(header)\n1,1,2,3\n\(String(repeating: "9", count: 3_000_000)),1,2,3\n2,1,2,3\n",
            times: [1, 2], malformed: 1),
        Case(
            name: "10,000 columns",
            text:
                "\(header)\((0..<10_000).map { ",c\($0)" }.joined())\n1,1,2,3\(String(repeating: ",7", count: 10_000))\n",
            times: [1]),
    ]

    @Test("nothing is lost without being counted", arguments: cases)
    func table(_ nasty: Case) throws {
        let folder = TemporaryFolder()
        let recording = try Recording(opening: folder.write(nasty.text, to: "a.csv"))
        let (samples, issues) = try recording.everything()
        #expect(samples.map(\.timestamp) == nasty.times)
        #expect(samples.readings(.gyroscope).first?.value ?? Vector3(1, 2, 3) == Vector3(1, 2, 3))
        #expect(issues.malformedRows == nasty.malformed)
        #expect(issues.nonFiniteValues == nasty.nonFinite)
        #expect(issues.duplicateTimestamps == nasty.duplicates)
        #expect(issues.unsortedTimestamps == nasty.unsorted)
        #expect(issues.truncatedLastLines == nasty.truncated)
        #expect((issues.firstMalformedRow != nil) == (nasty.malformed > 0))
    }

    @Test("the first malformed row is named with its line and what is wrong with it")
    func firstMalformedRow() throws {
        let folder = TemporaryFolder()
        let path = try folder.write("\(Self.header)\n1,1,2,3\n\n2,1,oops,3\n3,x,2,3\n", to: "walk.csv")
        let issues = try Recording(opening: path).everything().issues
        #expect(issues.firstMalformedRow == "\(path):4: \"oops\" is no number")
        #expect(issues.warnings == ["2 malformed rows, the first: \(path):4: \"oops\" is no number"])
    }

    struct Unknown: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let message: String
        var testDescription: String { name }
    }

    private static let unknown: [Unknown] = [
        Unknown(name: "empty", bytes: [], message: "the file is empty"),
        Unknown(name: "blank", bytes: Array(" \n\r\n".utf8), message: "the file is empty"),
        Unknown(name: "binary", bytes: (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 37) }, message: "binary data"),
        Unknown(name: "UTF-16", bytes: [0xFF, 0xFE, 0x74, 0], message: "UTF-16"),
        Unknown(
            name: "UTF-16 without a mark", bytes: "timestamp(s),gyro_x(rad/s)\n".utf8.flatMap { [$0, 0] },
            message: "text in UTF-16"),
        Unknown(name: "numbers", bytes: Array("1,2,3\n4,5,6\n".utf8), message: "without column names"),
        Unknown(name: "foreign columns", bytes: Array("name,age\nx,3\n".utf8), message: "no time column"),
        Unknown(name: "time alone", bytes: Array("time,age\n0,3\n".utf8), message: "no whole set of sensor columns"),
        Unknown(name: "two axes", bytes: Array("time,ax,ay\n0,3,3\n".utf8), message: "no whole set of sensor columns"),
        Unknown(
            name: "one file of Sensor Logger", bytes: Array("time,seconds_elapsed,z,y,x\n1,0.1,0,0,1\n".utf8),
            message: "a single file of a Sensor Logger recording"),
        Unknown(
            name: "cut-off zip", bytes: [0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 300),
            message: "zip archive cannot be opened"),
        Unknown(name: "empty zip", bytes: [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), message: "no files"),
        Unknown(name: "endless line", bytes: [UInt8](repeating: 65, count: 2_000_000), message: "longer than"),
    ]

    @Test("what is no recording is refused with a reason", arguments: unknown)
    func refused(_ unknown: Unknown) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(unknown.bytes, to: "a.csv")
        let error = #expect(throws: RecordingError.self) { try Recording(opening: path) }
        #expect(error?.description.hasPrefix(path + ":") == true)
        #expect(error?.description.contains(unknown.message) == true, "\(error?.description ?? "")")
    }

    @Test("a path with nothing there and a folder with nothing known are refused")
    func nothingThere() throws {
        let folder = TemporaryFolder()
        #expect(throws: RecordingError.self) { try Recording(opening: folder.file("nothing")) }
        #expect(throws: RecordingError.self) { try Recording(opening: folder.path) }
        _ = try folder.write("hello", to: "readme.txt")
        let error = #expect(throws: RecordingError.self) { try Recording(opening: folder.path) }
        #expect(error?.found.contains("readme.txt") == true)
    }

    @Test(
        "a real archive that is cut off anywhere is refused or read in part, never more",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func cutOffArchive() throws {
        let path = SharedData.path("recordings/sensor-logger-ios/iphone12mini.zip")
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let folder = TemporaryFolder()
        for share in [0.001, 0.3, 0.5, 0.9, 0.999] {
            let cut = try folder.write(whole.prefix(Int(Double(whole.count) * share)), to: "cut.zip")
            #expect(throws: RecordingError.self) { try Recording(opening: cut) }
        }
        // Damage in the middle shows when the file is decompressed, at the latest by its checksum.
        var damaged = whole
        for index in damaged.count / 2..<damaged.count / 2 + 64 { damaged[index] ^= 0x5A }
        let file = try folder.write(damaged, to: "damaged.zip")
        #expect(throws: RecordingError.self) { _ = try Recording(opening: file).everything() }
    }
}
