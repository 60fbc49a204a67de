/// What a recording says about itself, as far as it does.
public struct RecordingMetadata: Sendable, Equatable {
    /// The name of the device that recorded.
    public var device: String?
    /// The Unix time of timestamp 0, in seconds.
    public var unixTimeOfZero: Double?
    /// Whether timestamps count from the device's last start, as Core Motion's do.
    public var timestampsAreSinceBoot = false
    /// The format that the samples first came in; nil for our CSV that says nothing else.
    public var sourceFormat: String?
    /// The sign that acceleration had in the format the samples first came in.
    public var sourceSign: AccelerationSign?

    /// Metadata that say nothing.
    public init() {}
}
