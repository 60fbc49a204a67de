/// The times of a replay: which timestamp a recorded time is delivered with, and when.
///
/// A pure computation: what waits for the times it gives stands in `PacedSource`. All times are in seconds.
struct ReplayTimeline: Sendable {
    /// How fast time passes; infinite means at once.
    let speed: Double
    /// Added to recorded times; nil before the first sample, which gets the boot time.
    private var shift: Double?
    private let bootTime: Double
    private var first: Double?
    private var last = 0.0
    private var meanStep = 0.0
    private var steps = 0

    /// A timeline whose first sample gets the time `bootTime`, or keeps its own where that is already since boot.
    init(speed: Double, bootTime: Double, timestampsAreSinceBoot: Bool) {
        self.speed = speed
        self.bootTime = bootTime
        shift = timestampsAreSinceBoot ? 0 : nil
    }

    /// The timestamp and the time since the start, in wall-clock seconds, at which a recorded time is delivered.
    mutating func place(_ recorded: Double) -> (timestamp: Double, due: Double) {
        let shift = self.shift ?? bootTime - recorded
        self.shift = shift
        let timestamp = recorded + shift
        guard let first else {
            self.first = timestamp
            last = timestamp
            return (timestamp, 0)
        }
        if timestamp > last {
            steps += 1
            meanStep += (timestamp - last - meanStep) / Double(min(steps, 100))
            last = timestamp
        }
        return (timestamp, speed.isFinite ? (timestamp - first) / speed : 0)
    }

    /// Begins another pass: its first sample, at the recorded time `recorded`, follows the last one by a mean step.
    mutating func restart(at recorded: Double) {
        guard first != nil else { return }
        shift = last + (meanStep > 0 ? meanStep : 0.01) - recorded
    }
}
