/// The raw sensors of a device.
public enum SensorKind: UInt8, Sendable, CaseIterable {
    /// The accelerometer, in G, with Core Motion's sign: gravity's own direction, -1 on z when lying face up.
    case accelerometer
    /// The gyroscope, in rad/s, by the right-hand rule, with the sensor's bias.
    case gyroscope
    /// The magnetometer, in µT, with the field of the device itself.
    case magnetometer
}

/// One reading of one raw sensor, in Core Motion's axes, signs and units.
@frozen public struct SensorSample: Hashable, Sendable {
    /// The sensor that was read.
    public var kind: SensorKind
    /// The time of the reading in seconds, on the clock of its recording or source.
    public var timestamp: Double
    /// The reading in device axes (x right, y top, z out of the screen), in the unit of its `kind`.
    public var value: Vector3

    /// A reading of a sensor at a time in seconds, in the unit of its kind.
    @inlinable public init(_ kind: SensorKind, timestamp: Double, value: Vector3) {
        self.kind = kind
        self.timestamp = timestamp
        self.value = value
    }
}
