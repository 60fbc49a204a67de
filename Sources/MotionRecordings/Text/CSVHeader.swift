/// The head of a table: its column names, how its cells are separated and its first rows.
struct CSVHeader: Sendable {
    /// Bytes of a file that are looked at to find out its format.
    static let lookAhead = 1 << 18
    /// Rows that are looked at where units have to be inferred from values.
    private static let sampleRows = 64

    /// The names as they stand there, without quotes and surrounding white space.
    var names: [String]
    var separator: UInt8
    var decimalMark: UInt8
    /// Whether there are lines that end in a carriage return without a line feed.
    var endsLinesWithReturns: Bool
    /// The number of lines before the first row.
    var headerLines: Int
    /// The cells of the first rows as numbers; nil where a cell is none.
    var rows: [[Double?]]

    /// Reads the head of a table from the first bytes of a file.
    ///
    /// Throws if the bytes are not text, hold no line, or their first line names no columns.
    init(head: [UInt8], file: String) throws(RecordingError) {
        let hasMark = head.starts(with: [0xEF, 0xBB, 0xBF])
        try Self.checkIsText(head, file: file)
        var text = head.dropFirst(hasMark ? 3 : 0)
        endsLinesWithReturns = zip(text, text.dropFirst()).contains { $0 == 13 && $1 != 10 }
        if endsLinesWithReturns { text = ArraySlice(text.map { $0 == 13 ? 10 : $0 }) }
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        // The last piece may have been cut by the limit of looking ahead.
        if head.count >= Self.lookAhead, lines.count > 1 { lines.removeLast() }
        guard let first = lines.firstIndex(where: { !$0.allSatisfy { $0 == 32 || $0 == 13 || $0 == 9 } }) else {
            throw RecordingError(file: file, found: "the file is empty", expected: "a header with column names")
        }
        guard lines[first].count < Self.lookAhead else {
            throw RecordingError(
                file: file, line: 1, found: "the first line is longer than \(Self.lookAhead) bytes",
                expected: "a header with column names")
        }
        headerLines = first + 1
        separator = Self.separator(of: lines[first])
        names = Self.cells(of: lines[first], separator: separator)
        guard names.contains(where: { !$0.isEmpty && Double($0) == nil }) else {
            throw RecordingError(
                file: file, line: first + 1, found: "a line without column names",
                expected: "a header with column names")
        }
        let samples = lines[(first + 1)...].prefix(Self.sampleRows)
        decimalMark = Self.decimalMark(of: samples, separator: separator)
        let (separator, mark) = (separator, decimalMark)
        rows = samples.map { Self.cells(of: $0, separator: separator).map { Self.number($0, decimalMark: mark) } }
    }

    /// Throws if the bytes are no text in an encoding that is read here.
    private static func checkIsText(_ head: [UInt8], file: String) throws(RecordingError) {
        if head.starts(with: [0x50, 0x4B, 3, 4]) {
            throw RecordingError(
                file: file, found: "a zip archive in a stream or archive",
                expected: "a file of its own: save or unpack it first")
        }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw RecordingError(file: file, found: "text in UTF-16", expected: "UTF-8")
        }
        let header = head.drop { $0 == 10 || $0 == 13 }.prefix { $0 != 10 && $0 != 13 }
        if header.contains(0) || damages(in: head) * mostDamages.ofBytes > head.count * mostDamages.number {
            throw RecordingError(
                file: file, found: "binary data, or text in UTF-16",
                expected: "CSV text in UTF-8, or a zip archive of it")
        }
    }

    /// How many bytes may be damaged in what is still text: random bytes are 11 in 100, UTF-16 is every second one.
    private static let mostDamages = (number: 2, ofBytes: 100)

    /// The control characters that text has no use for; zeros in a row, as a lost tail of a file has them, count as one.
    private static func damages(in head: [UInt8]) -> Int {
        var count = 0
        var last: UInt8 = 1
        for byte in head {
            if byte < 32, byte != 9, byte != 10, byte != 13, byte != 0 || last != 0 { count += 1 }
            last = byte
        }
        return count
    }

    /// The separator that occurs most often outside quotes: comma, semicolon, tab or bar.
    private static func separator(of line: ArraySlice<UInt8>) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")]
        var counts = [0, 0, 0, 0]
        var inQuotes = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
            if !inQuotes, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
        }
        let best = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        return counts[best] > 0 ? candidates[best] : candidates[0]
    }

    /// A comma where the cells of the first rows hold commas, which then cannot be separators; else a point.
    private static func decimalMark(of rows: ArraySlice<ArraySlice<UInt8>>, separator: UInt8) -> UInt8 {
        let comma = UInt8(ascii: ",")
        let point = UInt8(ascii: ".")
        guard separator != comma else { return point }
        for row in rows {
            for cell in row.split(separator: separator) {
                let isNumber = cell.allSatisfy { $0 &- 48 < 10 || [comma, 13, 32, 34, 43, 45, 69, 101].contains($0) }
                if isNumber, cell.count(where: { $0 == comma }) == 1 { return comma }
            }
        }
        return point
    }

    /// The cells of a line, without quotes and surrounding white space.
    static func cells(of line: ArraySlice<UInt8>, separator: UInt8) -> [String] {
        var cells: [String] = []
        var start = line.startIndex
        var inQuotes = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "\"") { inQuotes.toggle() }
            guard !inQuotes, line[index] == separator else { continue }
            cells.append(unquoted(String(decoding: line[start..<index], as: UTF8.self)))
            start = index + 1
        }
        cells.append(unquoted(String(decoding: line[start...], as: UTF8.self)))
        return cells
    }

    /// A cell's text without surrounding white space and quotes.
    static func unquoted(_ cell: String) -> String {
        var text = cell[...]
        func trim() {
            while let first = text.first, first.isWhitespace { text.removeFirst() }
            while let last = text.last, last.isWhitespace { text.removeLast() }
        }
        trim()
        if text.first == "\"" { text.removeFirst() }
        if text.last == "\"" { text.removeLast() }
        trim()
        return String(text)
    }

    private static func number(_ cell: String, decimalMark: UInt8) -> Double? {
        guard decimalMark == UInt8(ascii: ",") else { return Double(cell) }
        return Double(String(cell.map { $0 == "," ? "." : $0 }))
    }

    /// The numbers of a column in the first rows.
    func numbers(inColumn column: Int) -> [Double] {
        rows.compactMap { column < $0.count ? $0[column] : nil }.filter(\.isFinite)
    }
}
