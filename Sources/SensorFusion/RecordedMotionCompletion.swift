public import MotionTypes

/// Completes device motion that a recording holds only in part, from what it does hold.
///
/// Gravity follows from the attitude. An attitude that was not recorded follows from gravity, which gives its tilt
/// exactly, and from the rotation rate, which carries its yaw from sample to sample (yaw starts at 0 and drifts with
/// the error of the rate; without a rotation rate it stays as near as the tilt allows).
public struct RecordedMotionCompletion: Sendable {
    /// A step longer than this (s) is a gap, over which the rotation rate says nothing.
    static let longestStep = 0.5

    private var last: (timestamp: Double, attitude: Quaternion)?

    /// A completion that has seen nothing yet.
    public init() {}

    /// The sample with attitude and gravity filled in where they can be; `components` says what it then holds.
    public mutating func complete(_ motion: DeviceMotion) -> DeviceMotion {
        var motion = motion
        if !motion.components.contains(.attitude) {
            if motion.components.contains(.angles) {
                motion.attitude = motion.recordedAngles.quaternion
                motion.components.insert(.attitude)
            } else if motion.components.contains(.gravity), motion.gravity.lengthSquared > 0 {
                motion.attitude = attitude(of: motion)
                motion.components.insert(.attitude)
            }
        }
        if !motion.components.contains(.gravity), motion.components.contains(.attitude) {
            motion.gravity = motion.attitude.normalized.gravity
            motion.components.insert(.gravity)
        }
        return motion
    }

    private mutating func attitude(of motion: DeviceMotion) -> Quaternion {
        var predicted = Quaternion.identity
        if let last {
            predicted = last.attitude
            let step = motion.timestamp - last.timestamp
            if motion.components.contains(.rotationRate), step > 0, step <= Self.longestStep {
                predicted = predicted * Quaternion(rotationVector: motion.rotationRate * step)
            }
        }
        let up = predicted.rotate(-motion.gravity)
        let attitude = (Quaternion(turning: up, into: Vector3(0, 0, 1)) * predicted).normalized
        last = (motion.timestamp, attitude)
        return attitude
    }
}
