import MotionRecordings
import MotionTypes
import Testing

@Suite("Times out of order")
struct TimeOrderTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        /// The times of the rows, as runs one second apart.
        let rows: [ClosedRange<Double>]
        /// The times that are read, in the same way.
        let read: [ClosedRange<Double>]
        var unsorted = 0
        var setBacks = 0
        var testDescription: String { name }
    }

    private static let cases: [Case] = [
        Case(name: "one wrong time far ahead", rows: [1...2, 9e9...9e9, 3...40], read: [1...40], unsorted: 1),
        Case(name: "two wrong times far ahead", rows: [1...2, 9e9...9e9 + 1, 3...40], read: [1...40], unsorted: 2),
        Case(name: "two wrong first times", rows: [9e9...9e9 + 1, 1...40], read: [1...40], unsorted: 2),
        Case(name: "a wrong time not far ahead", rows: [1...9, 19.5...19.5, 10...40], read: [1...40], unsorted: 1),
        Case(name: "a clock set ahead", rows: [1...40, 900...940], read: [1...40, 900...940]),
        Case(name: "a clock set back", rows: [100...140, 10...50], read: [100...181], setBacks: 1),
        Case(name: "a clock set back near the end", rows: [100...103, 1...3], read: [100...106], setBacks: 1),
        Case(
            name: "a clock set back twice", rows: [100...140, 10...50, 7...30], read: [100...205], setBacks: 2),
        Case(
            name: "a wrong time just after a clock was set back", rows: [100...140, 10...10, 9e9...9e9, 11...50],
            read: [100...181], unsorted: 1, setBacks: 1),
        Case(
            name: "many wrong times, then the right ones", rows: [9e9...9e9 + 40, 1...40],
            read: [9e9...9e9 + 80], setBacks: 1),
        Case(name: "rows that came late", rows: [100...140, 130...135, 141...180], read: [100...180], unsorted: 6),
        Case(name: "single rows that go back", rows: [2...2, 1...1, 3...3], read: [2...3], unsorted: 1),
    ]

    private static func times(_ runs: [ClosedRange<Double>]) -> [Double] {
        runs.flatMap { Array(stride(from: $0.lowerBound, through: $0.upperBound, by: 1)) }
    }

    @Test("a wrong time costs its own row, and a clock that was set none", arguments: cases)
    func order(_ order: Case) throws {
        let folder = TemporaryFolder()
        let rows = Self.times(order.rows).map { "\($0),1,2,3\n" }.joined()
        let path = try folder.write("timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n\(rows)", to: "a.csv")
        let (samples, issues) = try Recording(opening: path).everything()
        #expect(samples.map(\.timestamp) == Self.times(order.read))
        #expect(issues.unsortedTimestamps == order.unsorted)
        #expect(issues.clockSetBacks == order.setBacks)
    }

    @Test("equal times stay equal where a clock was set back")
    func equalTimes() throws {
        let folder = TemporaryFolder()
        let times = [100.1, 100.2, 100.2, 100.3, 7.7, 7.7, 7.8, 7.8, 7.9]
        let rows = times.map { "\($0),1,2,3\n" }.joined()
        let path = try folder.write("timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n\(rows)", to: "a.csv")
        let (samples, issues) = try Recording(opening: path).everything()
        #expect(samples.count == times.count)
        #expect(issues.duplicateTimestamps == 3 && issues.unsortedTimestamps == 0 && issues.clockSetBacks == 1)
        #expect(issues.warnings.contains { $0.contains("the clock was set back") })
    }
}
