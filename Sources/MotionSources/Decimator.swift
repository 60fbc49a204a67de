/// Thins a stream to an update interval: a sample is due when its time has reached the next multiple of the interval.
///
/// Multiples count from the first sample, or from the last due one when the interval changes. An interval at or under
/// the stream's own lets every sample pass. Times are in seconds.
public struct Decimator: Sendable {
    /// The longest interval, in seconds; longer ones, infinity included, are taken as this.
    public static let maximumInterval = 3600.0
    /// A sample this much (s) before its multiple still reaches it: the decimals of times in files are rounded.
    static let tolerance = 1e-6

    /// An interval up to this many times the stream's mean step is the stream's own.
    static let ownRate = 1.002

    private var origin: Double?
    private var nextMultiple = 0.0
    private var lastDue = 0.0
    private var last = 0.0
    private var meanStep = 0.0
    private var steps = 0.0

    /// The interval in seconds; zero, negative and NaN let every sample pass.
    public var interval: Double {
        didSet { if interval != oldValue && origin != nil { anchor(at: lastDue) } }
    }

    /// A decimator that has seen no sample yet, for an interval in seconds.
    public init(interval: Double) {
        self.interval = interval
    }

    /// Whether the sample with this time (s) is to be delivered.
    public mutating func isDue(_ timestamp: Double) -> Bool {
        guard let origin else {
            anchor(at: timestamp)
            lastDue = timestamp
            last = timestamp
            return true
        }
        let interval = min(self.interval, Self.maximumInterval)
        noteStep(timestamp)
        // Jitter must not cost a sample where the interval is the stream's own.
        if steps >= 10, interval <= meanStep * Self.ownRate {
            anchor(at: timestamp)
            lastDue = timestamp
            return true
        }
        guard interval > Self.tolerance else {
            lastDue = timestamp
            return true
        }
        // A clock that was set back would silence the stream until it had caught up; the count starts anew instead.
        if timestamp < lastDue - interval {
            anchor(at: timestamp)
            lastDue = timestamp
            return true
        }
        let elapsed = timestamp - origin + Self.tolerance
        guard elapsed >= nextMultiple * interval else { return false }
        nextMultiple = (elapsed / interval).rounded(.down) + 1
        lastDue = timestamp
        return true
    }

    /// Follows the stream's own step; gaps and times that go back are left out.
    private mutating func noteStep(_ timestamp: Double) {
        let step = timestamp - last
        last = timestamp
        guard step > 0, steps < 10 || step < 3 * meanStep else { return }
        steps = min(steps + 1, 100)
        meanStep += (step - meanStep) / steps
    }

    private mutating func anchor(at timestamp: Double) {
        origin = timestamp
        nextMultiple = 1
    }
}
