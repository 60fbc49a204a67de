import MotionTypes

/// The share of the way that a first-order low pass goes in a step of `dt` seconds (bilinear transform).
func lowPassShare(_ dt: Double, _ timeConstant: Double) -> Double { min(1, dt / (timeConstant + dt / 2)) }

/// Says when a condition has held for long enough.
struct Dwell: Hashable, Sendable {
    private var time = 0.0

    /// Counts a step of `dt` seconds; true once the condition has held for `length` seconds.
    mutating func hold(_ condition: Bool, _ dt: Double, for length: Double) -> Bool {
        time = condition ? time + dt : 0
        // Rounding must not cost a step.
        return condition && time >= length - 1e-9
    }

    mutating func reset() { time = 0 }
}
