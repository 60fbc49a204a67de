/// How well a magnetometer is calibrated; the raw values are Core Motion's.
@frozen public enum MagneticFieldAccuracy: Int32, Sendable {
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
@frozen public enum ReferenceFrame: UInt, Sendable, CaseIterable {
    /// x is horizontal and lies where the device pointed at the start; no magnetometer is used.
    case xArbitraryZVertical = 1
    /// The same, with the magnetometer keeping the frame from drifting about the vertical.
    case xArbitraryCorrectedZVertical = 2
    /// x points to magnetic north.
    case xMagneticNorthZVertical = 4
    /// x points to true north, which takes the place's magnetic declination.
    case xTrueNorthZVertical = 8

    /// Whether a magnetometer is needed.
    @inlinable public var needsMagnetometer: Bool { self != .xArbitraryZVertical }

    /// Whether x points north, so that there is a heading.
    @inlinable public var pointsNorth: Bool { self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical }
}

/// One sample of processed device motion, fused here or recorded by a device.
///
/// A recording may hold only a part of it: `components` says which values are there; the others are neutral (zero,
/// identity attitude, heading -1).
@frozen public struct DeviceMotion: Hashable, Sendable {
    /// Which values a sample holds.
    @frozen public struct Components: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// A set of components from its bits.
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `attitude` is there.
        @inlinable public static var attitude: Components { Components(rawValue: 1) }
        /// The angles were recorded as such, beside or instead of the quaternion.
        @inlinable public static var angles: Components { Components(rawValue: 2) }
        /// `rotationRate` is there.
        @inlinable public static var rotationRate: Components { Components(rawValue: 4) }
        /// `gravity` is there.
        @inlinable public static var gravity: Components { Components(rawValue: 8) }
        /// `userAcceleration` is there.
        @inlinable public static var userAcceleration: Components { Components(rawValue: 16) }
        /// `magneticField` is there.
        @inlinable public static var magneticField: Components { Components(rawValue: 32) }
        /// `magneticFieldAccuracy` is there.
        @inlinable public static var magneticFieldAccuracy: Components { Components(rawValue: 64) }
        /// `heading` is there.
        @inlinable public static var heading: Components { Components(rawValue: 128) }
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
    @inlinable public var heading: Double {
        get { headingFollowsAttitude ? Self.heading(of: attitude) : givenHeading }
        set {
            givenHeading = newValue
            headingFollowsAttitude = false
        }
    }
    @usableFromInline var givenHeading: Double
    /// A heading that nobody asks for is not computed.
    @usableFromInline var headingFollowsAttitude: Bool
    /// Which of the values above the sample holds.
    public var components: Components

    /// A sample at a time in seconds that holds nothing yet.
    @inlinable @inline(__always) public init(timestamp: Double) {
        self.timestamp = timestamp
        attitude = .identity
        recordedAngles = EulerAngles(roll: 0, pitch: 0, yaw: 0)
        rotationRate = .zero
        gravity = .zero
        userAcceleration = .zero
        magneticField = .zero
        magneticFieldAccuracy = .uncalibrated
        givenHeading = -1
        headingFollowsAttitude = false
        components = []
    }

    /// A sample that fusion computed; gravity and user acceleration follow from the attitude and the raw acceleration.
    ///
    /// - Parameters:
    ///   - timestamp: in seconds.
    ///   - attitude: device axes to reference axes.
    ///   - rotationRate: without bias, in rad/s.
    ///   - acceleration: what the accelerometer read, in G.
    ///   - magneticField: without the device's own, in µT.
    ///   - magneticFieldAccuracy: how far that can be trusted.
    ///   - pointsNorth: whether the frame's x axis is known to point north, so that there is a heading.
    @inlinable @inline(__always)
    public init(
        timestamp: Double, attitude: Quaternion, rotationRate: Vector3, acceleration: Vector3, magneticField: Vector3,
        magneticFieldAccuracy: MagneticFieldAccuracy, pointsNorth: Bool
    ) {
        let gravity = attitude.gravity
        self.timestamp = timestamp
        self.attitude = attitude
        recordedAngles = EulerAngles(roll: 0, pitch: 0, yaw: 0)
        self.rotationRate = rotationRate
        self.gravity = gravity
        userAcceleration = acceleration - gravity
        self.magneticField = magneticField
        self.magneticFieldAccuracy = magneticFieldAccuracy
        givenHeading = -1
        headingFollowsAttitude = pointsNorth
        components = [
            .attitude, .rotationRate, .gravity, .userAcceleration, .magneticField, .magneticFieldAccuracy, .heading,
        ]
    }

    /// The azimuth of the device's y axis in degrees, clockwise from the frame's x axis, [0, 360).
    ///
    /// Within 6° of upright, where y points nowhere, it is the azimuth of the back (upside down: of the screen), which
    /// is where y pointed before the device was raised.
    @usableFromInline static func heading(of attitude: Quaternion) -> Double {
        var pointer = attitude.rotate(Vector3(0, 1, 0))
        if pointer.x * pointer.x + pointer.y * pointer.y < 0.01 {
            pointer = attitude.rotate(Vector3(0, 0, pointer.z > 0 ? -1 : 1))
        }
        let angle = PlatformMath.arcTangent(-pointer.y, pointer.x) * Units.degreesPerRadian
        let positive = angle < 0 ? angle + 360 : angle
        return positive < 360 ? positive + 0 : 0
    }

    /// The angles in radians: as recorded where they were, else those of the attitude.
    public var angles: EulerAngles { components.contains(.angles) ? recordedAngles : EulerAngles(attitude) }
}
