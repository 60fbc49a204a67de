/// A subcommand of the tool, whose parameters are declared as properties.
protocol Subcommand {
    /// Its word.
    static var name: String { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// More, for `--help`: lines that are printed as they are.
    static var discussion: String { get }

    init()

    /// Does it; an error ends the tool with its message and exit code.
    func run() async throws
}

/// Wrong usage: exit code 2 and the usage line.
struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// The work failed though it was well asked for: exit code 1.
struct WorkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
