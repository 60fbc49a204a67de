/// One item of a stream of samples: a raw reading or a sample of device motion.
public enum MotionSample: Hashable, Sendable {
    /// A reading of a raw sensor.
    case sensor(SensorSample)
    /// Device motion that was recorded, or computed, by the device itself.
    case deviceMotion(DeviceMotion)

    /// The time of the sample in seconds, on the clock of its recording or source.
    public var timestamp: Double {
        get {
            switch self {
            case .sensor(let sample): sample.timestamp
            case .deviceMotion(let motion): motion.timestamp
            }
        }
        set {
            switch self {
            case .sensor(var sample):
                sample.timestamp = newValue
                self = .sensor(sample)
            case .deviceMotion(var motion):
                motion.timestamp = newValue
                self = .deviceMotion(motion)
            }
        }
    }
}

/// The streams that a recording or a source holds.
public struct SensorSet: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of streams from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Raw accelerometer samples.
    public static let accelerometer = SensorSet(rawValue: 1)
    /// Raw gyroscope samples.
    public static let gyroscope = SensorSet(rawValue: 2)
    /// Raw magnetometer samples.
    public static let magnetometer = SensorSet(rawValue: 4)
    /// Device motion as the device itself computed it.
    public static let deviceMotion = SensorSet(rawValue: 8)

    /// The set that holds one raw sensor.
    public init(_ kind: SensorKind) {
        switch kind {
        case .accelerometer: self = .accelerometer
        case .gyroscope: self = .gyroscope
        case .magnetometer: self = .magnetometer
        }
    }
}
