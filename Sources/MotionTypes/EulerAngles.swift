/// Core Motion's angles: R = Rz(yaw)·Rx(pitch)·Ry(roll), device to reference, in radians.
///
/// Yaw and roll lie in (-π, π], pitch in [-π/2, π/2]. Face up all are 0, upright portrait has pitch +π/2.
///
/// At pitch ±π/2 yaw and roll turn about the same axis and only their sum (at -π/2 their difference) is defined. There,
/// where the cosine of pitch is under 1e-7, roll is given as 0 and yaw takes the whole turn, so that the angles always
/// stand for the attitude they came from. What Core Motion does at that point is not documented.
@frozen public struct EulerAngles: Hashable, Sendable {
    /// The angle about the device's y axis, in radians, (-π, π].
    public var roll: Double
    /// The angle about the device's x axis, in radians, [-π/2, π/2].
    public var pitch: Double
    /// The angle about the reference frame's z axis, in radians, (-π, π].
    public var yaw: Double

    /// Three angles in radians, kept as given.
    @inlinable public init(roll: Double, pitch: Double, yaw: Double) {
        self.roll = roll
        self.pitch = pitch
        self.yaw = yaw
    }

    /// The angles of an attitude; the quaternion's length does not matter, a zero quaternion gives three zeros.
    public init(_ q: Quaternion) {
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        // Gravity's components but for sign, times the squared length: cos p sin r, sin p, cos p cos r.
        let rollSine = 2 * (w * y - x * z)
        let pitchSine = 2 * (w * x + y * z)
        let rollCosine = w * w - x * x - y * y + z * z
        let pitchCosine = (rollSine * rollSine + rollCosine * rollCosine).squareRoot()
        pitch = PlatformMath.arcTangent(pitchSine, pitchCosine)
        if pitchCosine > 1e-7 * q.lengthSquared {
            roll = Self.halfOpen(PlatformMath.arcTangent(rollSine, rollCosine))
            yaw = Self.halfOpen(PlatformMath.arcTangent(2 * (w * z - x * y), w * w - x * x + y * y - z * z))
        } else {
            roll = 0
            yaw = Self.halfOpen(PlatformMath.wrapped(2 * PlatformMath.arcTangent(z, w)))
        }
    }

    /// The unit quaternion of these angles, with a real part of either sign.
    public var quaternion: Quaternion {
        let (cy, sy) = (PlatformMath.cosine(yaw / 2), PlatformMath.sine(yaw / 2))
        let (cp, sp) = (PlatformMath.cosine(pitch / 2), PlatformMath.sine(pitch / 2))
        let (cr, sr) = (PlatformMath.cosine(roll / 2), PlatformMath.sine(roll / 2))
        return Quaternion(
            w: cy * cp * cr - sy * sp * sr,
            x: cy * sp * cr - sy * cp * sr,
            y: cy * cp * sr + sy * sp * cr,
            z: sy * cp * cr + cy * sp * sr)
    }

    /// -π, which `atan2` gives for a negative zero, becomes π; a negative zero becomes zero.
    private static func halfOpen(_ angle: Double) -> Double { angle <= -.pi ? .pi : angle + 0 }
}
