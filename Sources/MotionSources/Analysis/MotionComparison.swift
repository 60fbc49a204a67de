public import MotionTypes

/// Device motion fused here, held against that recorded by the device, while both stream by.
///
/// Their times differ by up to a period: each recorded sample is compared with the fused ones around it, between which
/// gravity is interpolated. User acceleration is taken against that gravity from the raw reading nearest to the recorded
/// sample, so that what differs is the estimate and not the moment.
public struct MotionComparison: Sendable {
    /// Fused samples further apart than this (s) are not interpolated between.
    static let longestStep = 0.1

    private var fused: (before: DeviceMotion, after: DeviceMotion)?
    private var readings: (before: SensorSample, after: SensorSample)?
    private var waiting: [DeviceMotion] = []
    private var gravitySum = 0.0
    private var largest = 0.0
    private var accelerationSum = 0.0
    /// How many recorded samples were compared.
    public private(set) var count = 0

    /// A comparison of nothing yet.
    public init() {}

    /// The angle between the two gravities, root mean square, in degrees; nil if nothing was compared.
    public var gravityError: Double? {
        count > 0 ? (gravitySum / Double(count)).squareRoot() * Units.degreesPerRadian : nil
    }

    /// The largest angle between the two gravities, in degrees.
    public var largestGravityError: Double { largest * Units.degreesPerRadian }

    /// The difference of user acceleration, root mean square, in G; nil if nothing was compared.
    public var userAccelerationError: Double? { count > 0 ? (accelerationSum / Double(count)).squareRoot() : nil }

    /// Takes a raw reading of the accelerometer.
    public mutating func add(acceleration sample: SensorSample) {
        readings = readings.map { ($0.after, sample) } ?? (sample, sample)
    }

    /// Takes a sample that was fused here.
    public mutating func add(fused motion: DeviceMotion) {
        fused = fused.map { ($0.after, motion) } ?? (motion, motion)
        guard !waiting.isEmpty else { return }
        let ready = waiting.prefix { $0.timestamp <= motion.timestamp }.count
        for recorded in waiting.prefix(ready) { compare(recorded) }
        waiting.removeFirst(ready)
    }

    /// Takes a sample that the device recorded.
    public mutating func add(recorded motion: DeviceMotion) {
        guard motion.components.isSuperset(of: [.gravity, .userAcceleration]) else { return }
        if let fused, motion.timestamp <= fused.after.timestamp {
            compare(motion)
        } else if waiting.count < 64 {
            waiting.append(motion)
        }
    }

    private mutating func compare(_ recorded: DeviceMotion) {
        guard let (before, after) = fused else { return }
        let step = after.timestamp - before.timestamp
        guard step > 0, step <= Self.longestStep, recorded.timestamp >= before.timestamp else { return }
        let part = (recorded.timestamp - before.timestamp) / step
        let gravity = before.gravity + (after.gravity - before.gravity) * part
        let angle = gravity.angle(to: recorded.gravity)
        gravitySum += angle * angle
        largest = max(largest, angle)
        if let readings {
            let isBefore =
                abs(readings.before.timestamp - recorded.timestamp) < abs(readings.after.timestamp - recorded.timestamp)
            let reading = isBefore ? readings.before : readings.after
            accelerationSum += (reading.value - gravity - recorded.userAcceleration).lengthSquared
        }
        count += 1
    }
}
