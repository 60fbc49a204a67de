public import MotionTypes

/// Tilt from the accelerometer alone, for devices without a gyroscope: the smoothed acceleration is taken for gravity.
///
/// It follows slow changes and is thrown off by every movement; there is no rotation rate, and yaw is what the shortest
/// turns from one tilt to the next leave of it.
public struct TiltEstimator: Sendable {
    /// The time constant of the smoothing in seconds.
    public let smoothing: Double
    private var mean = Vector3.zero
    private var attitude = Quaternion.identity
    private var frameTurn = CachedTurn()
    private var turn = 0.0
    /// The time of the last sample; NaN before the first.
    private var time = Double.nan

    /// An estimator with a time constant in seconds, half a second by default: a hand's tremor and a step are smoothed, a
    /// turn of the device is followed within a second.
    public init(smoothing: Double = 0.5) {
        self.smoothing = smoothing.isFinite ? max(0, smoothing) : 0.5
    }

    /// Takes in an acceleration in G with Core Motion's sign, at a time in seconds.
    ///
    /// - Returns: attitude in `xArbitraryZVertical`, gravity and user acceleration; nil for samples that are not finite,
    ///   beyond every sensor's range, or not later than the one before.
    public mutating func update(accelerometer value: Vector3, at timestamp: Double) -> DeviceMotion? {
        guard timestamp.isFinite, value.lengthSquared < 1e6, !(timestamp <= time) else { return nil }
        if time.isNaN || timestamp - time > 10 * (smoothing + 0.1) {
            mean = value
        } else {
            let dt = timestamp - time
            mean += (value - mean) * min(1, dt / (smoothing + dt / 2))
        }
        let up = Vector3(0, 0, 1)
        let tilted = Quaternion(turning: attitude.rotate(-mean), into: up) * attitude
        attitude = tilted.normalized
        if time.isNaN { turn = SensorFusion.turnToFrame(from: Matrix3(attitude)) }
        time = timestamp
        var motion = DeviceMotion(timestamp: timestamp)
        motion.attitude = frameTurn.apply(turn, to: attitude)
        motion.gravity = motion.attitude.gravity
        motion.userAcceleration = value - motion.gravity
        motion.components = [.attitude, .gravity, .userAcceleration]
        return motion
    }
}
