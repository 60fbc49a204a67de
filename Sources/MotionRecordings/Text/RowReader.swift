import MotionTypes

/// Reads the rows of one table of text into slots, in the order of the file.
final class RowReader {
    /// The values of the row read last; those that `present` has a bit for are finite.
    let values: UnsafeMutablePointer<Double>
    /// A bit for each slot that holds a value.
    private(set) var present: UInt32 = 0
    /// The time of the row read last, in seconds.
    private(set) var time = 0.0
    /// What was wrong with the rows so far.
    private(set) var issues = RecordingIssues()

    private let lines: LineBuffer
    private let columns: UnsafeMutablePointer<TablePlan.Column>
    private let columnCount: Int
    private let requiredColumns: Int
    private let separator: UInt8
    private let parser: DecimalParser
    private let interval: Double?
    /// Groups of several slots that the table has columns for, and what they are called.
    private let groupMasks: [UInt32]
    private let groupNames: [String]
    private var headerLines: Int
    private var line = 0
    private var row = 0
    /// Whether no more lines are to be read.
    private var hasEnded = false
    /// Whether the row's faults have been counted.
    private var rowIsFaulty = false

    init(_ source: ByteSource, plan: TablePlan) {
        lines = LineBuffer(plan.endsLinesWithReturns ? ReturnByteSource(source) : source)
        values = .allocate(capacity: Slot.count)
        values.initialize(repeating: 0, count: Slot.count)
        columnCount = plan.columns.count
        columns = .allocate(capacity: max(1, columnCount))
        columns.initialize(from: plan.columns, count: columnCount)
        requiredColumns = plan.requiredColumns
        separator = plan.separator
        parser = DecimalParser(decimalMark: plan.decimalMark)
        if case .interval(let seconds) = plan.time { interval = seconds } else { interval = nil }
        let mask = plan.mask
        let groups = Slot.groups.filter { $0.length > 1 && mask & $0.mask != 0 }
        groupMasks = groups.map(\.mask)
        groupNames = groups.map(\.name)
        headerLines = plan.headerLines
    }

    deinit {
        values.deallocate()
        columns.deallocate()
    }

    /// Whether `next` would not have to wait for a stream.
    var isAtHand: Bool {
        // An error is for `nextLine` to meet.
        hasEnded || (try? lines.isAtHand()) ?? true
    }

    /// Reads on to the next row that holds a value; false at the end.
    ///
    /// A file that cannot be read any further ends there, and is one of the issues.
    func next() -> Bool {
        while let found = nextLine() {
            line += 1
            if headerLines > 0 {
                headerLines -= 1
                continue
            }
            if found == .oversizedLine {
                rowIsFaulty = false
                noteMalformed("the line is longer than \(LineBuffer.longestLine) bytes")
                row += 1
                continue
            }
            if isBlank { continue }
            if readRow(unfinished: found == .unfinishedLine) { return true }
        }
        return false
    }

    /// Finds the next line; nil at the end, or where the file cannot be read any further.
    @inline(__always)
    private func nextLine() -> LineBuffer.Found? {
        guard !hasEnded else { return nil }
        do throws(RecordingError) {
            let found = try lines.next()
            if found != .end { return found }
        } catch {
            issues.unreadableFiles.append(error)
        }
        hasEnded = true
        return nil
    }

    /// Whether the line holds nothing but white space.
    private var isBlank: Bool {
        var p = lines.start
        while p.pointee == 32 || p.pointee == 13 { p += 1 }
        return p.pointee == 10
    }

    /// Reads the line as a row; false if no sample comes of it.
    @inline(__always)
    private func readRow(unfinished: Bool) -> Bool {
        present = 0
        rowIsFaulty = false
        let cells = readCells()
        row += 1
        if cells < requiredColumns {
            if unfinished {
                issues.truncatedLastLines += 1
            } else {
                noteMalformed("\(cells) cells where the header has \(requiredColumns)")
            }
            return false
        }
        if rowIsFaulty, cells > columnCount { return false }
        dropIncompleteGroups()
        return present & ~1 != 0 && findTime()
    }

    /// Sets the row's time; false if it has none.
    @inline(__always)
    private func findTime() -> Bool {
        if let interval {
            time = Double(row - 1) * interval
            return true
        }
        guard present & 1 != 0 else {
            noteMalformed("the row has no time")
            return false
        }
        time = values[Slot.time]
        return true
    }

    /// Takes back the values of groups that are not whole.
    @inline(__always)
    private func dropIncompleteGroups() {
        for (index, mask) in groupMasks.enumerated() {
            let bits = present & mask
            if bits != 0, bits != mask {
                present &= ~mask
                noteMalformed("\(groupNames[index]) lacks some of its values")
            }
        }
    }

    /// Reads all cells of the line and returns their number.
    @inline(__always)
    private func readCells() -> Int {
        var p = lines.start
        let end = p + lines.length
        var column = 0
        while true {
            while p.pointee == 32 { p += 1 }
            if column < columnCount, columns[column].slot >= 0 {
                readCell(&p, columns[column])
            } else {
                passOverCell(&p, column: column)
            }
            column += 1
            if p >= end { return column }
            p += 1
        }
    }

    /// Reads a cell and moves `p` to the separator or line feed behind it.
    @inline(__always)
    private func readCell(_ p: inout UnsafePointer<UInt8>, _ column: TablePlan.Column) {
        let start = p
        var value = 0.0
        if parser.parse(&p, into: &value) {
            while p.pointee == 32 || p.pointee == 13 { p += 1 }
            if p.pointee == separator || p.pointee == 10, value.isFinite {
                store(value, column)
                return
            }
        } else if p.pointee == separator {
            return
        }
        p = start
        readUnusualCell(&p, column)
    }

    @inline(__always)
    private func store(_ value: Double, _ column: TablePlan.Column) {
        var converted = value
        if column.conversion != .none {
            converted = value * column.conversion.factor / column.conversion.divisor
            guard converted.isFinite else {
                issues.nonFiniteValues += 1
                return
            }
        }
        values[column.slot] = converted
        present |= 1 << UInt32(column.slot)
    }

    /// Moves `p` over a cell to the separator or line feed behind it, minding quotes.
    private func passOverCell(_ p: inout UnsafePointer<UInt8>, column: Int) {
        let start = p
        skipCell(&p)
        if column >= columnCount, !isEmpty(from: start, to: p), !rowIsFaulty {
            noteMalformed("more cells than the header's \(columnCount)")
        }
    }

    /// Reads a cell that is empty, quoted, a word or faulty.
    @inline(never)
    private func readUnusualCell(_ p: inout UnsafePointer<UInt8>, _ column: TablePlan.Column) {
        let start = p
        skipCell(&p)
        if isEmpty(from: start, to: p) { return }
        var q = start
        let quoted = q.pointee == UInt8(ascii: "\"")
        if quoted { q += 1 }
        while q < p, q.pointee == 32 || q.pointee == 9 { q += 1 }
        var value = 0.0
        if parser.parse(&q, into: &value) {
            while q < p, Self.isWhite(q.pointee) || (quoted && q.pointee == UInt8(ascii: "\"")) { q += 1 }
            if q == p {
                if value.isFinite { store(value, column) } else { issues.nonFiniteValues += 1 }
                rowIsFaulty = rowIsFaulty || !value.isFinite
                return
            }
        }
        let text = CSVHeader.unquoted(
            String(decoding: UnsafeBufferPointer(start: start, count: min(64, p - start)), as: UTF8.self))
        if text.isEmpty { return }
        if Self.wordsForNothing.contains(text.lowercased()) {
            issues.nonFiniteValues += 1
            rowIsFaulty = true
        } else {
            noteMalformed("\(String(reflecting: text)) is no number")
        }
    }

    /// Words that stand for a value that is missing or not finite.
    private static let wordsForNothing: Set<String> = [
        "nan", "-nan", "+nan", "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity", "null", "none", "na", "n/a",
    ]

    /// Moves `p` to the separator or line feed that ends the cell.
    private func skipCell(_ p: inout UnsafePointer<UInt8>) {
        if p.pointee == UInt8(ascii: "\"") {
            repeat { p += 1 } while p.pointee != UInt8(ascii: "\"") && p.pointee != 10
        }
        while p.pointee != separator, p.pointee != 10 { p += 1 }
    }

    private func isEmpty(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
        var p = start
        while p < end, Self.isWhite(p.pointee) { p += 1 }
        return p == end
    }

    private static func isWhite(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

    /// Counts the row as malformed, once, and keeps what is wrong with the first one.
    @inline(never)
    private func noteMalformed(_ what: String) {
        guard !rowIsFaulty else { return }
        rowIsFaulty = true
        issues.malformedRows += 1
        if issues.firstMalformedRow == nil { issues.firstMalformedRow = "\(lines.name):\(line): \(what)" }
    }
}
