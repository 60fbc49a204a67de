/// Keeps the times of one table in order, so that a wrong time costs its own row and not those that follow.
///
/// A time that follows the last one within ten of the steps before is taken. Any other row is judged by the rows behind
/// it, at most `window` of them:
///
/// - A time further ahead is believed where that leaves more rows in order than doing without it: there is a gap.
///   Otherwise it is an outlier, and dropped.
/// - A time that goes back is dropped where `quorum` rows behind it go on from the last one: it came late, or is wrong.
///   Where they agree with each other instead, the clock was set back: this and all later times are moved forward, so
///   that the recording goes on by its usual step.
/// - The first times are believed where `quorum` of them agree, else where that leaves the most rows in order.
final class RecordingClock {
    /// What becomes of a row.
    enum Verdict {
        case take, drop
        /// The row is taken; its time and all that follow are moved forward.
        case moveForward
    }

    /// Rows that are looked at to judge one, itself included.
    static let window = 32
    /// Rows that have to agree with each other.
    private static let quorum = 3
    /// A step up to this (s) needs no second look.
    private static let smallestDoubt = 0.05
    /// A first time is believed where the next one goes back by no more than this (s), if nothing else tells.
    private static let firstDoubt = 10.0

    /// The time of the last row that was taken; minus infinity before the first.
    private(set) var last = -Double.infinity
    /// What is added to the table's own times.
    private var offset = 0.0
    private var step = 0.0
    private var largestStep = -Double.infinity

    /// Takes a row whose time (the table's own) follows closely; false if it has to be judged.
    @inline(__always)
    func follows(_ own: Double) -> Bool {
        let time = moved(own)
        guard time >= last, time - last <= largestStep else { return false }
        take(time)
        return true
    }

    @inline(__always)
    private func moved(_ own: Double) -> Double { offset == 0 ? own : own + offset }

    @inline(__always)
    private func take(_ time: Double) {
        if time > last, last > -.infinity { step = min(time - last, largestStep) }
        last = time
        largestStep = max(Self.smallestDoubt, 10 * step)
    }

    /// Whether the first of these rows, by the table's own times, can be judged without waiting for more.
    func isDecided(by own: [Double]) -> Bool {
        guard own.count >= Self.quorum, moved(own[0]) >= last else { return false }
        return zip(own.dropFirst(), own).allSatisfy { $0 >= $1 }
    }

    /// Whether no row has been taken yet.
    var isNew: Bool { last == -.infinity }

    /// Judges a row by its own time and those of the rows behind it.
    func judge(_ own: [Double]) -> Verdict {
        let times = own.map(moved)
        guard let time = times.first, time.isFinite else { return .drop }
        guard time < last else {
            guard isBelieved(times) else { return .drop }
            if isNew { step = Self.smallestStep(times) }
            take(time)
            return .take
        }
        guard let move = moveForward(times) else { return .drop }
        offset += move
        take(max(last, moved(own[0])))
        return .moveForward
    }

    /// Whether the first time, which is ahead, leaves more of the others in order than it costs.
    private func isBelieved(_ times: [Double]) -> Bool {
        let others = times.dropFirst()
        let with = 1 + Self.longestRun(others, from: times[0])
        let without = Self.longestRun(others, from: last)
        guard isNew, with <= without, let next = others.first else { return with > without }
        return isDecided(by: Array(times.prefix(Self.quorum)))
            || (with == without && times[0] - next <= Self.firstDoubt)
    }

    /// How far forward the times from the first on, which goes back, are to be moved; nil if it is to be dropped.
    private func moveForward(_ times: [Double]) -> Double? {
        let goingOn = Self.longestRun(times[...], from: last)
        let back = times.filter { $0 < last }
        let anew = 1 + Self.longestRun(back.dropFirst(), from: times[0])
        guard anew >= Self.quorum, goingOn < min(Self.quorum, anew), 4 * anew >= 3 * times.count else { return nil }
        let move = last + (step > 0 ? step : Self.smallestStep(back)) - times[0]
        return move.isFinite ? move : nil
    }

    /// The smallest step forward of these times; 0 if there is none.
    private static func smallestStep(_ times: [Double]) -> Double {
        zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 0
    }

    /// The most of these times, from one on, that can be left in order by dropping others.
    private static func longestRun(_ times: ArraySlice<Double>, from first: Double) -> Int {
        // The smallest last time of a run of each length (Schensted, "Longest increasing and decreasing subsequences", 1961).
        var ends: [Double] = []
        for time in times where time >= first {
            if let place = ends.firstIndex(where: { $0 > time }) { ends[place] = time } else { ends.append(time) }
        }
        return ends.count
    }
}
