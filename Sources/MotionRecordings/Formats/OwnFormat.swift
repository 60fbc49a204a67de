import MotionTypes

/// OpenCoreMotion's own CSV: exactly these column names mean Core Motion's units and sign.
enum OwnFormat {
    static let name = "OpenCoreMotion CSV"
    static let timeName = "timestamp(s)"
    static let metadataFile = "metadata.json"

    /// The files of a folder or archive, each with the stream it is for.
    static let files: [(name: String, stream: SensorSet)] = [
        ("accelerometer.csv", .accelerometer), ("gyro.csv", .gyroscope), ("magnetometer.csv", .magnetometer),
        ("devicemotion.csv", .deviceMotion),
    ]

    /// The column names without their units, the units and the first slots, in the order they are written.
    private static let quantities: [(stem: String, suffixes: [String], unit: String, slot: Int)] = [
        ("acceleration", axes, "(G)", Slot.acceleration),
        ("gyro", axes, "(rad/s)", Slot.gyroscope),
        ("magnetometer", axes, "(uT)", Slot.magnetometer),
        ("quaternion", ["_w"] + axes, "", Slot.quaternion),
        ("", ["roll", "pitch", "yaw"], "(rad)", Slot.angles),
        ("rotation_rate", axes, "(rad/s)", Slot.rotationRate),
        ("gravity", axes, "(G)", Slot.gravity),
        ("user_acceleration", axes, "(G)", Slot.userAcceleration),
        ("magnetic_field", axes, "(uT)", Slot.magneticField),
        ("magnetic_field_accuracy", [""], "", Slot.accuracy),
        ("heading", [""], "(deg)", Slot.heading),
    ]
    private static let axes = ["_x", "_y", "_z"]

    /// The columns with their slots, in the order they are written.
    static let columns: [(name: String, slot: Int)] = quantities.flatMap { quantity in
        quantity.suffixes.enumerated().map { (quantity.stem + $1 + quantity.unit, quantity.slot + $0) }
    }

    /// The slots by column name.
    static let slots = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.slot) })

    /// The slots of device motion by column name without its unit, as `coremotion motion` writes them.
    private static let motionSlots: [String: Int] = {
        let pairs = quantities.filter { $0.slot >= Slot.quaternion }.flatMap { quantity in
            quantity.suffixes.enumerated().map { (quantity.stem + $1, quantity.slot + $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// The table that a header of ours stands for; nil if it is none of ours.
    static func table(_ header: CSVHeader, entry: RecordingContainer.Entry?) -> TablePlan? {
        let isMotionOutput =
            header.names.contains("timestamp")
            && header.names.allSatisfy { $0 == "timestamp" || motionSlots[$0] != nil }
        guard isMotionOutput || header.names.contains(timeName) else { return nil }
        var columns: [TablePlan.Column] = []
        for name in header.names {
            if name == timeName || (isMotionOutput && name == "timestamp") {
                columns.append(TablePlan.Column(slot: Slot.time))
            } else if let slot = isMotionOutput ? motionSlots[name] : slots[name] {
                columns.append(TablePlan.Column(slot: slot))
            } else if ColumnName(name).quantity != nil {
                // A quantity under another name makes the whole table foreign, and its sign with it.
                return nil
            } else {
                columns.append(.ignored)
            }
        }
        let table = TablePlan(header, entry: entry, columns: columns)
        return table.mask & ~1 == 0 ? nil : table
    }

    /// The plan of a single table of ours; nil if it is none of ours.
    static func plan(_ header: CSVHeader, entry: RecordingContainer.Entry?) -> RecordingPlan? {
        guard let table = table(header, entry: entry) else { return nil }
        let timeColumn = header.names.contains(timeName) ? timeName : "timestamp"
        return RecordingPlan(
            formatName: name, formatReason: "the columns are exactly ours: \(timeColumn), \(firstValueName(header)), …",
            sign: .coreMotion, signReason: signReason, tracks: [TrackPlan(tables: [table])])
    }

    /// The plan of a folder or archive that holds at least one of our files; nil if it holds none.
    static func plan(_ container: OpenContainer) throws(RecordingError) -> RecordingPlan? {
        var tables: [TablePlan] = []
        var names: [String] = []
        var issues = RecordingIssues()
        for file in files {
            guard let entry = container.container.entries.first(where: { $0.name == file.name }), entry.size > 0 else {
                continue
            }
            do throws(RecordingError) {
                let header = try CSVHeader(
                    head: container.head(entry, atMost: CSVHeader.lookAhead), file: "\(container.path)/\(entry.name)")
                guard let table = table(header, entry: entry) else { continue }
                tables.append(table)
                names.append(entry.name)
            } catch {
                issues.unreadableFiles.append(error)
            }
        }
        guard !tables.isEmpty else { return nil }
        var plan = RecordingPlan(
            formatName: name, formatReason: "holds \(names.joined(separator: ", ")) with exactly our columns",
            sign: .coreMotion, signReason: signReason, tracks: tables.map { TrackPlan(tables: [$0]) })
        plan.issues = issues
        if let entry = container.container.entries.first(where: { $0.name == metadataFile }) {
            do throws(RecordingError) {
                plan.metadata = try RecordingMetadata(
                    json: container.head(entry, atMost: metadataLimit), file: "\(container.path)/\(metadataFile)")
            } catch {
                plan.issues.ignoredMetadata.append(error)
            }
        }
        return plan
    }

    private static let signReason = "our column names mean Core Motion's sign"

    private static func firstValueName(_ header: CSVHeader) -> String {
        header.names.first { slots[$0] != nil || motionSlots[$0] != nil } ?? ""
    }

    /// Whether a folder holds a recording that `RecordingWriter` wrote: metadata that name the format, and our columns in
    /// all files that have names of ours.
    static func wrote(folder path: String) throws(RecordingError) -> Bool {
        let container = try RecordingContainer(path: path).open(path: path)
        let entries = container.container.entries
        guard let metadata = entries.first(where: { $0.name == metadataFile }),
            RecordingMetadata.formatName(json: try container.head(metadata, atMost: metadataLimit)) == name
        else { return false }
        for entry in entries where files.contains(where: { $0.name == entry.name }) {
            let head = try container.head(entry, atMost: CSVHeader.lookAhead)
            guard let header = try? CSVHeader(head: head, file: entry.name), table(header, entry: entry) != nil else {
                return false
            }
        }
        return true
    }

    /// Bytes of `metadata.json` that are looked at.
    private static let metadataLimit = 1 << 20
}
