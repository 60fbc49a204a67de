import MotionTypes

extension DeviceMotion {
    /// The device motion that a row of slots holds; where there are angles and no quaternion, the attitude is theirs.
    init(_ values: UnsafeMutablePointer<Double>, present: UInt32, timestamp: Double) {
        self.init(timestamp: timestamp)
        func has(_ slot: Int, _ length: Int) -> Bool { present & Slot.mask(slot, length) == Slot.mask(slot, length) }
        func vector(_ slot: Int) -> Vector3 { Vector3(values[slot], values[slot + 1], values[slot + 2]) }
        if has(Slot.angles, 3) {
            recordedAngles = EulerAngles(
                roll: values[Slot.angles], pitch: values[Slot.angles + 1], yaw: values[Slot.angles + 2])
            components.insert(.angles)
        }
        if has(Slot.quaternion, 4) {
            let q = values + Slot.quaternion
            attitude = Quaternion(w: q[0], x: q[1], y: q[2], z: q[3])
            components.insert(.attitude)
        } else if components.contains(.angles) {
            attitude = recordedAngles.quaternion
        }
        if has(Slot.rotationRate, 3) {
            rotationRate = vector(Slot.rotationRate)
            components.insert(.rotationRate)
        }
        if has(Slot.gravity, 3) {
            gravity = vector(Slot.gravity)
            components.insert(.gravity)
        }
        if has(Slot.userAcceleration, 3) {
            userAcceleration = vector(Slot.userAcceleration)
            components.insert(.userAcceleration)
        }
        if has(Slot.magneticField, 3) {
            magneticField = vector(Slot.magneticField)
            components.insert(.magneticField)
        }
        if has(Slot.accuracy, 1), let accuracy = MagneticFieldAccuracy(exactly: values[Slot.accuracy]) {
            magneticFieldAccuracy = accuracy
            components.insert(.magneticFieldAccuracy)
        }
        if has(Slot.heading, 1) {
            heading = values[Slot.heading]
            components.insert(.heading)
        }
    }
}

extension MagneticFieldAccuracy {
    /// The accuracy of a number in a file; nil if it stands for none.
    init?(exactly value: Double) {
        guard let raw = Int32(exactly: value) else { return nil }
        self.init(rawValue: raw)
    }
}
