import MotionTypes

/// MotionSense (Malekzadeh et al., "Mobile sensor data anonymization", IoTDI 2019): device motion of an iPhone 6s at
/// 50 Hz, without times, with the attitude as angles.
enum MotionSenseFormat {
    private static let slots: [String: Int] = [
        "attitude.roll": Slot.angles, "attitude.pitch": Slot.angles + 1, "attitude.yaw": Slot.angles + 2,
        "gravity.x": Slot.gravity, "gravity.y": Slot.gravity + 1, "gravity.z": Slot.gravity + 2,
        "rotationRate.x": Slot.rotationRate, "rotationRate.y": Slot.rotationRate + 1,
        "rotationRate.z": Slot.rotationRate + 2, "userAcceleration.x": Slot.userAcceleration,
        "userAcceleration.y": Slot.userAcceleration + 1, "userAcceleration.z": Slot.userAcceleration + 2,
    ]

    /// The plan of a table; nil if it has not all of the twelve columns, or has a time.
    static func plan(_ header: CSVHeader, entry: RecordingContainer.Entry?) -> RecordingPlan? {
        guard slots.keys.allSatisfy(header.names.contains),
            !header.names.contains(where: { ColumnName($0).quantity == .time })
        else { return nil }
        let columns = header.names.map { TablePlan.Column(slot: slots[$0] ?? -1) }
        var table = TablePlan(header, entry: entry, columns: columns)
        table.time = .interval(1.0 / 50)
        return RecordingPlan(
            formatName: "MotionSense",
            formatReason: "columns attitude.roll, gravity.x, rotationRate.x, … without a time",
            sign: .coreMotion, signReason: "MotionSense holds Core Motion's device motion",
            tracks: [TrackPlan(tables: [table])])
    }
}
