public import MotionRecognition
public import MotionTypes

/// Turns a source's samples into the way the device is held: from gravity, or from the accelerometer where there is no
/// gyroscope or it has stopped.
public struct OrientationPipeline: Sendable {
    /// How gravity is judged.
    public enum Rule: Sendable {
        /// By evidence over time (`OrientationDetector`); lying flat included.
        case evidence
        /// By the larger of gravity's x and y at every sample, as tutorials do; for comparison.
        case largerAxis
    }

    /// What is known at a time.
    public struct Sample: Sendable {
        /// In seconds, on the source's clock.
        public var timestamp: Double
        /// The orientation and what goes with it.
        public var reading: OrientationDetector.Reading
    }

    /// How long (s) device motion may be silent before the accelerometer takes its place.
    private static let silence = 0.25

    private let rule: Rule
    private var motion: DeviceMotionPipeline?
    private var detector = OrientationDetector()
    /// The time of the last device motion, or of the first sample.
    private var lastMotion: Double?

    /// Whether orientation follows from the accelerometer alone.
    public private(set) var usesAccelerometerOnly: Bool

    /// A pipeline for a source; throws `noMotion` where it has neither device motion nor an accelerometer.
    public init(
        _ capabilities: SourceCapabilities, rule: Rule = .evidence
    ) throws(DeviceMotionPipeline.Obstacle) {
        self.rule = rule
        motion = try? DeviceMotionPipeline(capabilities)
        usesAccelerometerOnly = motion == nil
        guard motion != nil || capabilities.streams.contains(.accelerometer) else { throw .noMotion }
    }

    /// Takes a sample in; gives what is known after it where the sample says something.
    public mutating func process(_ sample: MotionSample) -> Sample? {
        let time = sample.timestamp
        if let motion = motion?.process(sample) {
            lastMotion = time
            usesAccelerometerOnly = false
            return Sample(timestamp: time, reading: judge(motion.gravity, motion.totalAcceleration, time))
        }
        guard case .sensor(let sensor) = sample, sensor.kind == .accelerometer else { return nil }
        if motion != nil {
            let last = lastMotion ?? time
            lastMotion = last
            guard time - last > Self.silence else { return nil }
            usesAccelerometerOnly = true
        }
        guard rule == .evidence else { return Sample(timestamp: time, reading: judge(sensor.value, nil, time)) }
        return Sample(timestamp: time, reading: detector.update(acceleration: sensor.value, at: time))
    }

    /// The time from which the orientation is unknown unless a sample of use comes before, on the source's clock.
    public var expiry: Double? { detector.expiry }

    /// Forgets everything: what follows is not the continuation of what came before.
    public mutating func restart() {
        motion?.restart()
        detector = OrientationDetector()
        lastMotion = nil
    }

    private mutating func judge(
        _ gravity: Vector3, _ acceleration: Vector3?, _ time: Double
    ) -> OrientationDetector.Reading {
        var reading = detector.update(gravity: gravity, acceleration: acceleration, at: time)
        if rule == .largerAxis {
            reading.orientation = DeviceOrientation(largerAxisOf: gravity)
            reading.planar = reading.orientation
        }
        return reading
    }
}

extension OrientationDetector {
    /// Takes in gravity, and beside it the acceleration that the accelerometer read, of a sample of device motion.
    @discardableResult
    public mutating func update(_ motion: DeviceMotion) -> Reading {
        update(gravity: motion.gravity, acceleration: motion.totalAcceleration, at: motion.timestamp)
    }
}
