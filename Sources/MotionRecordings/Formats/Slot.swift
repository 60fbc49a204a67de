import MotionTypes

/// The places that the cells of a row go to: one for each value that a recording can hold.
///
/// A row is an array of `count` doubles and a word with one bit for each of them that holds a value.
enum Slot {
    static let time = 0
    static let acceleration = 1
    static let magnetometer = 4
    static let gyroscope = 7
    static let quaternion = 10
    static let angles = 14
    static let rotationRate = 17
    static let gravity = 20
    static let userAcceleration = 23
    static let magneticField = 26
    static let accuracy = 29
    static let heading = 30
    static let count = 31

    /// Slots that only count together: where one of them is missing, the others are no value either.
    struct Group: Sendable {
        let first: Int
        let length: Int
        /// What the group is called in messages.
        let name: String
        /// The stream that the group belongs to.
        let stream: SensorSet
        /// The part of device motion that the group is, if it is one.
        let component: DeviceMotion.Components

        /// The bits of the group's slots.
        var mask: UInt32 { ((1 << UInt32(length)) - 1) << UInt32(first) }
    }

    /// All groups; time is none.
    static let groups: [Group] = [
        Group(first: acceleration, length: 3, name: "acceleration", stream: .accelerometer, component: []),
        Group(first: magnetometer, length: 3, name: "magnetometer", stream: .magnetometer, component: []),
        Group(first: gyroscope, length: 3, name: "gyroscope", stream: .gyroscope, component: []),
        Group(first: quaternion, length: 4, name: "quaternion", stream: .deviceMotion, component: .attitude),
        Group(first: angles, length: 3, name: "angles", stream: .deviceMotion, component: .angles),
        Group(first: rotationRate, length: 3, name: "rotation rate", stream: .deviceMotion, component: .rotationRate),
        Group(first: gravity, length: 3, name: "gravity", stream: .deviceMotion, component: .gravity),
        Group(
            first: userAcceleration, length: 3, name: "user acceleration", stream: .deviceMotion,
            component: .userAcceleration),
        Group(
            first: magneticField, length: 3, name: "magnetic field", stream: .deviceMotion, component: .magneticField),
        Group(
            first: accuracy, length: 1, name: "magnetic field accuracy", stream: .deviceMotion,
            component: .magneticFieldAccuracy),
        Group(first: heading, length: 1, name: "heading", stream: .deviceMotion, component: .heading),
    ]

    /// The bits of a group of `length` slots from `first` on.
    static func mask(_ first: Int, _ length: Int) -> UInt32 { ((1 << UInt32(length)) - 1) << UInt32(first) }

    /// The bits of the slots of device motion.
    static let deviceMotionMask: UInt32 = mask(quaternion, count - quaternion)
}
