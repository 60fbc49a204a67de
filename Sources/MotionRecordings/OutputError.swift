/// Why a recording, or rows of text, cannot be written.
public struct OutputError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file or folder, as the user named it; "-" is standard output.
    public var path: String
    /// What went wrong.
    public var problem: String
    /// Whether who reads standard output has closed it: it wants no more, which may be no fault at all.
    public var isClosedPipe = false

    /// An error at a path.
    init(_ path: String, _ problem: String, isClosedPipe: Bool = false) {
        self.path = path
        self.problem = problem
        self.isClosedPipe = isClosedPipe
    }

    /// One readable line: `out.csv: cannot be created: …`.
    public var description: String { "\(path == "-" ? "standard output" : path): \(problem)" }
}
