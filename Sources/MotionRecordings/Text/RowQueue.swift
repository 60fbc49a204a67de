/// Rows of a table that were read ahead, in their order; at most `RecordingClock.window` of them.
final class RowQueue {
    /// The rows' own times.
    private(set) var times: [Double] = []
    private var present: [UInt32] = []
    private let values: UnsafeMutablePointer<Double>
    /// The place of the first row, of those that the memory has room for.
    private var first = 0

    private static let capacity = RecordingClock.window

    init() {
        values = .allocate(capacity: Self.capacity * Slot.count)
        values.initialize(repeating: 0, count: Self.capacity * Slot.count)
    }

    deinit { values.deallocate() }

    var isEmpty: Bool { times.isEmpty }
    var isFull: Bool { times.count == Self.capacity }

    /// Adds the row that was read last, for which there has to be room.
    func append(_ row: RowReader) {
        place(times.count).update(from: row.values, count: Slot.count)
        times.append(row.time)
        present.append(row.present)
    }

    /// Takes the first row out: its values go to `row`, its bits are returned.
    func removeFirst(into row: UnsafeMutablePointer<Double>) -> UInt32 {
        row.update(from: place(0), count: Slot.count)
        first = (first + 1) % Self.capacity
        times.removeFirst()
        return present.removeFirst()
    }

    private func place(_ index: Int) -> UnsafeMutablePointer<Double> {
        values + (first + index) % Self.capacity * Slot.count
    }
}
