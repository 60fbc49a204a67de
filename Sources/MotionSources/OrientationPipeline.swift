public import MotionRecognition
public import MotionTypes

/// Turns a source's samples into the way the device is held: from gravity, or from the accelerometer where there is no
/// gyroscope.
public struct OrientationPipeline: Sendable {
    private var motion: DeviceMotionPipeline?
    private var detector = OrientationDetector()

    /// A pipeline for a source; throws `noMotion` where it has neither device motion nor an accelerometer.
    public init(_ capabilities: SourceCapabilities) throws(DeviceMotionPipeline.Obstacle) {
        motion = try? DeviceMotionPipeline(capabilities)
        guard motion != nil || capabilities.streams.contains(.accelerometer) else { throw .noMotion }
    }

    /// Whether orientation follows from the accelerometer alone.
    public var usesAccelerometerOnly: Bool { motion == nil }

    /// Takes a sample in; gives what is known after it where the sample says something.
    public mutating func process(_ sample: MotionSample) -> OrientationDetector.Reading? {
        if motion != nil {
            guard let motion = motion?.process(sample) else { return nil }
            return detector.update(motion)
        }
        guard case .sensor(let sample) = sample, sample.kind == .accelerometer else { return nil }
        return detector.update(acceleration: sample.value, at: sample.timestamp)
    }
}

extension OrientationDetector {
    /// Takes in gravity, and beside it the acceleration that the accelerometer read, of a sample of device motion.
    @discardableResult
    public mutating func update(_ motion: DeviceMotion) -> Reading {
        update(gravity: motion.gravity, acceleration: motion.totalAcceleration, at: motion.timestamp)
    }
}
