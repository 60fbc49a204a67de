/// Three components along a frame's x, y and z axes; the quantity and its unit are the owner's.
@frozen public struct Vector3: Hashable, Sendable {
    /// The component along x.
    public var x: Double
    /// The component along y.
    public var y: Double
    /// The component along z.
    public var z: Double

    /// A vector of three components.
    @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The vector (0, 0, 0).
    public static let zero = Vector3(0, 0, 0)

    /// The Euclidean length, in the unit of the components; NaN if one of them is NaN.
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    /// The square of the length.
    @inlinable public var lengthSquared: Double { x * x + y * y + z * z }

    /// The vector of length 1 in the same direction; the zero vector gives NaN components.
    @inlinable public var normalized: Vector3 { self / length }

    /// Whether all three components are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The scalar product of two vectors.
    @inlinable public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

    /// The right-handed vector product of two vectors.
    @inlinable public func cross(_ other: Vector3) -> Vector3 {
        Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// The angle between two vectors, in radians, 0 to π; exact for small angles too; 0 if one of them is zero.
    @inlinable public func angle(to other: Vector3) -> Double {
        PlatformMath.arcTangent(cross(other).length, dot(other))
    }

    /// The componentwise sum.
    @inlinable public static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }

    /// The componentwise difference.
    @inlinable public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }

    /// The vector of opposite direction.
    @inlinable public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }

    /// The vector stretched by a factor.
    @inlinable public static func * (a: Vector3, factor: Double) -> Vector3 {
        Vector3(a.x * factor, a.y * factor, a.z * factor)
    }

    /// The vector stretched by a factor.
    @inlinable public static func * (factor: Double, a: Vector3) -> Vector3 { a * factor }

    /// The vector shortened by a divisor; division by zero follows IEEE 754.
    @inlinable public static func / (a: Vector3, divisor: Double) -> Vector3 {
        Vector3(a.x / divisor, a.y / divisor, a.z / divisor)
    }

    /// Adds a vector in place.
    @inlinable public static func += (a: inout Vector3, b: Vector3) { a = a + b }

    /// Subtracts a vector in place.
    @inlinable public static func -= (a: inout Vector3, b: Vector3) { a = a - b }
}
