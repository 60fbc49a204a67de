public import MotionTypes

/// Tells which way a device is held, from gravity or from the accelerometer alone, whatever the rotation lock says.
///
/// A change needs evidence: the further the screen has turned beyond the halfway mark and its hysteresis, the faster it
/// gathers, from half a second at the margin to 50 ms well beyond it. Swinging, shaking and free fall slow it or stop
/// it. Lying flat is told apart from the planar orientation, which goes on being decided up to a lean of 75° and is kept
/// beyond. *Lean* is the angle between the screen and the vertical: 0 upright, π/2 face up, -π/2 face down.
///
/// Feed samples in the order of their times, at any rate from 5 Hz on; changes by gravity are the same from 25 Hz on, those
/// by the accelerometer alone from 50 Hz on, below which swings look like other movements. Samples that are not finite or
/// zero are passed over; a device whose samples have been of no use for a second is `unknown`. Free fall changes nothing.
public struct OrientationDetector: Sendable {
    /// What is known after a sample.
    public struct Reading: Hashable, Sendable {
        /// Which way the device is held, lying flat included.
        public var orientation: DeviceOrientation
        /// Which way up the screen is, also while the device lies flat.
        public var planar: DeviceOrientation
        /// The turn of the screen against gravity in rad, (-π, π]: 0 portrait, π/2 landscape left, -π/2 landscape right.
        public var screenAngle: Double
        /// The lean in rad, [-π/2, π/2].
        public var lean: Double
        /// How clear the planar orientation is, 0 to 1: less where the device leans far, and while it is being left.
        public var confidence: Double
    }

    /// The constants.
    public let parameters: Parameters
    /// Gravity's share in the screen plane at the planar limit.
    private let leastShare: Double
    /// The same at the limit of the first determination.
    private let firstShare: Double

    /// What is known; `unknown` before the first determination.
    public private(set) var reading = Reading(
        orientation: .unknown, planar: .unknown, screenAngle: 0, lean: 0, confidence: 0)

    /// A sample: opposite to gravity, and opposite to the acceleration where that comes beside it, in G.
    private struct Input {
        var up: Vector3
        var acceleration: Vector3?
    }
    private var last: (input: Input, time: Double)?
    private var evidence = 0.0
    private var firstCandidate = DeviceOrientation.unknown
    private var flatEnter = Dwell()
    private var flatLeave = Dwell()
    /// 1 face up, -1 face down, else 0.
    private var flat = 0.0
    private var swing = Swing()
    private var shake = Shake()
    private var check: GravityCheck

    /// A detector that has seen nothing yet.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
        leastShare = PlatformMath.cosine(parameters.planarLimit)
        firstShare = PlatformMath.cosine(parameters.firstLimit)
        check = GravityCheck(parameters)
    }

    /// The time in seconds from which the orientation is `unknown` unless a sample of use comes before; nil before the first.
    public var expiry: Double? { last.map { $0.time + parameters.unusable } }

    /// Takes in fused gravity in G (Core Motion's sign) at a time in seconds, and the raw acceleration of that time where
    /// it is known, which is held against gravity.
    @discardableResult
    public mutating func update(gravity: Vector3, acceleration: Vector3? = nil, at time: Double) -> Reading {
        let usable = acceleration.flatMap { Self.isUsable($0) ? -$0 : nil }
        return update(Input(up: -gravity, acceleration: usable), at: time, isFused: true)
    }

    /// Takes in a raw acceleration in G (Core Motion's sign) at a time in seconds, for devices without a gyroscope.
    @discardableResult
    public mutating func update(acceleration: Vector3, at time: Double) -> Reading {
        update(Input(up: -acceleration), at: time, isFused: false)
    }

    private mutating func update(_ input: Input, at time: Double, isFused: Bool) -> Reading {
        guard time.isFinite else { return reading }
        guard Self.isUsable(input.up), input.up.lengthSquared > 0 else {
            if let last, time - last.time > parameters.unusable { forget() }
            return reading
        }
        guard let previous = last, time > previous.time, time - previous.time <= parameters.gap else {
            if let last, time == last.time { return reading }
            if let last, time - last.time > parameters.unusable { forget() }
            evidence = 0
            last = (input, time)
            return reading
        }
        let dt = time - previous.time
        let steps = max(1, (dt / max(1e-4, parameters.longestStep) - 1e-6).rounded(.up))
        var step = 1.0
        while step <= steps {
            advance(Self.between(previous.input, input, step / steps), dt / steps, isFused)
            step += 1
        }
        if isFused, let acceleration = input.acceleration { check.observe(acceleration, dt, parameters) }
        last = (input, time)
        return reading
    }

    /// Finite, and not beyond every sensor's range.
    private static func isUsable(_ vector: Vector3) -> Bool { vector.isFinite && vector.lengthSquared < 1e6 }

    /// Back to the beginning, but for what is being fed.
    private mutating func forget() { self = OrientationDetector(parameters: parameters) }

    private static func between(_ a: Input, _ b: Input, _ part: Double) -> Input {
        guard part < 1 else { return b }
        var input = Input(up: a.up + (b.up - a.up) * part)
        if let first = a.acceleration, let second = b.acceleration {
            input.acceleration = first + (second - first) * part
        }
        return input
    }
}

// MARK: - A step

extension OrientationDetector {
    private mutating func advance(_ input: Input, _ dt: Double, _ isFused: Bool) {
        var up = input.up
        var gate = 1.0
        if !isFused {
            (up, gate) = shake.smooth(up, dt, parameters)
        } else if let acceleration = input.acceleration {
            up = check.choose(fused: up, acceleration: acceleration, dt, parameters)
        }
        let length = up.length
        guard length >= parameters.freeFall else {
            evidence = 0
            return
        }
        up = up / length
        let share = (up.x * up.x + up.y * up.y).squareRoot()
        reading.lean = PlatformMath.arcTangent(up.z, share)
        reading.screenAngle = PlatformMath.arcTangent(up.x, up.y)
        if isFused { gate /= swing.factor(up, dt, parameters) }
        decidePlanar(share: share, gate: gate, dt)
        decideFlat(dt)
        reading.orientation = flat == 0 ? reading.planar : flat > 0 ? .faceUp : .faceDown
    }

    private mutating func decidePlanar(share: Double, gate: Double, _ dt: Double) {
        let isClear = share >= leastShare
        let clarity = 0.25 + 0.75 * min(1, max(0, (share - leastShare) / (parameters.clearShare - leastShare)))
        guard let angle = reading.planar.interfaceAngle else {
            decideFirst(share: share, dt)
            reading.confidence = 0
            return
        }
        guard isClear else {
            evidence = max(0, evidence - dt / parameters.evidenceDecay)
            reading.confidence = 0
            return
        }
        let turned = abs(PlatformMath.wrapped(reading.screenAngle - angle))
        let margin = turned - .pi / 4 - parameters.hysteresis
        if margin < 0 {
            evidence -= min(1, -margin / parameters.wideMargin) * dt / parameters.evidenceDecay
        } else {
            let part = min(1, margin / parameters.wideMargin)
            let dwell = parameters.longDwell + (parameters.shortDwell - parameters.longDwell) * part
            evidence += dt * clarity * gate / dwell
        }
        evidence = max(0, evidence)
        if evidence >= 1 {
            reading.planar = nearest
            evidence = 0
        }
        reading.confidence = clarity * (1 - evidence)
    }

    /// The first determination: fast near an orientation, slow halfway between two.
    ///
    /// A device that lies nearly flat from the start is judged too: what noise there is in the screen angle grows with
    /// 1/share, and its variance, which evidence must outweigh, with the square of that.
    private mutating func decideFirst(share: Double, _ dt: Double) {
        let isClear = share >= firstShare
        guard isClear, nearest == firstCandidate else {
            firstCandidate = isClear ? nearest : .unknown
            evidence = 0
            return
        }
        let clarity = min(1, share / parameters.clearShare)
        let off = abs(PlatformMath.wrapped(reading.screenAngle - (nearest.interfaceAngle ?? 0)))
        let part = min(1, max(0, .pi / 4 - off) / parameters.hysteresis)
        evidence +=
            dt * clarity * clarity / (parameters.longDwell + (parameters.firstDwell - parameters.longDwell) * part)
        // Rounding must not cost a step.
        guard evidence >= 1 - 1e-6 else { return }
        reading.planar = nearest
        evidence = 0
    }

    /// The planar orientation nearest to the screen angle.
    private var nearest: DeviceOrientation {
        let quarters = (reading.screenAngle / (.pi / 2)).rounded()
        return DeviceOrientation.planar[(Int(quarters) + 4) % 4]
    }

    private mutating func decideFlat(_ dt: Double) {
        let side = reading.lean > 0 ? 1.0 : -1
        if flat != side {
            guard flatEnter.hold(abs(reading.lean) > parameters.flatEnter, dt, for: parameters.flatEnterDwell) else {
                return leaveFlat(dt)
            }
            flat = side
            flatEnter.reset()
            flatLeave.reset()
        } else {
            flatEnter.reset()
            leaveFlat(dt)
        }
    }

    /// Lying flat ends once the planar orientation, which takes its place, is known.
    private mutating func leaveFlat(_ dt: Double) {
        let isRaised = flatLeave.hold(abs(reading.lean) < parameters.flatLeave, dt, for: parameters.flatLeaveDwell)
        if isRaised, reading.planar != .unknown { flat = 0 }
    }
}

/// Tells turning that leads somewhere from turning to and fro.
private struct Swing: Sendable {
    private var smooth: Vector3?
    private var net = 0.0
    private var path = 0.0
    private var rest = Dwell()

    /// How many times longer a decision takes.
    mutating func factor(
        _ up: Vector3, _ dt: Double, _ parameters: OrientationDetector.Parameters
    ) -> Double {
        guard let last = smooth else {
            smooth = up
            return 1
        }
        let now = last + (up - last) * lowPassShare(dt, parameters.swingSmoothing)
        smooth = now
        // The screen's turning as far as it shows: the share in its plane times the change of the angle there.
        let share = (now.x * now.x + now.y * now.y).squareRoot()
        let rate = share > 0 ? (now.x * last.y - now.y * last.x) / (share * dt) : 0
        let part = lowPassShare(dt, parameters.swingMemory)
        net += (rate - net) * part
        path += (abs(rate) - path) * part
        if rest.hold(abs(rate) < parameters.restRate, dt, for: parameters.restDwell) { return 1 }
        let excess = max(0, path - abs(net)) / parameters.swingRate
        return min(1 + excess * excess, parameters.swingLimit)
    }
}

/// Smooths an acceleration and tells how far it can be gravity.
private struct Shake: Sendable {
    private var mean: Vector3?
    private var slowMean: Vector3?
    private var restlessness = 0.0
    private var held = 0.0

    /// The smoothed direction, and how fast evidence may gather, 0 to 1.
    mutating func smooth(
        _ up: Vector3, _ dt: Double, _ parameters: OrientationDetector.Parameters
    ) -> (up: Vector3, gate: Double) {
        var smooth = mean ?? up
        smooth += (up - smooth) * lowPassShare(dt, parameters.accelerationSmoothing)
        mean = smooth
        var slow = slowMean ?? up
        slow += (up - slow) * lowPassShare(dt, parameters.checkSmoothing)
        slowMean = slow
        let deviation = (up - slow).lengthSquared
        restlessness += (deviation - restlessness) * lowPassShare(dt, parameters.shakeMemory)
        held = abs(up.length - 1) > parameters.magnitudeTolerance ? parameters.magnitudeHold : max(0, held - dt)
        return (smooth, held > 0 ? 0 : 1 / (1 + restlessness / parameters.shakeLevel))
    }
}
