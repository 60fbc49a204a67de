package import MotionTypes

/// How well the magnetometer is calibrated.
public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
    /// It is not.
    case uncalibrated = -1
    /// Roughly.
    case low = 0
    /// Usably.
    case medium = 1
    /// Well.
    case high = 2
}

/// The magnetic field without the device's own, and how well that is known.
public struct CMCalibratedMagneticField: Sendable {
    /// The field in µT, in device axes.
    public var field: CMMagneticField
    /// How well the magnetometer is calibrated.
    public var accuracy: CMMagneticFieldCalibrationAccuracy

    /// A field of zeros with the accuracy of raw value 0, `.low`, as in the C structure.
    public init() { self.init(field: CMMagneticField(), accuracy: .low) }

    /// A field in µT with its accuracy.
    public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
        self.field = field
        self.accuracy = accuracy
    }
}

/// Takes device motion, or nil and an error; runs on the queue that the updates were started with.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// Attitude, rotation rate and acceleration of the device, with gyroscope bias removed and gravity told apart.
open class CMDeviceMotion: CMLogItem {
    /// Where the sensors are.
    public enum SensorLocation: Int, Sendable {
        /// In the device.
        case `default` = 0
        /// In the left headphone.
        case headphoneLeft
        /// In the right headphone.
        case headphoneRight
    }

    private static let attitudeKey = "attitude"
    private static let keys = [
        "rotationRateX", "rotationRateY", "rotationRateZ", "gravityX", "gravityY", "gravityZ", "userAccelerationX",
        "userAccelerationY", "userAccelerationZ", "magneticFieldX", "magneticFieldY", "magneticFieldZ",
        "magneticFieldAccuracy", "heading",
    ]
    private let motion: DeviceMotion
    private let ownAttitude: CMAttitude

    /// A sample of zeros at timestamp 0 with the identity attitude, for tests that subclass it.
    public override init() {
        motion = DeviceMotion(timestamp: 0)
        ownAttitude = CMAttitude()
        super.init()
    }

    package init(_ motion: DeviceMotion) {
        self.motion = motion
        ownAttitude = CMAttitude(
            motion.attitude, angles: motion.components.contains(.angles) ? motion.recordedAngles : nil)
        super.init(timestamp: motion.timestamp)
    }

    /// Restores an archived sample; missing values are 0, a missing attitude is the identity.
    public required init?(coder: NSCoder) {
        let n = coder.decodeNumbers(Self.keys)
        var motion = DeviceMotion(timestamp: coder.decodeDouble(forKey: "timestamp"))
        motion.rotationRate = Vector3(n[0], n[1], n[2])
        motion.gravity = Vector3(n[3], n[4], n[5])
        motion.userAcceleration = Vector3(n[6], n[7], n[8])
        motion.magneticField = Vector3(n[9], n[10], n[11])
        motion.magneticFieldAccuracy = Int32(exactly: n[12]).flatMap(MagneticFieldAccuracy.init) ?? .uncalibrated
        motion.heading = n[13]
        self.motion = motion
        ownAttitude = coder.decodeObject(of: CMAttitude.self, forKey: Self.attitudeKey) ?? CMAttitude()
        super.init(coder: coder)
    }

    /// All of the sample, for the extras in OpenCoreMotion.
    package final var values: DeviceMotion { motion }

    /// The attitude of the device; the same object at every call.
    open var attitude: CMAttitude { ownAttitude }

    /// The rotation rate in rad/s, without the gyroscope's bias.
    open var rotationRate: CMRotationRate { CMRotationRate(motion.rotationRate) }

    /// The direction of gravity in device axes, in G; (0, 0, -1) lying face up.
    open var gravity: CMAcceleration { CMAcceleration(motion.gravity) }

    /// What the accelerometer reads beyond gravity, in G: minus the acceleration of the device's motion.
    open var userAcceleration: CMAcceleration { CMAcceleration(motion.userAcceleration) }

    /// The magnetic field without the device's own, in µT; zeros and `.uncalibrated` in `xArbitraryZVertical`.
    open var magneticField: CMCalibratedMagneticField {
        CMCalibratedMagneticField(
            field: CMMagneticField(motion.magneticField),
            accuracy: CMMagneticFieldCalibrationAccuracy(rawValue: motion.magneticFieldAccuracy.rawValue)
                ?? .uncalibrated)
    }

    /// The azimuth of the device's y axis in degrees, [0, 360), in the two frames that point north; else -1.
    open var heading: Double { motion.heading }

    /// Where the sensors are: in the device.
    open var sensorLocation: CMDeviceMotion.SensorLocation { .default }

    /// Archives the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let m = motion
        coder.encode(
            [
                m.rotationRate.x, m.rotationRate.y, m.rotationRate.z, m.gravity.x, m.gravity.y, m.gravity.z,
                m.userAcceleration.x, m.userAcceleration.y, m.userAcceleration.z, m.magneticField.x,
                m.magneticField.y, m.magneticField.z, Double(m.magneticFieldAccuracy.rawValue), m.heading,
            ], as: Self.keys)
        coder.encode(ownAttitude, forKey: Self.attitudeKey)
    }
}
