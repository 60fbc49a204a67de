public import MotionTypes
public import SensorFusion

/// Turns a whole recording's raw samples into device motion, each attitude knowing what came after it.
///
/// Feed every sample in time order, then `finish`; it keeps what it needs for going back (see `OfflineSensorFusion`).
public struct OfflineMotionPipeline: Sendable {
    private let fusesRecordedMotion: Bool
    private var fusion: OfflineSensorFusion

    /// A pipeline for a recording in a frame; `declination` in radians, east positive, is for true north.
    ///
    /// Recorded device motion serves where there are no raw samples. Throws what `DeviceMotionPipeline` would.
    public init(
        _ capabilities: SourceCapabilities, frame: ReferenceFrame = .xArbitraryZVertical, declination: Double = 0
    ) throws(DeviceMotionPipeline.Obstacle) {
        var capabilities = capabilities
        capabilities.motionPolicy = .fused
        let causal = try DeviceMotionPipeline(capabilities, frame: frame, declination: declination)
        fusesRecordedMotion = causal.fusesRecordedMotion
        fusion = OfflineSensorFusion(frame: frame, declination: declination)
    }

    /// Takes a sample in.
    ///
    /// - Returns: whether it will have a sample of device motion.
    public mutating func process(_ sample: MotionSample) -> Bool {
        switch sample {
        case .sensor(let sample):
            return fusesRecordedMotion && sample.kind != .magnetometer ? false : fusion.update(sample)
        case .deviceMotion(let motion):
            guard fusesRecordedMotion, let acceleration = motion.totalAcceleration else { return false }
            fusion.update(SensorSample(.accelerometer, timestamp: motion.timestamp, value: acceleration))
            return fusion.update(SensorSample(.gyroscope, timestamp: motion.timestamp, value: motion.rotationRate))
        }
    }

    /// Goes back over the recording and gives its device motion, one sample for each that `process` promised.
    public consuming func finish() -> OfflineSensorFusion.Motions { fusion.finish() }
}
