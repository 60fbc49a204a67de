public import MotionTypes

/// What a gyroscope shows at rest, with how well it is known; it is the value to remember between sessions.
public struct GyroscopeBias: Hashable, Sendable {
    /// The reading at rest, per device axis, in rad/s.
    public var value: Vector3
    /// The standard deviation of `value`, per device axis, in rad/s.
    public var standardDeviation: Vector3

    /// A bias and its standard deviation, both in rad/s per device axis.
    public init(value: Vector3, standardDeviation: Vector3) {
        self.value = value
        self.standardDeviation = standardDeviation
    }

    /// Whether the value is a possible one and the deviation is positive, so that a filter can start from it.
    var isUsable: Bool {
        value.isFinite && value.length < 1 && standardDeviation.isFinite
            && min(standardDeviation.x, standardDeviation.y, standardDeviation.z) >= 0
    }
}
