/// Finds out by content which format a recording has.
enum Formats {
    /// Unix times (s) of the years 1 to 9999.
    private static let unixTimes = -62_135_596_800.0..<253_402_300_800.0

    /// How the contents of a container are read.
    ///
    /// Throws where no format fits.
    static func plan(_ container: OpenContainer, options: ReadingOptions) throws(RecordingError) -> RecordingPlan {
        var plan: RecordingPlan
        switch container.container {
        case .file, .stream: plan = try table(container, entry: nil, options: options)
        case .folder, .archive: plan = try several(container, options: options)
        }
        if plan.formatName != OwnFormat.name {
            plan.metadata.sourceFormat = plan.formatName
            plan.metadata.sourceSign = plan.sign
        }
        if let zero = plan.metadata.unixTimeOfZero, !unixTimes.contains(zero) {
            plan.metadata.unixTimeOfZero = nil
            plan.issues.ignoredMetadata.append(
                RecordingError(
                    file: container.path, found: "the Unix time of timestamp 0 would be \(zero) s",
                    expected: "one between the years 1 and 9999"))
        }
        if options.sign != nil, plan.formatName != GenericFormat.name {
            plan.signReason += "; the sign asked for counts for CSV of no known format only"
        }
        return plan
    }

    /// The plan of one table of text.
    private static func table(
        _ container: OpenContainer, entry: RecordingContainer.Entry?, options: ReadingOptions
    ) throws(RecordingError) -> RecordingPlan {
        let file = entry.map { "\(container.path)/\($0.name)" } ?? container.path
        let header = try CSVHeader(head: container.head(entry, atMost: CSVHeader.lookAhead), file: file)
        if let plan = OwnFormat.plan(header, entry: entry) ?? MotionSenseFormat.plan(header, entry: entry)
            ?? GenericFormat.plan(header, entry: entry, options: options)
        {
            return plan
        }
        if header.names.contains("seconds_elapsed") {
            throw RecordingError(
                file: file, line: header.headerLines, found: "a single file of a Sensor Logger recording",
                expected: "the folder or zip archive it is part of, whose Metadata.csv tells units and signs")
        }
        throw RecordingError(
            file: file, line: header.headerLines, found: "no known format: \(faults(of: header))",
            expected: "a time and acceleration, gyroscope, magnetometer or device motion columns "
                + "by name, such as timestamp(s),acceleration_x(G),… or time,acc_x(m/s^2),…")
    }

    /// What a header lacks.
    private static func faults(of header: CSVHeader) -> String {
        let shown = header.names.prefix(8).joined(separator: ",") + (header.names.count > 8 ? ",…" : "")
        let hasTime = header.names.contains { ColumnName($0).quantity == .time }
        let header = String(reflecting: String(shown.prefix(200)))
        return "the header \(header) has \(hasTime ? "no whole set of sensor columns" : "no time column")"
    }

    /// The plan of a folder or archive.
    private static func several(
        _ container: OpenContainer, options: ReadingOptions
    ) throws(RecordingError) -> RecordingPlan {
        if let plan = try knownFolder(container) { return plan }
        let entries = container.container.entries
        let tables = entries.filter { $0.size > 0 && $0.name.lowercased().hasSuffix(".csv") }
        if case .archive = container.container, tables.count == 1 {
            return try table(container, entry: tables[0], options: options)
        }
        let names = entries.prefix(8).map { String(reflecting: $0.name) }.joined(separator: ", ")
        throw RecordingError(
            file: container.path, found: names.isEmpty ? "no files" : "no recording of a known format among \(names)",
            expected: "the files of Sensor Logger (Metadata.csv, Accelerometer.csv, …) or of OpenCoreMotion "
                + "(accelerometer.csv, gyro.csv, magnetometer.csv, devicemotion.csv)")
    }

    /// The plan of a folder or archive whose files are one recording; nil if they are none.
    static func knownFolder(_ container: OpenContainer) throws(RecordingError) -> RecordingPlan? {
        if let plan = try SensorLoggerFormat.plan(container) { return plan }
        return try OwnFormat.plan(container)
    }
}
