import MotionTypes

/// Writes samples as one table of our CSV; samples of one time share a row where their columns are free.
final class TableWriter {
    private let rows: RowWriter
    private let groups: [Slot.Group]
    private let values: UnsafeMutablePointer<Double>
    private var present: UInt32 = 0
    private var time = 0.0
    private let mask: UInt32

    /// Starts a table with columns for the groups given.
    init(_ rows: RowWriter, groups: [Slot.Group]) throws(OutputError) {
        self.rows = rows
        // Our column order, which is not that of the slots.
        var ordered: [Slot.Group] = []
        for (_, slot) in OwnFormat.columns {
            if let group = groups.first(where: { $0.first == slot }) { ordered.append(group) }
        }
        self.groups = ordered
        mask = ordered.reduce(0) { $0 | $1.mask }
        values = .allocate(capacity: Slot.count)
        values.initialize(repeating: 0, count: Slot.count)
        rows.write(OwnFormat.timeName)
        for group in ordered {
            for (name, slot) in OwnFormat.columns where (group.first..<group.first + group.length).contains(slot) {
                rows.writeSeparator()
                rows.write(name)
            }
        }
        try rows.endRow()
    }

    deinit { values.deallocate() }

    /// Puts the parts of a sample into the row of its time, and ends the row before where that is another.
    ///
    /// Returns the bits of slots that the table has no columns for.
    func append(_ sample: SlotSample) throws(OutputError) -> UInt32 {
        if present != 0, sample.time != time || present & sample.present != 0 { try endRow() }
        time = sample.time
        let known = sample.present & mask
        for slot in 1..<Slot.count where known >> UInt32(slot) & 1 != 0 { values[slot] = sample.values[slot] }
        present |= known
        return sample.present & ~mask
    }

    /// Ends the row that samples are being put into, and passes everything on to the file.
    func flush() throws(OutputError) {
        if present != 0 { try endRow() }
        try rows.flush()
    }

    /// Ends the table.
    func close() throws(OutputError) {
        if present != 0 { try endRow() }
        try rows.close()
    }

    private func endRow() throws(OutputError) {
        rows.write(time)
        for group in groups {
            let isThere = present & group.mask != 0
            for slot in group.first..<group.first + group.length {
                rows.writeSeparator()
                if isThere { rows.write(values[slot]) }
            }
        }
        present = 0
        try rows.endRow()
    }
}

/// A sample spread out into slots.
struct SlotSample {
    var time: Double
    var present: UInt32 = 0
    let values: UnsafeMutablePointer<Double>

    /// Spreads a sample out into memory for `Slot.count` doubles; values that are not finite are left out.
    init(_ sample: MotionSample, into memory: UnsafeMutablePointer<Double>) {
        time = sample.timestamp
        values = memory
        switch sample {
        case .sensor(let reading):
            switch reading.kind {
            case .accelerometer: put(reading.value, Slot.acceleration)
            case .magnetometer: put(reading.value, Slot.magnetometer)
            case .gyroscope: put(reading.value, Slot.gyroscope)
            }
        case .deviceMotion(let motion): put(motion)
        }
    }

    private mutating func put(_ motion: DeviceMotion) {
        let components = motion.components
        if components.contains(.attitude), motion.attitude.isFinite {
            let q = motion.attitude
            (values[Slot.quaternion], values[Slot.quaternion + 1]) = (q.w, q.x)
            (values[Slot.quaternion + 2], values[Slot.quaternion + 3]) = (q.y, q.z)
            present |= Slot.mask(Slot.quaternion, 4)
        }
        if components.contains(.angles) {
            let angles = motion.recordedAngles
            put(Vector3(angles.roll, angles.pitch, angles.yaw), Slot.angles)
        }
        if components.contains(.rotationRate) { put(motion.rotationRate, Slot.rotationRate) }
        if components.contains(.gravity) { put(motion.gravity, Slot.gravity) }
        if components.contains(.userAcceleration) { put(motion.userAcceleration, Slot.userAcceleration) }
        if components.contains(.magneticField) { put(motion.magneticField, Slot.magneticField) }
        if components.contains(.magneticFieldAccuracy) {
            put(Double(motion.magneticFieldAccuracy.rawValue), Slot.accuracy)
        }
        if components.contains(.heading) { put(motion.heading, Slot.heading) }
    }

    private mutating func put(_ vector: Vector3, _ slot: Int) {
        guard vector.isFinite else { return }
        (values[slot], values[slot + 1], values[slot + 2]) = (vector.x, vector.y, vector.z)
        present |= Slot.mask(slot, 3)
    }

    private mutating func put(_ value: Double, _ slot: Int) {
        guard value.isFinite else { return }
        values[slot] = value
        present |= Slot.mask(slot, 1)
    }
}
