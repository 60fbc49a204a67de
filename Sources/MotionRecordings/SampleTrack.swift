import MotionTypes

/// Turns the rows of one table, or of several that belong together, into samples in time order.
final class SampleTrack {
    private let tables: [TableReader]
    private var hasStarted = false
    /// Whether the only table has yet to be read on, because its next row was not at hand.
    private var isBehind = false
    /// The times of the last sample of each stream, by its rank.
    private var lastTimes = [Double](repeating: -.infinity, count: 4)
    /// Samples of the last group that were too many for the batch, and how many of them have been given since.
    private var overflow: [MotionSample] = []
    private var overflowGiven = 0
    /// The row that rows of several tables are joined in.
    private let joined: UnsafeMutablePointer<Double>
    private var duplicateTimestamps = 0

    /// Rows of one time whose samples are put into order together; more than these are taken in several groups.
    private static let longestGroup = 1 << 14

    init(_ tables: [TableReader]) {
        self.tables = tables
        joined = .allocate(capacity: Slot.count)
        joined.initialize(repeating: 0, count: Slot.count)
    }

    deinit { joined.deallocate() }

    /// How many files the track is read from.
    var tableCount: Int { tables.count }

    /// What was wrong so far.
    var issues: RecordingIssues {
        var sum = RecordingIssues()
        for table in tables { sum.add(table.issues) }
        sum.duplicateTimestamps = duplicateTimestamps
        return sum
    }

    /// Where a sample stands among those of the same time: what fusion needs first comes first.
    private static func rank(_ sample: MotionSample) -> Int {
        switch sample {
        case .sensor(let sample): rank(sample.kind)
        case .deviceMotion: deviceMotionRank
        }
    }

    /// Where device motion stands.
    static let deviceMotionRank = 3

    /// Where a reading stands.
    static func rank(_ kind: SensorKind) -> Int {
        switch kind {
        case .accelerometer: 0
        case .magnetometer: 1
        case .gyroscope: 2
        }
    }

    /// Appends up to `count` samples, of a stream those that are at hand; false if there are none left.
    func fill(_ batch: inout [MotionSample], atMost count: Int) -> Bool {
        let first = batch.count
        if !overflow.isEmpty { giveOverflow(&batch, atMost: count) }
        if !hasStarted {
            hasStarted = true
            for table in tables { table.advance() }
        }
        if tables.count == 1 {
            let table = tables[0]
            while batch.count - first < count, appendGroup(table, to: &batch, isFirst: batch.count == first) {}
        } else {
            while batch.count - first < count, appendJoined(to: &batch) {}
        }
        let excess = batch.count - first - count
        if excess > 0 {
            overflow.append(contentsOf: batch.suffix(excess))
            batch.removeLast(excess)
        }
        return batch.count > first
    }

    private func giveOverflow(_ batch: inout [MotionSample], atMost count: Int) {
        let given = overflow[overflowGiven...].prefix(count)
        batch.append(contentsOf: given)
        overflowGiven = given.endIndex
        guard overflowGiven == overflow.count else { return }
        overflow.removeAll(keepingCapacity: true)
        overflowGiven = 0
    }

    /// Appends the samples of all rows of the next time of a table; false at the end, or where that is to be waited for.
    @inline(__always)
    private func appendGroup(
        _ table: TableReader, to batch: inout [MotionSample], isFirst: Bool
    ) -> Bool {
        if isBehind {
            // Only where there is nothing to give away yet is a stream waited for.
            if !isFirst {
                guard table.isAtHand else { return false }
            }
            isBehind = false
            table.advance()
        }
        guard table.hasRow else { return false }
        let time = table.time
        let start = batch.count
        appendRow(table.values, present: table.present, time: time, to: &batch)
        var rows = 1
        while advanceIfAtHand(table), table.hasRow, table.time == time, rows < Self.longestGroup {
            appendRow(table.values, present: table.present, time: time, to: &batch)
            rows += 1
        }
        if rows > 1 { Self.sort(&batch, from: start) }
        return true
    }

    /// Reads the only table on if its next row is at hand: what there is is not held back for it.
    @inline(__always)
    private func advanceIfAtHand(_ table: TableReader) -> Bool {
        guard table.isAtHand else {
            isBehind = true
            return false
        }
        table.advance()
        return true
    }

    /// Appends the samples of the next time of several tables; false at the end.
    ///
    /// The tables of a track have no slots in common, so their rows fit into one.
    private func appendJoined(to batch: inout [MotionSample]) -> Bool {
        var time = Double.infinity
        for table in tables where table.hasRow { time = min(time, table.time) }
        guard time.isFinite else { return false }
        var present: UInt32 = 0
        for table in tables where table.hasRow && table.time == time {
            for slot in 0..<Slot.count where table.present >> UInt32(slot) & 1 != 0 {
                joined[slot] = table.values[slot]
            }
            present |= table.present
            table.advance()
        }
        appendRow(joined, present: present, time: time, to: &batch)
        return true
    }

    /// Appends the samples that a row holds.
    @inline(__always)
    private func appendRow(
        _ values: UnsafeMutablePointer<Double>, present: UInt32, time: Double, to batch: inout [MotionSample]
    ) {
        appendReading(.accelerometer, Slot.acceleration, values, present, time, &batch)
        appendReading(.magnetometer, Slot.magnetometer, values, present, time, &batch)
        appendReading(.gyroscope, Slot.gyroscope, values, present, time, &batch)
        if present & Slot.deviceMotionMask != 0 {
            batch.append(.deviceMotion(DeviceMotion(values, present: present, timestamp: time)))
            noteTime(time, rank: Self.deviceMotionRank)
        }
    }

    @inline(__always)
    private func appendReading(
        _ kind: SensorKind, _ slot: Int, _ values: UnsafeMutablePointer<Double>, _ present: UInt32, _ time: Double,
        _ batch: inout [MotionSample]
    ) {
        guard present >> UInt32(slot) & 7 == 7 else { return }
        let value = Vector3(values[slot], values[slot + 1], values[slot + 2])
        batch.append(.sensor(SensorSample(kind, timestamp: time, value: value)))
        noteTime(time, rank: Self.rank(kind))
    }

    /// Counts a sample that has the time of the one before it in its stream.
    @inline(__always)
    private func noteTime(_ time: Double, rank: Int) {
        if lastTimes[rank] == time { duplicateTimestamps += 1 }
        lastTimes[rank] = time
    }

    /// Puts the samples from `start` on, which are of one time, into the order of their ranks.
    private static func sort(_ batch: inout [MotionSample], from start: Int) {
        let group = batch[start...].map { (sample: $0, rank: rank($0)) }
        var place = start
        for rank in 0...deviceMotionRank {
            for entry in group where entry.rank == rank {
                batch[place] = entry.sample
                place += 1
            }
        }
    }
}
