import MotionTypes

/// The app Sensor Logger on a phone: a folder or zip archive with one CSV a sensor.
///
/// Units and signs as its page CROSSPLATFORM.md documents them: accelerations in m/s², but the uncalibrated one in g on
/// iOS; signs are Core Motion's on iOS and those of specific force on Android. With "Standardise Units & Frames" on (the
/// column `standardisation` of `Metadata.csv`) iOS does as Android.
enum SensorLoggerFormat {
    /// What is known of the recording as a whole.
    private struct Circumstances {
        var isAndroid = false
        var isStandardised = false
        var device: String?

        /// Whether units and signs are Android's.
        var isLikeAndroid: Bool { isAndroid || isStandardised }

        /// From m/s² to G with Core Motion's sign.
        var acceleration: Conversion {
            let conversion = Conversion(factor: 1, divisor: Units.standardGravity)
            return isLikeAndroid ? conversion.negated : conversion
        }
    }

    /// The columns of files with three axes.
    private static let axes = ["x", "y", "z"]

    /// The plan of a folder or archive; nil if it is none of Sensor Logger's.
    static func plan(_ container: OpenContainer) throws(RecordingError) -> RecordingPlan? {
        guard let circumstances = try circumstances(container) else { return nil }
        var tracks: [TrackPlan] = []
        var motion: [TablePlan] = []
        let files = Files(container)
        func raw(_ names: [String], _ slot: Int, _ conversion: (String) -> Conversion) -> String? {
            for name in names {
                guard let table = files.table(name, columns(slot, conversion(name))) else { continue }
                tracks.append(TrackPlan(tables: [table]))
                return name
            }
            return nil
        }
        let isAndroid = circumstances.isAndroid
        let accelerometer = raw(
            ["AccelerometerUncalibrated"] + (isAndroid ? ["TotalAcceleration"] : []), Slot.acceleration
        ) {
            $0 == "AccelerometerUncalibrated" && !circumstances.isLikeAndroid ? .none : circumstances.acceleration
        }
        _ = raw(["MagnetometerUncalibrated"] + (isAndroid ? ["Magnetometer"] : []), Slot.magnetometer) { _ in .none }
        _ = raw(["GyroscopeUncalibrated"] + (isAndroid ? ["Gyroscope"] : []), Slot.gyroscope) { _ in .none }
        for (name, columns) in motionColumns(circumstances) {
            if let table = files.table(name, columns) { motion.append(table) }
        }
        // Calibrated rates and fields alone are no device motion where they already stand in for raw ones.
        let hasMotion = motion.contains {
            $0.mask & ~(1 | Slot.mask(Slot.rotationRate, 3) | Slot.mask(Slot.magneticField, 3)) != 0
        }
        if hasMotion || (!motion.isEmpty && !isAndroid) { tracks.append(TrackPlan(tables: motion)) }
        guard !tracks.isEmpty else { return nil }
        return plan(tracks, circumstances, files, accelerometer: accelerometer)
    }

    private static func plan(
        _ tracks: [TrackPlan], _ circumstances: Circumstances, _ files: Files, accelerometer: String?
    ) -> RecordingPlan {
        let platform = circumstances.isAndroid ? "Android" : "iOS"
        var plan = RecordingPlan(
            formatName: "Sensor Logger (\(platform))",
            formatReason: "Metadata.csv names the platform, and \(files.first) has time and seconds_elapsed",
            sign: circumstances.isLikeAndroid ? .specificForce : .coreMotion,
            signReason: circumstances.isAndroid
                ? "Sensor Logger keeps Android's sign"
                : circumstances.isStandardised
                    ? "units and frames were standardised, which gives iOS Android's sign"
                    : "Sensor Logger keeps Core Motion's sign on iOS",
            tracks: tracks)
        plan.issues = files.issues
        plan.metadata.device = circumstances.device
        plan.metadata.unixTimeOfZero = files.unixTimeOfZero
        if let accelerometer, accelerometer == "TotalAcceleration" {
            plan.formatReason += "; TotalAcceleration is the raw acceleration, as there is no uncalibrated one"
        }
        return plan
    }

    /// Slots and conversions by column name, for three axes.
    private static func columns(_ slot: Int, _ conversion: Conversion) -> [String: TablePlan.Column] {
        var columns: [String: TablePlan.Column] = [:]
        for (index, axis) in axes.enumerated() {
            columns[axis] = TablePlan.Column(slot: slot + index, conversion: conversion)
        }
        return columns
    }

    /// The files that device motion is joined from, with their columns.
    private static func motionColumns(_ circumstances: Circumstances) -> [(String, [String: TablePlan.Column])] {
        // Android's pitch and azimuth grow the other way round (COORDINATES.md of the app).
        let flipped = circumstances.isLikeAndroid ? Conversion.none.negated : .none
        let orientation: [String: TablePlan.Column] = [
            "qw": .init(slot: Slot.quaternion), "qx": .init(slot: Slot.quaternion + 1),
            "qy": .init(slot: Slot.quaternion + 2), "qz": .init(slot: Slot.quaternion + 3),
            "roll": .init(slot: Slot.angles), "pitch": .init(slot: Slot.angles + 1, conversion: flipped),
            "yaw": .init(slot: Slot.angles + 2, conversion: flipped),
        ]
        return [
            ("Orientation", orientation),
            ("Gyroscope", columns(Slot.rotationRate, .none)),
            ("Gravity", columns(Slot.gravity, circumstances.acceleration)),
            ("Accelerometer", columns(Slot.userAcceleration, circumstances.acceleration)),
            ("Magnetometer", columns(Slot.magneticField, .none)),
        ]
    }

    /// Reads `Metadata.csv`; nil if there is none that names a platform.
    private static func circumstances(_ container: OpenContainer) throws(RecordingError) -> Circumstances? {
        guard let entry = container.container.entries.first(where: { $0.name == "Metadata.csv" }), entry.size > 0 else {
            return nil
        }
        let head = try container.head(entry, atMost: CSVHeader.lookAhead)
        let lines = head.split(whereSeparator: { $0 == 10 || $0 == 13 })
        guard lines.count >= 2 else { return nil }
        let names = CSVHeader.cells(of: lines[0].dropByteOrderMark, separator: UInt8(ascii: ","))
        let cells = CSVHeader.cells(of: lines[1], separator: UInt8(ascii: ","))
        let values = Dictionary(zip(names, cells), uniquingKeysWith: { first, _ in first })
        guard let platform = values["platform"]?.lowercased(), platform == "ios" || platform == "android" else {
            return nil
        }
        var circumstances = Circumstances()
        circumstances.isAndroid = platform == "android"
        circumstances.isStandardised = ["true", "1", "on", "yes"].contains(
            values["standardisation"]?.lowercased() ?? "")
        circumstances.device = values["device name"]
        return circumstances
    }

    /// The app's files in a container, with their headers.
    private struct Files {
        private var headers: [String: (header: CSVHeader, entry: RecordingContainer.Entry)] = [:]
        /// The Unix time of `seconds_elapsed` 0, in seconds.
        private(set) var unixTimeOfZero: Double?
        /// The first file that was found.
        private(set) var first = ""
        /// What cannot be read.
        private(set) var issues = RecordingIssues()

        init(_ container: OpenContainer) {
            for entry in container.container.entries where entry.size > 0 && entry.name.hasSuffix(".csv") {
                let head: [UInt8]
                do throws(RecordingError) {
                    head = try container.head(entry, atMost: CSVHeader.lookAhead)
                } catch {
                    issues.unreadableFiles.append(error)
                    continue
                }
                guard let header = try? CSVHeader(head: head, file: entry.name),
                    let elapsed = header.names.firstIndex(of: "seconds_elapsed"),
                    let time = header.names.firstIndex(of: "time")
                else { continue }
                headers[String(entry.name.dropLast(4))] = (header, entry)
                if first.isEmpty { first = entry.name }
                if unixTimeOfZero == nil, let ns = header.numbers(inColumn: time).first,
                    let seconds = header.numbers(inColumn: elapsed).first
                {
                    unixTimeOfZero = ns / 1e9 - seconds
                }
            }
        }

        /// The table of a file; nil if there is none or it lacks columns.
        func table(_ name: String, _ columns: [String: TablePlan.Column]) -> TablePlan? {
            guard let (header, entry) = headers[name] else { return nil }
            let table = TablePlan(
                header, entry: entry,
                columns: header.names.map { $0 == "seconds_elapsed" ? .init(slot: Slot.time) : columns[$0] ?? .ignored }
            )
            return table.mask & ~1 == 0 ? nil : table
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without a byte-order mark of UTF-8 at their start.
    var dropByteOrderMark: ArraySlice<UInt8> { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self }
}
