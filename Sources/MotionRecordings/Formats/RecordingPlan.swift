import MotionTypes

/// How a recording is read: what its format's detection found out from names and headers.
struct RecordingPlan: Sendable {
    var formatName: String
    var formatReason: String
    var sign: AccelerationSign
    var signReason: String
    var metadata = RecordingMetadata()
    var tracks: [TrackPlan]
    /// Files of the recording that cannot be read.
    var issues = RecordingIssues()

    /// The groups of values that the tables have columns for.
    private var groups: [Slot.Group] {
        let present = tracks.flatMap(\.tables).reduce(UInt32(0)) { $0 | $1.mask }
        return Slot.groups.filter { present & $0.mask == $0.mask }
    }

    /// The streams that the recording holds.
    var streams: SensorSet { groups.reduce(into: []) { $0.formUnion($1.stream) } }

    /// The parts of device motion that the recording holds.
    var motionComponents: DeviceMotion.Components { groups.reduce(into: []) { $0.formUnion($1.component) } }
}

/// Tables whose rows belong together where their times are equal.
struct TrackPlan: Sendable {
    var tables: [TablePlan]
}

/// How one table of text is read.
struct TablePlan: Sendable {
    /// Where a row's time comes from.
    enum Time: Sendable {
        /// From the column of the slot `Slot.time`.
        case column
        /// From the row's number, at a fixed interval in seconds.
        case interval(Double)
    }

    /// What becomes of a column's cells.
    struct Column: Sendable {
        /// The slot that the value goes to; negative if the column is passed over.
        var slot: Int
        /// How the value is brought into Core Motion's unit and sign.
        var conversion = Conversion.none

        /// A column that is passed over.
        static let ignored = Column(slot: -1)
    }

    /// The file within the container; nil is the container itself.
    var entry: RecordingContainer.Entry?
    var separator: UInt8
    var decimalMark: UInt8
    /// Whether there are lines that end in a carriage return without a line feed.
    var endsLinesWithReturns: Bool
    /// The number of lines before the first row.
    var headerLines: Int
    var columns: [Column]
    /// Rows with fewer cells are malformed.
    var requiredColumns: Int
    var time = Time.column

    /// The bits of the slots that the table has columns for.
    var mask: UInt32 { columns.reduce(0) { $1.slot >= 0 ? $0 | 1 << UInt32($1.slot) : $0 } }

    /// A table with a header, whose columns go where `slots` says.
    init(_ header: CSVHeader, entry: RecordingContainer.Entry?, columns: [Column]) {
        self.entry = entry
        separator = header.separator
        decimalMark = header.decimalMark
        endsLinesWithReturns = header.endsLinesWithReturns
        headerLines = header.headerLines
        self.columns = Self.wholeGroups(columns)
        requiredColumns = (header.names.lastIndex { !$0.isEmpty } ?? -1) + 1
    }

    /// The columns without second ones for the same slot and without groups of which a column is missing.
    private static func wholeGroups(_ columns: [Column]) -> [Column] {
        var result = columns
        var seen: UInt32 = 0
        for (index, column) in columns.enumerated() where column.slot >= 0 {
            let bit: UInt32 = 1 << UInt32(column.slot)
            if seen & bit != 0 { result[index] = .ignored }
            seen |= bit
        }
        for group in Slot.groups where seen & group.mask != group.mask {
            for index in result.indices where (group.first..<group.first + group.length).contains(result[index].slot) {
                result[index] = .ignored
            }
        }
        return result
    }
}

/// A change of unit and sign: value · `factor` / `divisor`, in this order, so that it rounds as the definition does.
struct Conversion: Sendable, Equatable {
    var factor: Double
    var divisor: Double

    /// The value stays as it is, bit for bit.
    static let none = Conversion(factor: 1, divisor: 1)

    /// The same with the opposite sign.
    var negated: Conversion { Conversion(factor: -factor, divisor: divisor) }
}
