/// Reads the rows of one table of text in time order.
final class TableReader {
    /// A bit for each slot of the row that holds a value.
    private(set) var present: UInt32 = 0
    /// The time of the row in seconds, which may have been moved forward.
    private(set) var time = 0.0
    /// Whether there is a row: not before the first `advance` and not after the end.
    private(set) var hasRow = false

    private let rows: RowReader
    private let mayWait: Bool
    private let clock = RecordingClock()
    /// Rows that were read on past another one to judge it.
    private let rowsAhead = RowQueue()
    /// Where streams start: a row that is dropped loses one sample for each.
    private let streamMasks: [UInt32]
    private var unsortedTimestamps = 0
    private var clockSetBacks = 0

    init(_ source: ByteSource, plan: TablePlan) {
        rows = RowReader(source, plan: plan)
        mayWait = source.mayWait
        let mask = plan.mask
        streamMasks = (Slot.groups.filter { $0.component == [] }.map(\.mask) + [Slot.deviceMotionMask])
            .filter { mask & $0 != 0 }
    }

    /// The values of the row; those that `present` has a bit for are finite.
    var values: UnsafeMutablePointer<Double> { rows.values }

    /// What was wrong with the rows so far.
    var issues: RecordingIssues {
        var issues = rows.issues
        issues.unsortedTimestamps = unsortedTimestamps
        issues.clockSetBacks = clockSetBacks
        return issues
    }

    /// Whether `advance` would not have to wait for a stream; where a time is in doubt, it may have to nevertheless.
    var isAtHand: Bool {
        !mayWait || !rowsAhead.isEmpty || rows.isAtHand
    }

    /// Reads on to the next row whose time is in order.
    func advance() {
        hasRow = false
        while !takeRow(), !judgeRow() { noteUnsorted() }
    }

    /// Takes the next row, or the end; false if the row has to be judged, and is then the first of the rows ahead.
    @inline(__always)
    private func takeRow() -> Bool {
        if let next = rowsAhead.times.first {
            guard clock.follows(next) else { return false }
            present = rowsAhead.removeFirst(into: values)
        } else {
            guard rows.next() else { return true }
            guard clock.follows(rows.time) else {
                rowsAhead.append(rows)
                return false
            }
            present = rows.present
        }
        time = clock.last
        hasRow = true
        return true
    }

    /// Judges the first of the rows ahead by those behind it; false if it is dropped.
    @inline(never)
    private func judgeRow() -> Bool {
        readAhead()
        let verdict = clock.judge(rowsAhead.times)
        present = rowsAhead.removeFirst(into: values)
        time = clock.last
        hasRow = verdict != .drop
        if verdict == .moveForward { clockSetBacks += 1 }
        return hasRow
    }

    /// Reads rows ahead, as many as it takes to judge the first of them.
    private func readAhead() {
        while !rowsAhead.isFull {
            // More rows would only tell more about those behind it, and a stream is not waited for.
            if clock.isDecided(by: rowsAhead.times), clock.isNew || !rows.isAtHand { return }
            guard rows.next() else { return }
            rowsAhead.append(rows)
        }
    }

    /// Counts the samples of the row, whose time is not in order.
    private func noteUnsorted() {
        for mask in streamMasks where present & mask != 0 { unsortedTimestamps += 1 }
    }
}
