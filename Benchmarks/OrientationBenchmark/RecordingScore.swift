import MotionRecognition
import MotionTypes

/// How a detector did on recorded trials.
struct RecordingScore {
    private var hours = 0.0
    private var falseFlips = 0
    private var needless = 0
    private var stayed = 0
    private var wrong = 0
    private var turns = (all: 0, calm: 0)
    private var missed = (all: 0, calm: 0)
    private var latencies: [Double] = []

    mutating func add(_ states: [DeviceOrientation], _ trial: RecordedTrial) {
        for index in trial.moments.indices.dropFirst() {
            let (before, after) = (states[index - 1], states[index])
            if trial.truth[index] != nil { hours += (trial.moments[index].time - trial.moments[index - 1].time) / 3600 }
            guard after != before, before != .unknown, after != .unknown, trial.truth[index] != nil else { continue }
            if !wasNear(after, at: index, trial) { falseFlips += 1 }
            if !hasStay(after, at: index, trial) { needless += 1 }
        }
        for stay in trial.stays {
            stayed += stay.range.count
            wrong += stay.range.count { states[$0] != stay.orientation }
        }
        for (before, after) in zip(trial.stays, trial.stays.dropFirst()) where before.orientation != after.orientation {
            addTurn(to: after, states, trial)
        }
    }

    /// Whether the truth was within 60 degrees of an orientation in the last half second.
    private func wasNear(_ orientation: DeviceOrientation, at index: Int, _ trial: RecordedTrial) -> Bool {
        var look = index
        while look >= 0, trial.moments[index].time - trial.moments[look].time <= 0.5 {
            if let truth = trial.truth[look], abs(truth.lean) <= 85,
                RecordedTrial.distance(truth.angle, orientation) <= 60
            {
                return true
            }
            look -= 1
        }
        return false
    }

    /// Whether a stay in an orientation lies within a second.
    private func hasStay(_ orientation: DeviceOrientation, at index: Int, _ trial: RecordedTrial) -> Bool {
        let time = trial.moments[index].time
        return trial.stays.contains { stay in
            stay.orientation == orientation && trial.moments[stay.range.lowerBound].time - 1 <= time
                && time <= trial.moments[stay.range.upperBound].time + 1
        }
    }

    private mutating func addTurn(to stay: RecordedTrial.Stay, _ states: [DeviceOrientation], _ trial: RecordedTrial) {
        turns.all += 1
        if !trial.isSwinging { turns.calm += 1 }
        let entry = trial.moments[stay.range.lowerBound].time
        var look = stay.range.lowerBound
        while look > 0, entry - trial.moments[look - 1].time <= 1 { look -= 1 }
        guard let hit = (look...stay.range.upperBound).first(where: { states[$0] == stay.orientation }) else {
            missed.all += 1
            if !trial.isSwinging { missed.calm += 1 }
            return
        }
        if !trial.isSwinging { latencies.append(trial.moments[hit].time - entry) }
    }

    static let header =
        "                              false/h  needless/h  wrong %  missed of all  of calm  latency ms median  p95"

    func row(_ name: String) -> String {
        let sorted = latencies.sorted()
        let middle = sorted.isEmpty ? [.nan] : sorted[(sorted.count - 1) / 2...sorted.count / 2]
        let median = middle.reduce(0, +) / Double(middle.count) * 1000
        let high = sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(0.95 * Double(sorted.count)))] * 1000
        return pad(name, 30)
            + cells(
                (Double(falseFlips) / hours, 7, 1), (Double(needless) / hours, 12, 1),
                (100 * Double(wrong) / Double(max(stayed, 1)), 9, 2))
            + pad("  \(missed.all)/\(turns.all)", 17) + pad("\(missed.calm)/\(turns.calm)", 9)
            + cells((median, 17, 0), (high, 5, 0))
    }
}
