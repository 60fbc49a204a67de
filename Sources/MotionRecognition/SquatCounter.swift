public import MotionTypes

/// Counts squats by the algorithm of a well-known tutorial: user acceleration along gravity, held beyond a threshold.
///
/// It begins waiting for the body to go down. The projection of user acceleration on gravity, rounded to hundredths of G,
/// must stay above +0.15 G for 0.2 s (the braking at the bottom), then below -0.15 G for 0.2 s (the braking at the top),
/// which counts one. A sample on the wrong side of the threshold cancels the wait; one exactly on it does neither. The
/// tutorial's timer runs here in the samples' own time.
///
/// For comparison, and for those who know it: on real squats it is within one of the truth in 28 % of sets, and it counts
/// walking. At 10 Hz the timer falls due together with the second sample after the one that set it; which of the two comes
/// first decides whether two or three samples beyond the threshold are needed (`Order`).
///
/// Source: A. Kakegawa, @IT "iPhone/iPad smart app recipes (2)", 2012.
public struct SquatCounter: Hashable, Sendable {
    /// What comes first when the timer falls due at the time of a sample.
    public enum Order: Sendable, CaseIterable {
        /// The timer: two samples at 10 Hz are enough, which counts more of the real squats.
        case timerFirst
        /// The sample, which may still cancel.
        case sampleFirst
    }

    /// The constants.
    public struct Parameters: Hashable, Sendable {
        /// The projection in G that must be exceeded.
        public var threshold = 0.15
        /// For how long, in seconds.
        public var duration = 0.2
        /// What comes first at the same time.
        public var order = Order.timerFirst
        /// Times (s) that differ by no more than this are the same.
        public var sameTime = 1e-6

        /// The tutorial's constants, the timer first.
        public init() {}
    }

    /// What the counter waits for.
    public enum Phase: Sendable {
        /// The body to go down: +0.15 G at the bottom.
        case goingDown
        /// The body to come up again: -0.15 G at the top.
        case comingUp
    }

    /// The constants.
    public let parameters: Parameters
    /// The squats so far.
    public private(set) var count = 0
    /// What it waits for.
    public private(set) var phase = Phase.goingDown
    /// The time in seconds at which the present wait is over; nil while the threshold is not exceeded.
    public private(set) var due: Double?
    private var last = -Double.infinity

    /// A counter at 0, waiting for the body to go down.
    public init(parameters: Parameters = .init()) { self.parameters = parameters }

    /// The user acceleration along gravity in G, rounded to hundredths, half away from zero; NaN where either is zero.
    ///
    /// Positive is upward acceleration, whichever way gravity is taken to point, as long as both vectors have one sign
    /// convention.
    public static func projection(gravity: Vector3, userAcceleration user: Vector3) -> Double {
        // As the tutorial computes it: the length times the cosine of the angle.
        let length = user.lengthSquared.squareRoot()
        let cosine = user.dot(gravity) / (user.lengthSquared * gravity.lengthSquared).squareRoot()
        return (length * cosine * 100).rounded(.toNearestOrAwayFromZero) / 100
    }

    /// Takes in gravity and user acceleration in G, of one sign convention, at a time in seconds.
    ///
    /// Samples whose time is not finite are ignored; a time before the last one ends a wait, as the clock was set.
    ///
    /// - Returns: the time at which a squat was counted by this sample or since the one before; nil if none was.
    @discardableResult
    public mutating func update(gravity: Vector3, userAcceleration: Vector3, at time: Double) -> Double? {
        update(projection: Self.projection(gravity: gravity, userAcceleration: userAcceleration), at: time)
    }

    /// The same for a projection in G that is already known.
    @discardableResult
    public mutating func update(projection: Double, at time: Double) -> Double? {
        guard time.isFinite else { return nil }
        if time < last { due = nil }
        last = time
        let sameTime = parameters.sameTime
        var counted: Double?
        if let due, due < time - sameTime || (due <= time + sameTime && parameters.order == .timerFirst) {
            counted = elapse(due)
        }
        judge(projection, at: time)
        if let due, due <= time + sameTime, parameters.order == .sampleFirst { counted = elapse(due) }
        return counted
    }

    /// Lets time pass without a sample: a wait that was under way may end.
    ///
    /// - Returns: the time at which a squat was counted; nil if none was.
    @discardableResult
    public mutating func advance(to time: Double) -> Double? {
        guard let due, due <= time + parameters.sameTime else { return nil }
        last = max(last, due)
        return elapse(due)
    }

    /// Back to the beginning.
    public mutating func reset() { self = SquatCounter(parameters: parameters) }

    private mutating func judge(_ projection: Double, at time: Double) {
        let threshold = parameters.threshold
        let isBeyond = phase == .goingDown ? projection > threshold : projection < -threshold
        let isShort = phase == .goingDown ? projection < threshold : projection > -threshold
        if due != nil {
            if isShort { due = nil }
        } else if isBeyond {
            due = time + parameters.duration
        }
    }

    private mutating func elapse(_ time: Double) -> Double? {
        due = nil
        guard phase == .comingUp else {
            phase = .comingUp
            return nil
        }
        phase = .goingDown
        count += 1
        return time
    }
}
