import MotionTypes

/// Root mean square errors of attitudes in degrees, as BROAD defines them (Laidig et al., Data 6(7):72, 2021).
struct FusionError: Sendable {
    var total = 0.0
    /// The total without one constant heading offset.
    var free = 0.0
    var inclination = 0.0

    init(total: Double = 0, free: Double = 0, inclination: Double = 0) {
        (self.total, self.free, self.inclination) = (total, free, inclination)
    }

    init(_ attitudes: [Quaternion], _ truth: [Quaternion?]) {
        var errors: [Quaternion] = []
        errors.reserveCapacity(truth.count)
        for (attitude, truth) in zip(attitudes, truth) {
            if let truth { errors.append(attitude * truth.conjugate) }
        }
        // The mean of the headings, as unit vectors.
        var (sine, cosine) = (0.0, 0.0)
        for e in errors {
            let heading = 2 * PlatformMath.arcTangent(e.z, e.w)
            sine += PlatformMath.sine(heading)
            cosine += PlatformMath.cosine(heading)
        }
        let back = Quaternion(aboutZ: -PlatformMath.arcTangent(sine, cosine))
        total = Self.rootMeanSquare(errors) { 2 * Self.arcCosine(abs($0.w)) }
        free = Self.rootMeanSquare(errors) { 2 * Self.arcCosine(abs((back * $0).w)) }
        inclination = Self.rootMeanSquare(errors) {
            2 * Self.arcCosine(($0.w * $0.w + $0.z * $0.z).squareRoot())
        }
    }

    private static func arcCosine(_ value: Double) -> Double {
        let clipped = min(1, value)
        return PlatformMath.arcTangent((1 - clipped * clipped).squareRoot(), clipped)
    }

    private static func rootMeanSquare(_ errors: [Quaternion], _ angle: (Quaternion) -> Double) -> Double {
        let sum = errors.reduce(0) { $0 + angle($1) * angle($1) }
        return (sum / Double(max(1, errors.count))).squareRoot() * Units.degreesPerRadian
    }

    static func mean(_ errors: [FusionError]) -> FusionError {
        let n = Double(max(1, errors.count))
        return FusionError(
            total: errors.reduce(0) { $0 + $1.total } / n, free: errors.reduce(0) { $0 + $1.free } / n,
            inclination: errors.reduce(0) { $0 + $1.inclination } / n)
    }
}
