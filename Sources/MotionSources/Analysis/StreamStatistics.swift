/// The times of one stream of a recording, in numbers.
public struct StreamStatistics: Sendable, Equatable {
    /// How many samples there are.
    public private(set) var count = 0
    /// The time of the first sample, in seconds.
    public private(set) var first = 0.0
    /// The time of the last sample, in seconds.
    public private(set) var last = 0.0
    /// The longest step between two samples, in seconds.
    public private(set) var longestStep = 0.0
    /// How many steps are gaps: longer than 0.15 s and than three of the steps before.
    public private(set) var gaps = 0
    private var usualStep = 0.0

    /// Statistics of no samples.
    public init() {}

    /// Takes the time (s) of the next sample.
    public mutating func add(_ timestamp: Double) {
        defer {
            last = timestamp
            count += 1
        }
        guard count > 0 else {
            first = timestamp
            return
        }
        let step = timestamp - last
        longestStep = max(longestStep, step)
        if count > 10, step > max(0.15, 3 * usualStep) {
            gaps += 1
        } else {
            usualStep += (step - usualStep) / Double(min(count, 50))
        }
    }

    /// From the first sample to the last, in seconds.
    public var duration: Double { last - first }

    /// Samples a second in the mean; nil where there are fewer than two, or no time between them.
    public var rate: Double? { count > 1 && duration > 0 ? Double(count - 1) / duration : nil }
}
