package import MotionTypes

/// A quaternion w + xi + yj + zk.
public struct CMQuaternion: Sendable {
    /// The imaginary part along x.
    public var x: Double
    /// The imaginary part along y.
    public var y: Double
    /// The imaginary part along z.
    public var z: Double
    /// The real part.
    public var w: Double

    /// Four zeros, w included, as in the C structure.
    public init() { self.init(x: 0, y: 0, z: 0, w: 0) }

    /// Four components.
    public init(x: Double, y: Double, z: Double, w: Double) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
    }
}

/// A rotation matrix that maps vectors from the reference frame to the device; `m12` is row 1, column 2.
public struct CMRotationMatrix: Sendable {
    /// Row 1, column 1.
    public var m11: Double
    /// Row 1, column 2.
    public var m12: Double
    /// Row 1, column 3.
    public var m13: Double
    /// Row 2, column 1.
    public var m21: Double
    /// Row 2, column 2.
    public var m22: Double
    /// Row 2, column 3.
    public var m23: Double
    /// Row 3, column 1.
    public var m31: Double
    /// Row 3, column 2.
    public var m32: Double
    /// Row 3, column 3.
    public var m33: Double

    /// Nine zeros, as in the C structure.
    public init() { self.init(m11: 0, m12: 0, m13: 0, m21: 0, m22: 0, m23: 0, m31: 0, m32: 0, m33: 0) }

    /// Nine elements, row by row.
    public init(
        m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double, m32: Double,
        m33: Double
    ) {
        (self.m11, self.m12, self.m13) = (m11, m12, m13)
        (self.m21, self.m22, self.m23) = (m21, m22, m23)
        (self.m31, self.m32, self.m33) = (m31, m32, m33)
    }
}

/// The frames that an attitude can refer to, all with z pointing up.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set of frames from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// x is horizontal and lies as the device did at the start.
    public static var xArbitraryZVertical: CMAttitudeReferenceFrame { .init(rawValue: 1) }
    /// The same, kept from drifting about the vertical by the magnetometer.
    public static var xArbitraryCorrectedZVertical: CMAttitudeReferenceFrame { .init(rawValue: 2) }
    /// x points to magnetic north.
    public static var xMagneticNorthZVertical: CMAttitudeReferenceFrame { .init(rawValue: 4) }
    /// x points to true north.
    public static var xTrueNorthZVertical: CMAttitudeReferenceFrame { .init(rawValue: 8) }
}

/// The device's attitude against a reference frame.
///
/// The quaternion maps device axes to reference axes, the matrix runs the other way; the angles are intrinsic Z-X-Y:
/// first yaw about z, then pitch about x, then roll about y. At pitch ±π/2, where yaw and roll are one, roll is 0 here
/// (what Apple gives there is not documented).
open class CMAttitude: NSObject, NSCopying, NSSecureCoding {
    private static let keys = ["w", "x", "y", "z"]
    private static let angleKeys = ["roll", "pitch", "yaw"]
    private var attitude: Quaternion
    private var recordedAngles: EulerAngles?

    /// The identity attitude, for tests that subclass it.
    public override init() {
        attitude = .identity
        super.init()
    }

    package init(_ attitude: Quaternion, angles: EulerAngles? = nil) {
        self.attitude = attitude
        recordedAngles = angles
        super.init()
    }

    /// Restores an archived attitude; an archive without one gives nil.
    public required init?(coder: NSCoder) {
        let numbers = coder.decodeNumbers(Self.keys)
        attitude = Quaternion(w: numbers[0], x: numbers[1], y: numbers[2], z: numbers[3])
        guard attitude.lengthSquared > 0 else { return nil }
        if coder.containsValue(forKey: Self.angleKeys[0]) {
            let angles = coder.decodeNumbers(Self.angleKeys)
            recordedAngles = EulerAngles(roll: angles[0], pitch: angles[1], yaw: angles[2])
        }
        super.init()
    }

    private var angles: EulerAngles { recordedAngles ?? EulerAngles(attitude) }

    /// The angle about the device's y axis, in radians, (-π, π].
    open var roll: Double { angles.roll }
    /// The angle about the device's x axis, in radians, [-π/2, π/2].
    open var pitch: Double { angles.pitch }
    /// The angle about the vertical, in radians, (-π, π].
    open var yaw: Double { angles.yaw }

    /// The attitude as a matrix that maps reference axes to device axes.
    open var rotationMatrix: CMRotationMatrix {
        let m = RotationMatrix(attitude).transposed
        return CMRotationMatrix(
            m11: m.row1.x, m12: m.row1.y, m13: m.row1.z,
            m21: m.row2.x, m22: m.row2.y, m23: m.row2.z,
            m31: m.row3.x, m32: m.row3.y, m33: m.row3.z)
    }

    /// The attitude as a unit quaternion that maps device axes to reference axes.
    open var quaternion: CMQuaternion {
        CMQuaternion(x: attitude.x, y: attitude.y, z: attitude.z, w: attitude.w)
    }

    /// Makes this attitude relative to another one: q becomes q_other⁻¹·q.
    ///
    /// Changes the object, which is why samples that are kept should be copied first. Not for several threads at once.
    open func multiply(byInverseOf attitude: CMAttitude) {
        let other = attitude.quaternion
        // A recorded quaternion has only the digits that were written.
        let inverse = Quaternion(w: other.w, x: -other.x, y: -other.y, z: -other.z)
        self.attitude = (inverse * self.attitude).normalized
        recordedAngles = nil
    }

    /// A copy with the same attitude, that `multiply(byInverseOf:)` on this one leaves alone.
    open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(attitude, angles: recordedAngles) }

    /// Whether archives are secure: true.
    open class var supportsSecureCoding: Bool { true }

    /// Archives the attitude.
    open func encode(with coder: NSCoder) {
        coder.encode([attitude.w, attitude.x, attitude.y, attitude.z], as: Self.keys)
        if let angles = recordedAngles {
            coder.encode([angles.roll, angles.pitch, angles.yaw], as: Self.angleKeys)
        }
    }
}
