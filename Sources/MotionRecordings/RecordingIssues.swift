/// What was wrong with the rows that a reader has passed so far; nothing of it stops a reader
/// before the end.
public struct RecordingIssues: Sendable, Equatable {
    /// Rows with a cell that is no number, or with too few or too many cells; the streams concerned lack a sample there.
    public var malformedRows = 0
    /// The first malformed row: where it is and what is wrong with it.
    public var firstMalformedRow: String?
    /// Cells that hold NaN, an infinity or a word that stands for a missing value.
    public var nonFiniteValues = 0
    /// Samples with the timestamp of the sample before in their stream; they are kept.
    public var duplicateTimestamps = 0
    /// Samples whose timestamp goes back, or lies ahead of those behind it; they are left out.
    public var unsortedTimestamps = 0
    /// Places where the clock of a file was set back; what follows keeps its steps and is moved to follow what was before.
    public var clockSetBacks = 0
    /// Files whose last line was cut off; that line is left out.
    public var truncatedLastLines = 0

    /// Files that cannot be read, or not to their end; the others are read, and the end of the pass is an error.
    public var unreadableFiles: [RecordingError] = []
    /// What the recording says about itself that makes no sense; nothing else depends on it.
    public var ignoredMetadata: [RecordingError] = []

    /// No issues.
    public init() {}

    /// One readable line for each kind of issue that occurred.
    public var warnings: [String] {
        var lines: [String] = []
        func note(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { lines.append("\(count) \(count == 1 ? one : many)") }
        }
        note(malformedRows, "malformed row", "malformed rows")
        if let firstMalformedRow { lines[lines.count - 1] += ", the first: \(firstMalformedRow)" }
        note(nonFiniteValues, "value is not finite", "values are not finite")
        note(duplicateTimestamps, "timestamp occurs twice", "timestamps occur twice")
        note(
            unsortedTimestamps, "sample was left out because its timestamp is out of order",
            "samples were left out because their timestamps are out of order")
        note(
            clockSetBacks, "time the clock was set back: there is a gap of unknown length, and later times are moved",
            "times the clock was set back: there are gaps of unknown length, and later times are moved")
        note(truncatedLastLines, "file ends in the middle of a row", "files end in the middle of a row")
        lines += unreadableFiles.map { "\($0)" }
        lines += ignoredMetadata.map { "left aside: \($0)" }
        return lines
    }

    /// Adds the issues of another file of the same recording.
    mutating func add(_ other: RecordingIssues) {
        malformedRows += other.malformedRows
        if firstMalformedRow == nil { firstMalformedRow = other.firstMalformedRow }
        nonFiniteValues += other.nonFiniteValues
        duplicateTimestamps += other.duplicateTimestamps
        unsortedTimestamps += other.unsortedTimestamps
        clockSetBacks += other.clockSetBacks
        truncatedLastLines += other.truncatedLastLines
        unreadableFiles += other.unreadableFiles
        ignoredMetadata += other.ignoredMetadata
    }
}
