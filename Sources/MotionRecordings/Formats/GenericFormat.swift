import MotionTypes

/// Any CSV with named columns: quantities, axes and units are read from the names.
enum GenericFormat {
    static let name = "CSV"
    /// What is said of single columns, at most.
    private static let mostNotes = 20

    /// The plan of a table, or nil if it has no time or no quantity that is known.
    static func plan(
        _ header: CSVHeader, entry: RecordingContainer.Entry?, options: ReadingOptions
    ) -> RecordingPlan? {
        var builder = Builder(header: header, sign: options.sign)
        let columns = builder.columns()
        let table = TablePlan(header, entry: entry, columns: columns)
        guard table.mask & 1 != 0, table.mask & ~1 != 0 else { return nil }
        let known = zip(header.names, table.columns).filter { $1.slot >= 0 }.map(\.0)
        var notes = builder.notes.prefix(mostNotes).map { "; \($0)" }.joined()
        if builder.notes.count > mostNotes { notes += "; and \(builder.notes.count - mostNotes) more of the kind" }
        let (sign, reason) = builder.takenSign(table)
        var plan = RecordingPlan(
            formatName: name, formatReason: "columns known by name: \(known.joined(separator: ", "))\(notes)",
            sign: sign,
            signReason: reason, tracks: [TrackPlan(tables: [table])])
        // Seconds since 2000 and more are Unix times: no device has been running for that long.
        if let index = table.columns.firstIndex(where: { $0.slot == Slot.time }),
            let first = header.numbers(inColumn: index).first,
            (9.4e8...1e10).contains(
                first * table.columns[index].conversion.factor / table.columns[index].conversion.divisor)
        {
            plan.metadata.unixTimeOfZero = 0
        }
        return plan
    }

    /// Finds the slot and conversion of every column.
    private struct Builder {
        let header: CSVHeader
        let sign: AccelerationSign?
        var notes: [String] = []
        private let names: [ColumnName]
        /// The units that were found by the values.
        private var inferredUnits: [ColumnName.Quantity: String] = [:]

        init(header: CSVHeader, sign: AccelerationSign?) {
            self.header = header
            self.sign = sign
            names = header.names.map { ColumnName($0) }
        }

        /// The sign of the table as a whole, and why.
        func takenSign(_ table: TablePlan) -> (AccelerationSign, String) {
            if let sign { return (sign, "asked for") }
            let foreign = zip(header.names, table.columns).first { name, column in
                Self.isAcceleration(column.slot) && OwnFormat.slots[name] == nil
            }
            if let foreign { return (.specificForce, "\(foreign.0) is not one of our column names") }
            let hasAcceleration = table.columns.contains { Self.isAcceleration($0.slot) }
            return (
                .coreMotion,
                hasAcceleration ? "the acceleration columns have exactly our names" : "there is no acceleration"
            )
        }

        private static func isAcceleration(_ slot: Int) -> Bool {
            [Slot.acceleration, Slot.gravity, Slot.userAcceleration].contains { ($0..<$0 + 3).contains(slot) }
        }

        mutating func columns() -> [TablePlan.Column] {
            let time = timeColumn()
            let hasMotion = names.contains { name in
                switch name.quantity {
                case .quaternion, .gravity, .userAcceleration, .roll: true
                default: false
                }
            }
            var columns: [TablePlan.Column] = []
            for index in names.indices {
                if index == time {
                    columns.append(TablePlan.Column(slot: Slot.time, conversion: timeConversion(index)))
                } else if let slot = OwnFormat.slots[header.names[index]] {
                    let flips = sign == .specificForce && Self.isAcceleration(slot)
                    columns.append(TablePlan.Column(slot: slot, conversion: flips ? Conversion.none.negated : .none))
                } else {
                    columns.append(foreignColumn(index, hasMotion: hasMotion))
                }
            }
            return columns
        }

        /// A column under a name of its own.
        private mutating func foreignColumn(_ index: Int, hasMotion: Bool) -> TablePlan.Column {
            let name = names[index]
            let (slot, units): (Int, [String: Conversion])
            switch name.quantity {
            case nil, .time: return .ignored
            case .acceleration: (slot, units) = (Slot.acceleration, UnitName.acceleration)
            case .gravity: (slot, units) = (Slot.gravity, UnitName.acceleration)
            case .userAcceleration: (slot, units) = (Slot.userAcceleration, UnitName.acceleration)
            case .gyroscope: (slot, units) = (Slot.gyroscope, UnitName.rotationRate)
            case .rotationRate: (slot, units) = (hasMotion ? Slot.rotationRate : Slot.gyroscope, UnitName.rotationRate)
            case .magnetometer: (slot, units) = (Slot.magnetometer, UnitName.magneticField)
            case .quaternion: return TablePlan.Column(slot: Slot.quaternion + name.axis)
            case .roll: (slot, units) = (Slot.angles, UnitName.angle)
            case .pitch: (slot, units) = (Slot.angles + 1, UnitName.angle)
            case .yaw: (slot, units) = (Slot.angles + 2, UnitName.angle)
            case .heading: return TablePlan.Column(slot: Slot.heading)
            }
            guard var conversion = conversion(index, units: units, slot: slot) else { return .ignored }
            if Self.isAcceleration(slot), sign != .coreMotion { conversion = conversion.negated }
            return TablePlan.Column(slot: slot + name.axis, conversion: conversion)
        }

        /// The conversion that the unit asks for, or the values where there is no unit; nil if the unit is unknown.
        private mutating func conversion(_ index: Int, units: [String: Conversion], slot: Int) -> Conversion? {
            if let unit = names[index].unit {
                if let conversion = units[unit] { return conversion }
                notes.append("\(header.names[index]) is left out: the unit \(unit) is not known")
                return nil
            }
            guard let quantity = names[index].quantity else { return nil }
            if let unit = inferredUnits[quantity] { return units[unit] }
            let unit = inferredUnit(of: quantity, slot: slot)
            inferredUnits[quantity] = unit
            notes.append("\(header.names[index]) is taken to be in \(unit) by its values")
            return units[unit]
        }

        /// The unit that fits the size of a quantity's vectors.
        private func inferredUnit(of quantity: ColumnName.Quantity, slot: Int) -> String {
            let parts = (0...3).compactMap { axis in
                names.indices.first {
                    names[$0].quantity == quantity && names[$0].axis == axis && names[$0].unit == nil
                }
            }
            let lengths = header.rows.compactMap { row -> Double? in
                let values = parts.compactMap { $0 < row.count ? row[$0] : nil }
                return values.isEmpty ? nil : values.reduce(0) { $0 + $1 * $1 }.squareRoot()
            }.filter(\.isFinite).sorted()
            let middle = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
            let largest = lengths.last ?? 0
            switch slot {
            // Gravity is in all but free fall: 1 g, 9.8 m/s² or 1000 mg.
            case Slot.acceleration, Slot.gravity: return middle < 4 ? "g" : middle < 100 ? "m/s2" : "mg"
            case Slot.userAcceleration: return "g"
            // Common gyroscopes end at 2000 deg/s, which are 35 rad/s.
            case Slot.gyroscope, Slot.rotationRate: return largest > 61 ? "deg/s" : "rad/s"
            // The Earth's field is 22 to 67 µT.
            case Slot.magnetometer: return middle > 0 && middle < 5 ? "gauss" : "ut"
            default: return largest > 7 ? "deg" : "rad"
            }
        }

        /// The column to take the time from: the first of those that say seconds, else the first of all.
        private func timeColumn() -> Int? {
            let candidates = names.indices.filter { names[$0].quantity == .time }
            return candidates.first { header.names[$0] == OwnFormat.timeName }
                ?? candidates.first { names[$0].unit != nil && UnitName.time[names[$0].unit ?? ""] != nil }
                ?? candidates.first { header.names[$0].lowercased().contains("elapsed") } ?? candidates.first
        }

        /// The conversion into seconds: by the unit, else by the size and the step of the first values.
        private mutating func timeConversion(_ index: Int) -> Conversion {
            if let unit = names[index].unit {
                if let conversion = UnitName.time[unit] { return conversion }
                notes.append("the unit \(unit) of \(header.names[index]) is not known")
            }
            let unit = TimeUnit.inferred(from: header.numbers(inColumn: index))
            if unit != "s" { notes.append("\(header.names[index]) is taken to be in \(unit) by its values") }
            return UnitName.time[unit] ?? .none
        }
    }
}

/// Finding out what unit times are in.
enum TimeUnit {
    /// The unit of times that have none: Unix times by their size, others by their step.
    ///
    /// Motion is recorded at 2 Hz to some kHz, so a step is under a second; a step of whole milliseconds is 1 to 500.
    static func inferred(from times: [Double]) -> String {
        guard let first = times.first else { return "s" }
        // Unix times since 2001 in ns, µs, ms and s: over 1e18, 1e15, 1e12 and 1e9.
        switch abs(first) {
        case 1e17...: return "ns"
        case 1e14..<1e17 where Self.step(times) < 1e5: return "us"
        case 1e11..<1e14 where Self.step(times) < 1e3: return "ms"
        default: break
        }
        switch Self.step(times) {
        case ..<0.9: return "s"
        case ..<900: return times.allSatisfy { $0 == $0.rounded() } ? "ms" : "s"
        case ..<900_000: return "us"
        default: return "ns"
        }
    }

    /// The middle one of the steps between the first times that differ; 0 if there is none.
    private static func step(_ times: [Double]) -> Double {
        let steps = zip(times.dropFirst(), times).map { abs($0 - $1) }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? 0 : steps[steps.count / 2]
    }
}
