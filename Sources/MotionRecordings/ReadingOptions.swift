/// What a user may say about a recording that the file itself does not.
public struct ReadingOptions: Sendable {
    /// The sign of acceleration in CSV that is neither ours nor a known app's; nil takes specific force.
    public var sign: AccelerationSign?

    /// Options that leave everything to the file.
    public init() {}
}
