/// Why a recording cannot be read or written, with the place.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file, as the user named it; a file within a folder or archive follows after a slash.
    public var file: String
    /// The line, counted from 1, if the fault has one.
    public var line: Int?
    /// What was found.
    public var found: String
    /// What was expected instead, or what to do; empty if there is nothing to say.
    public var expected: String

    /// An error at a place in a file.
    public init(file: String, line: Int? = nil, found: String, expected: String = "") {
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected
    }

    /// One readable line: `walk.csv:17: found; expected …`.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return expected.isEmpty ? "\(place): \(found)" : "\(place): \(found); expected \(expected)"
    }
}
