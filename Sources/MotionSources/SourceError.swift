/// Why a source could not be had; the description says what was asked for and what to do.
public struct SourceError: Error, Sendable, CustomStringConvertible {
    /// One readable sentence.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) {
        self.description = description
    }
}
