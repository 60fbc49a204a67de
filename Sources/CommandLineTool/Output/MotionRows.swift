import MotionRecordings
import MotionTypes

/// Rows of device motion on standard output, as CSV or as JSON lines.
///
/// Values that a sample does not hold are empty cells, or null.
struct MotionRows {
    static let columns = [
        "timestamp", "quaternion_w", "quaternion_x", "quaternion_y", "quaternion_z", "roll", "pitch", "yaw",
        "rotation_rate_x", "rotation_rate_y", "rotation_rate_z", "gravity_x", "gravity_y", "gravity_z",
        "user_acceleration_x", "user_acceleration_y", "user_acceleration_z", "magnetic_field_x", "magnetic_field_y",
        "magnetic_field_z", "magnetic_field_accuracy", "heading",
    ]

    private var rows: TableRows

    init(json: Bool) throws { rows = try TableRows(columns: Self.columns, json: json) }

    /// Writes a sample, with its time in seconds as it is to be shown.
    mutating func write(_ motion: DeviceMotion, at time: Double) throws {
        let held = motion.components
        rows.add(time)
        rows.add(
            motion.attitude.w, motion.attitude.x, motion.attitude.y, motion.attitude.z, if: held.contains(.attitude))
        let hasAngles = !held.isDisjoint(with: [.attitude, .angles])
        let angles = hasAngles ? motion.angles : EulerAngles(roll: 0, pitch: 0, yaw: 0)
        rows.add(angles.roll, angles.pitch, angles.yaw, if: hasAngles)
        rows.add(motion.rotationRate, if: held.contains(.rotationRate))
        rows.add(motion.gravity, if: held.contains(.gravity))
        rows.add(motion.userAcceleration, if: held.contains(.userAcceleration))
        rows.add(motion.magneticField, if: held.contains(.magneticField))
        rows.add(
            Double(motion.magneticFieldAccuracy.rawValue),
            if: !held.isDisjoint(with: [.magneticField, .magneticFieldAccuracy]))
        rows.add(motion.heading, if: held.contains(.heading))
        try rows.end()
    }

    /// Passes on what is written, where a reader may be waiting for it.
    func flush() throws { try rows.flush() }
}

/// Rows of numbers on standard output, as CSV with a header or as JSON lines.
struct TableRows {
    private let columns: [String]
    private let json: Bool
    private let writer: RowWriter
    private var position = 0

    init(columns: [String], json: Bool) throws {
        self.columns = columns
        self.json = json
        writer = try RowWriter(creating: "-")
        if !json {
            writer.write(columns.joined(separator: ","))
            try writer.endRow()
        }
    }

    /// Adds cells, empty ones where `isHeld` is false.
    mutating func add(_ values: Double..., if isHeld: Bool = true) {
        for value in values { add(isHeld ? value : nil) }
    }

    mutating func add(_ vector: Vector3, if isHeld: Bool) {
        add(isHeld ? vector.x : nil)
        add(isHeld ? vector.y : nil)
        add(isHeld ? vector.z : nil)
    }

    /// Adds a cell of plain text, without commas and quotes.
    mutating func add(text: String) {
        beginCell()
        writer.write(json ? "\"\(text)\"" : text)
    }

    private mutating func add(_ value: Double?) {
        beginCell()
        if let value, value.isFinite {
            writer.write(value)
        } else if json {
            writer.write("null")
        }
    }

    private mutating func beginCell() {
        if position > 0 { writer.writeSeparator() }
        if json {
            writer.write(position == 0 ? "{\"" : "\"")
            writer.write(columns[position])
            writer.write("\":")
        }
        position += 1
    }

    mutating func end() throws {
        if json { writer.write("}") }
        position = 0
        try writer.endRow()
    }

    func flush() throws { try writer.flush() }
}
