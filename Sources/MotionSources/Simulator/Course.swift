internal import MotionTypes

/// One coordinate of a motion as a smooth function of time: a sum of movements, each with a start and an end.
///
/// Every movement has three continuous derivatives, so positions made of it have continuous acceleration and jerk. The
/// unit is the owner's: metres along a direction, radians about an axis.
public struct Course: Sendable {
    /// A beat that several oscillations keep: a frequency that wanders slowly and smoothly about its mean.
    public struct Rhythm: Sendable {
        /// The mean frequency in Hz.
        public var frequency: Double
        /// The time in seconds of a beat: the phase is 0 there.
        public var beat: Double
        /// How far the phase strays from that of an even beat, in radians.
        public var wander: Double
        /// The frequency in Hz at which it strays.
        public var wanderFrequency: Double

        /// A rhythm of a frequency in Hz with a beat at a time in seconds; without `wander` (rad) it is even.
        public init(frequency: Double, beat: Double, wander: Double = 0, wanderFrequency: Double = 0) {
            self.frequency = frequency
            self.beat = beat
            self.wander = wander
            self.wanderFrequency = wanderFrequency
        }

        /// The phase in radians at a time in seconds, and its derivatives.
        @inline(__always) func phase(at time: Double) -> Derivatives {
            let speed = 2 * .pi * frequency
            var phase = Derivatives(value: speed * (time - beat), first: speed)
            guard wander != 0 else { return phase }
            let wanderSpeed = 2 * .pi * wanderFrequency
            let sine = PlatformMath.sine(wanderSpeed * (time - beat))
            phase.value += wander * sine
            phase.first += wander * wanderSpeed * PlatformMath.cosine(wanderSpeed * (time - beat))
            phase.second = -wander * wanderSpeed * wanderSpeed * sine
            return phase
        }

        /// The time in seconds at which the phase is `number` whole turns.
        public func time(ofBeat number: Int) -> Double {
            var time = beat
            // A contraction: its factor is wander·wanderFrequency/frequency, a few hundredths for anything like a gait.
            for _ in 0..<30 {
                let stray = wander * PlatformMath.sine(2 * .pi * wanderFrequency * (time - beat))
                time = beat + (Double(number) - stray / (2 * .pi)) / frequency
            }
            return time
        }
    }

    /// One movement of a course.
    enum Shape: Sendable {
        case step(change: Double)
        case cruise(rate: Double, ramp: Double)
        case oscillation(amplitude: Double, rhythm: Rhythm, harmonic: Double, phase: Double, ramp: Double)
        case ringing(amplitude: Double, cycles: Double)
    }

    /// A movement and its time.
    struct Movement: Sendable {
        var start: Double
        var duration: Double
        var shape: Shape
        var end: Double { start + duration }
    }

    private(set) var movements: [Movement] = []

    /// A course that stays at 0.
    public init() {}

    /// Adds a movement by `change` that starts and ends at rest (times in seconds).
    public mutating func step(by change: Double, at start: Double, lasting duration: Double) {
        add(.step(change: change), start, duration)
    }

    /// Adds a movement at a constant `rate` a second, reached and left within `ramp` seconds.
    ///
    /// `ramp` is at most half the duration. The whole change is rate·(duration - ramp).
    public mutating func cruise(at rate: Double, from start: Double, lasting duration: Double, ramp: Double) {
        add(.cruise(rate: rate, ramp: Self.ramp(ramp, duration)), start, duration)
    }

    /// Adds amplitude·sin(harmonic·phase of the rhythm + `phase`) that swells and dies away within `ramp` seconds.
    public mutating func oscillate(
        amplitude: Double, rhythm: Rhythm, harmonic: Double = 1, phase: Double = 0, from start: Double,
        lasting duration: Double, ramp: Double
    ) {
        let shape = Shape.oscillation(
            amplitude: amplitude, rhythm: rhythm, harmonic: harmonic, phase: phase, ramp: Self.ramp(ramp, duration))
        add(shape, start, duration)
    }

    /// Adds a blow that rings down: some cycles of a sine under a window that rises within a third of the duration.
    public mutating func ring(amplitude: Double, cycles: Double, at start: Double, lasting duration: Double) {
        add(.ringing(amplitude: amplitude, cycles: cycles), start, duration)
    }

    private static func ramp(_ ramp: Double, _ duration: Double) -> Double { max(1e-3, min(ramp, duration / 2)) }

    /// A movement without a time of its own, or shorter than a millisecond, has no smooth shape and is left out.
    private mutating func add(_ shape: Shape, _ start: Double, _ duration: Double) {
        guard start.isFinite, duration.isFinite, duration >= 1e-3 else { return }
        movements.append(Movement(start: start, duration: duration, shape: shape))
    }
}

extension Course.Movement {
    /// The movement's value for good once it has ended.
    var finalValue: Double {
        switch shape {
        case .step(let change): change
        case .cruise(let rate, let ramp): rate * (duration - ramp)
        case .oscillation, .ringing: 0
        }
    }

    /// The movement's value and derivatives at a time between its start and its end.
    @inline(__always) func derivatives(at instant: Double) -> Derivatives {
        let time = instant - start
        switch shape {
        case .step(let change):
            let step = Smoothstep.step(time / duration)
            let slope = change / duration
            return Derivatives(
                value: change * step.value, first: slope * step.first, second: slope / duration * step.second)
        case .cruise(let rate, let ramp):
            let speed = Smoothstep.window(at: time, duration: duration, ramp: ramp)
            let way =
                time < ramp
                ? ramp * Smoothstep.integral(time / ramp)
                : duration - time < ramp
                    ? duration - ramp - ramp * Smoothstep.integral((duration - time) / ramp) : time - ramp / 2
            return Derivatives(value: rate * way, first: rate * speed.value, second: rate * speed.first)
        case .oscillation(let amplitude, let rhythm, let harmonic, let phase, let ramp):
            let beat = rhythm.phase(at: instant)
            let window = Smoothstep.window(at: time, duration: duration, ramp: ramp)
            let angle = Derivatives(
                value: harmonic * beat.value + phase, first: harmonic * beat.first, second: harmonic * beat.second)
            return Self.sine(of: angle, under: window, amplitude: amplitude)
        case .ringing(let amplitude, let cycles):
            let speed = 2 * .pi * cycles / duration
            return Self.sine(
                of: Derivatives(value: speed * time, first: speed),
                under: Self.ringingWindow(time / duration, duration: duration), amplitude: amplitude)
        }
    }

    /// amplitude·window·sin(angle), by the product rule.
    @inline(__always) private static func sine(
        of angle: Derivatives, under window: Derivatives, amplitude: Double
    ) -> Derivatives {
        let sine = PlatformMath.sine(angle.value)
        let cosine = PlatformMath.cosine(angle.value)
        let slope = angle.first * cosine
        let curvature = angle.second * cosine - angle.first * angle.first * sine
        return Derivatives(
            value: amplitude * window.value * sine,
            first: amplitude * (window.first * sine + window.value * slope),
            second: amplitude * (window.second * sine + 2 * window.first * slope + window.value * curvature))
    }

    /// u⁴(1-u)⁸ scaled to a peak of 1, which lies at u = 1/3, and its derivatives by time.
    @inline(__always) private static func ringingWindow(_ u: Double, duration: Double) -> Derivatives {
        let scale = 531_441.0 / 256  // 1 / ((1/3)⁴ (2/3)⁸)
        let rest = 1 - u
        let squared = u * u
        let restCubed = rest * rest * rest
        let common = scale * squared * restCubed * restCubed  // u²(1-u)⁶
        return Derivatives(
            value: common * squared * rest * rest,
            first: common * u * rest * (4 * rest - 8 * u) / duration,
            second: common * (12 * rest * rest - 64 * u * rest + 56 * squared) / (duration * duration))
    }
}
