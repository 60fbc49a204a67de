/// How well a magnetometer is calibrated; the raw values are Core Motion's.
public enum MagneticFieldAccuracy: Int32, Sendable {
    /// No calibrated field is known.
    case uncalibrated = -1
    /// The calibration is rough.
    case low = 0
    /// The calibration is usable.
    case medium = 1
    /// The calibration is good.
    case high = 2
}

/// The reference frames of Core Motion, all with z pointing up; the raw values are Core Motion's.
public enum ReferenceFrame: UInt, Sendable, CaseIterable {
    /// x is horizontal and lies where the device pointed at the start; no magnetometer is used.
    case xArbitraryZVertical = 1
    /// The same, with the magnetometer keeping the frame from drifting about the vertical.
    case xArbitraryCorrectedZVertical = 2
    /// x points to magnetic north.
    case xMagneticNorthZVertical = 4
    /// x points to true north, which takes the place's magnetic declination.
    case xTrueNorthZVertical = 8

    /// Whether a magnetometer is needed.
    public var needsMagnetometer: Bool { self != .xArbitraryZVertical }

    /// Whether x points north, so that there is a heading.
    public var pointsNorth: Bool { self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical }
}

/// One sample of processed device motion, fused here or recorded by a device.
///
/// A recording may hold only a part of it: `components` says which values are there; the others are neutral (zero,
/// identity attitude, heading -1).
public struct DeviceMotion: Hashable, Sendable {
    /// Which values a sample holds.
    public struct Components: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// A set of components from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `attitude` is there.
        public static let attitude = Components(rawValue: 1)
        /// The angles were recorded as such, beside or instead of the quaternion.
        public static let angles = Components(rawValue: 2)
        /// `rotationRate` is there.
        public static let rotationRate = Components(rawValue: 4)
        /// `gravity` is there.
        public static let gravity = Components(rawValue: 8)
        /// `userAcceleration` is there.
        public static let userAcceleration = Components(rawValue: 16)
        /// `magneticField` is there.
        public static let magneticField = Components(rawValue: 32)
        /// `magneticFieldAccuracy` is there.
        public static let magneticFieldAccuracy = Components(rawValue: 64)
        /// `heading` is there.
        public static let heading = Components(rawValue: 128)
    }

    /// The time of the sample in seconds, on the clock of its recording or source.
    public var timestamp: Double
    /// The attitude: device axes to reference axes.
    public var attitude: Quaternion
    /// The angles as recorded, in radians; neutral unless `components` has `.angles`.
    public var recordedAngles: EulerAngles
    /// The rotation rate in device axes without the gyroscope's bias, in rad/s.
    public var rotationRate: Vector3
    /// The direction of gravity in device axes, in G; -1 on z lying face up.
    public var gravity: Vector3
    /// The acceleration the user gives the device, in device axes, in G, with Core Motion's sign (raw minus gravity).
    public var userAcceleration: Vector3
    /// The magnetic field in device axes without the device's own, in µT.
    public var magneticField: Vector3
    /// How far `magneticField` can be trusted.
    public var magneticFieldAccuracy: MagneticFieldAccuracy
    /// The azimuth of the device's y axis in degrees, clockwise from the frame's north, [0, 360); -1 where unknown.
    public var heading: Double
    /// Which of the values above the sample holds.
    public var components: Components

    /// A sample at a time in seconds that holds nothing yet.
    public init(timestamp: Double) {
        self.timestamp = timestamp
        attitude = .identity
        recordedAngles = EulerAngles(roll: 0, pitch: 0, yaw: 0)
        rotationRate = .zero
        gravity = .zero
        userAcceleration = .zero
        magneticField = .zero
        magneticFieldAccuracy = .uncalibrated
        heading = -1
        components = []
    }

    /// The angles in radians: as recorded where they were, else those of the attitude.
    public var angles: EulerAngles { components.contains(.angles) ? recordedAngles : EulerAngles(attitude) }
}
