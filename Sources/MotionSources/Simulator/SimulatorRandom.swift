public import MotionTypes

/// A seeded source of random numbers that gives the same numbers for the same seed, on every machine and release.
///
/// The bits are those of xoshiro256** (Blackman and Vigna, ACM Transactions on Mathematical Software 47(4), 2021),
/// whose state is filled by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Normal deviates take the platform's
/// logarithm, so their last bit can differ between C libraries.
public struct SimulatorRandom: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)
    private var spare: Double?

    /// A generator of one seed; different streams of a seed are independent of one another.
    public init(seed: UInt64, stream: UInt64 = 0) {
        var counter = seed
        // The stream's number passes the mixing once, so that neighbouring seeds and streams never meet.
        var streamCounter = stream
        counter ^= Self.splitMix(&streamCounter)
        state = (
            Self.splitMix(&counter), Self.splitMix(&counter), Self.splitMix(&counter), Self.splitMix(&counter)
        )
    }

    /// A generator in a state, for comparison with published numbers.
    init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

    private static func splitMix(_ counter: inout UInt64) -> UInt64 {
        counter &+= 0x9E37_79B9_7F4A_7C15
        var mixed = counter
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        let result = Self.rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotated(state.3, by: 45)
        return result
    }

    private static func rotated(_ bits: UInt64, by count: UInt64) -> UInt64 {
        (bits << count) | (bits >> (64 - count))
    }

    /// A number evenly distributed in [0, 1), a multiple of 2⁻⁵³.
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number evenly distributed between two bounds.
    public mutating func uniform(_ lower: Double, _ upper: Double) -> Double { lower + (upper - lower) * uniform() }

    /// A normal deviate of mean 0 and standard deviation 1 (polar method; Marsaglia and Bray, SIAM Review 6(3), 1964).
    public mutating func normal() -> Double {
        if let deviate = spare {
            spare = nil
            return deviate
        }
        while true {
            let x = 2 * uniform() - 1
            let y = 2 * uniform() - 1
            let squared = x * x + y * y
            if squared < 1 && squared > 0 {
                let scale = (-2 * PlatformMath.logarithm(squared) / squared).squareRoot()
                spare = y * scale
                return x * scale
            }
        }
    }

    /// Three independent normal deviates of mean 0 and standard deviation 1.
    public mutating func normalVector() -> Vector3 {
        let x = normal()
        let y = normal()
        return Vector3(x, y, normal())
    }

    /// A direction evenly distributed over the sphere, length 1.
    public mutating func direction() -> Vector3 {
        let height = uniform(-1, 1)
        let radius = max(0, 1 - height * height).squareRoot()
        let azimuth = uniform(-.pi, .pi)
        return Vector3(radius * PlatformMath.cosine(azimuth), radius * PlatformMath.sine(azimuth), height)
    }
}
