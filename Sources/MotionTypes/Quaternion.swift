/// A rotation as a unit quaternion w + xi + yj + zk; in this project it maps device axes to reference axes.
@frozen public struct Quaternion: Hashable, Sendable {
    /// The real part.
    public var w: Double
    /// The imaginary part along x.
    public var x: Double
    /// The imaginary part along y.
    public var y: Double
    /// The imaginary part along z.
    public var z: Double

    /// A quaternion of four components, kept as given: no component is changed and no length is forced.
    @inlinable public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// No rotation: 1 + 0i + 0j + 0k.
    public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// The rotation by a rotation vector: about its direction, by its length in radians.
    ///
    /// Good to rounding for any length; below 1e-4 rad the series of sine and cosine is used.
    @inlinable public init(rotationVector v: Vector3) {
        let squared = v.lengthSquared
        if squared < 1e-8 {
            let scale = 0.5 - squared / 48
            self.init(w: 1 - squared / 8 + squared * squared / 384, x: v.x * scale, y: v.y * scale, z: v.z * scale)
        } else {
            let angle = squared.squareRoot()
            let scale = PlatformMath.sine(angle / 2) / angle
            self.init(w: PlatformMath.cosine(angle / 2), x: v.x * scale, y: v.y * scale, z: v.z * scale)
        }
    }

    /// The rotation by `angle` radians about the z axis.
    @inlinable public init(aboutZ angle: Double) {
        self.init(w: PlatformMath.cosine(angle / 2), x: 0, y: 0, z: PlatformMath.sine(angle / 2))
    }

    /// The shortest rotation that turns the direction `a` into the direction `b`.
    ///
    /// Opposite directions turn by π about an axis square to both. A zero vector gives the identity.
    public init(turning a: Vector3, into b: Vector3) {
        let scale = (a.lengthSquared * b.lengthSquared).squareRoot()
        guard scale > 0 else {
            self = .identity
            return
        }
        let real = scale + a.dot(b)
        if real > scale * 1e-12 {
            let axis = a.cross(b)
            self = Quaternion(w: real, x: axis.x, y: axis.y, z: axis.z).normalized
        } else {
            let square = abs(a.x) < abs(a.z) ? Vector3(0, -a.z, a.y) : Vector3(-a.y, a.x, 0)
            self = Quaternion(w: 0, x: square.x, y: square.y, z: square.z).normalized
        }
    }

    /// The sum of the squares of the four components.
    @inlinable public var lengthSquared: Double { w * w + x * x + y * y + z * z }

    /// The quaternion scaled to length 1; the zero quaternion gives NaN components.
    @inlinable public var normalized: Quaternion {
        let scale = 1 / lengthSquared.squareRoot()
        return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
    }

    /// The conjugate, which for a unit quaternion is the opposite rotation.
    @inlinable public var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    /// Whether all four components are finite.
    @inlinable public var isFinite: Bool { w.isFinite && x.isFinite && y.isFinite && z.isFinite }

    /// The rotation `b` followed by the rotation `a`, both seen from the reference axes (Hamilton's product).
    @inlinable @inline(__always) public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        Quaternion(
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
    }

    /// The vector `v`, given in device axes, in reference axes; for a unit quaternion.
    @inlinable @inline(__always) public func rotate(_ v: Vector3) -> Vector3 {
        let u = Vector3(x, y, z)
        let t = 2 * u.cross(v)
        return v + w * t + u.cross(t)
    }

    /// The vector `v`, given in reference axes, in device axes; for a unit quaternion.
    @inlinable public func unrotate(_ v: Vector3) -> Vector3 { conjugate.rotate(v) }

    /// The rotation vector: the axis times the angle in radians, of the shorter way round, length 0 to π.
    public var rotationVector: Vector3 {
        let sign = w < 0 ? -1.0 : 1.0
        let imaginary = Vector3(x, y, z) * sign
        let sine = imaginary.length
        guard sine > 0 else { return .zero }
        return imaginary * (2 * PlatformMath.arcTangent(sine, abs(w)) / sine)
    }

    /// The angle between two attitudes in radians, 0 to π, whatever the signs of the quaternions.
    public func angle(to other: Quaternion) -> Double {
        let difference = conjugate * other
        let sine = Vector3(difference.x, difference.y, difference.z).length
        return 2 * PlatformMath.arcTangent(sine, abs(difference.w))
    }

    /// The direction of gravity in device axes, length 1 for a unit quaternion: the reference frame's -z.
    @inlinable public var gravity: Vector3 {
        Vector3(-2 * (x * z - w * y), -2 * (y * z + w * x), -(w * w - x * x - y * y + z * z))
    }
}
