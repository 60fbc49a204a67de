// MotionTypes: the value types every other module speaks in. It may import nothing but the platform's C library, and
// that only here, so that the core also compiles as Embedded Swift.

#if canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#elseif canImport(Darwin)
    public import Darwin
#else
    // Without a C library (Embedded Swift) whoever links the program brings these.
    @_extern(c, "sin") @usableFromInline func sin(_ value: Double) -> Double
    @_extern(c, "cos") @usableFromInline func cos(_ value: Double) -> Double
    @_extern(c, "atan2") @usableFromInline func atan2(_ y: Double, _ x: Double) -> Double
    @_extern(c, "acos") @usableFromInline func acos(_ value: Double) -> Double
    @_extern(c, "exp") @usableFromInline func exp(_ value: Double) -> Double
    @_extern(c, "log") @usableFromInline func log(_ value: Double) -> Double
#endif

/// The elementary functions of the platform's C library, under one roof.
///
/// Angles are in radians. Arguments outside a function's domain give NaN, as IEEE 754 has it.
public enum PlatformMath {
    /// The sine of an angle in radians.
    @inlinable public static func sine(_ angle: Double) -> Double { sin(angle) }

    /// The cosine of an angle in radians.
    @inlinable public static func cosine(_ angle: Double) -> Double { cos(angle) }

    /// The angle in (-π, π] whose tangent is `y / x`, in the quadrant of the point (`x`, `y`).
    @inlinable public static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

    /// The angle in [0, π] whose cosine is `value`; values beyond ±1 are taken as ±1.
    @inlinable public static func arcCosine(_ value: Double) -> Double { acos(max(-1, min(1, value))) }

    /// The exponential function.
    @inlinable public static func exponential(_ value: Double) -> Double { exp(value) }

    /// The natural logarithm; NaN for negative values.
    @inlinable public static func logarithm(_ value: Double) -> Double { log(value) }

    /// `angle` (rad) turned by whole turns into [-π, π].
    @inlinable public static func wrapped(_ angle: Double) -> Double {
        angle - 2 * .pi * (angle / (2 * .pi)).rounded()
    }
}
