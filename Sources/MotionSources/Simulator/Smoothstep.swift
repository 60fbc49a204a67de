/// A quantity at one instant with its first two derivatives by time.
struct Derivatives {
    var value = 0.0
    var first = 0.0
    var second = 0.0

    static func += (a: inout Derivatives, b: Derivatives) {
        a.value += b.value
        a.first += b.first
        a.second += b.second
    }
}

/// The step of degree seven: from 0 to 1 over [0, 1] with three derivatives that vanish at both ends.
///
/// It is the lowest polynomial step whose acceleration is smooth and whose jerk is continuous (the minimum-jerk step of
/// Flash and Hogan, Journal of Neuroscience 5(7), 1985, one order up).
enum Smoothstep {
    /// The step and its derivatives by `u`, for `u` in [0, 1].
    @inline(__always) static func step(_ u: Double) -> Derivatives {
        let rest = 1 - u
        let product = u * rest
        return Derivatives(
            value: u * u * u * u * (35 + u * (-84 + u * (70 - 20 * u))),
            first: 140 * product * product * product,
            second: 420 * product * product * (rest - u))
    }

    /// The integral of the step from 0 to `u`, for `u` in [0, 1]; 1/2 at 1.
    @inline(__always) static func integral(_ u: Double) -> Double {
        let squared = u * u
        return squared * squared * u * (7 + u * (-14 + u * (10 - 2.5 * u)))
    }

    /// A window that rises from 0 to 1 in `ramp` seconds, stays, and falls to 0 within the last `ramp` seconds, and its
    /// derivatives by time, at `time` in [0, duration].
    @inline(__always) static func window(at time: Double, duration: Double, ramp: Double) -> Derivatives {
        let rising = time < ramp
        let u = rising ? time / ramp : (duration - time) / ramp
        guard u < 1 else { return Derivatives(value: 1) }
        let edge = step(u)
        return Derivatives(
            value: edge.value, first: (rising ? 1 : -1) * edge.first / ramp, second: edge.second / (ramp * ramp))
    }
}
