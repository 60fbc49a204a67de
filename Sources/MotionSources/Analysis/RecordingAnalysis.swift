public import MotionRecordings
public import MotionTypes
public import SensorFusion

/// What a recording holds, in numbers: one pass over it, with memory that does not grow with its length.
public struct RecordingAnalysis: Sendable {
    /// A stillness that was found: the mean reading of the accelerometer over half a second of little change.
    public struct Stillness: Sendable {
        /// When it ended, in seconds since the recording's first sample.
        public let time: Double
        /// The mean acceleration in device axes, in G.
        public let acceleration: Vector3
    }

    /// The raw sensors' times.
    public private(set) var sensors: [SensorKind: StreamStatistics] = [:]
    /// The times of recorded device motion.
    public private(set) var deviceMotion = StreamStatistics()
    /// Recorded device motion beside that fused from the raw samples, where the recording has both.
    public private(set) var comparison: MotionComparison?
    /// The gyroscope's bias at the end, in rad/s, where the raw samples could be fused.
    public private(set) var gyroscopeBias: GyroscopeBias?
    /// The first stillness, if there was one.
    public private(set) var stillness: Stillness?
    /// What was wrong with the recording's samples.
    public private(set) var issues = RecordingIssues()

    private var fusion: DeviceMotionPipeline?
    private var recorded: DeviceMotionPipeline?
    private var window = StillnessWindow()
    private var start: Double?

    /// An analysis of a recording of the given content, which is then fed with `add`.
    public init(_ recording: Recording) {
        var capabilities = SourceCapabilities(
            streams: recording.streams, motionComponents: recording.motionComponents, motionPolicy: .recorded)
        recorded = try? DeviceMotionPipeline(capabilities)
        if recording.streams.isSuperset(of: [.accelerometer, .gyroscope]) {
            capabilities.motionPolicy = .fused
            fusion = try? DeviceMotionPipeline(capabilities)
        }
        if fusion != nil && recorded != nil { comparison = MotionComparison() }
    }

    /// Takes samples in time order.
    public mutating func add(_ samples: [MotionSample]) {
        for sample in samples {
            if start == nil { start = sample.timestamp }
            switch sample {
            case .sensor(let sample): add(sample)
            case .deviceMotion(let motion): add(motion)
            }
        }
    }

    /// Takes the end, with what the reader had to complain of.
    public mutating func finish(_ issues: RecordingIssues) {
        self.issues = issues
        gyroscopeBias = fusion?.fusion?.gyroscopeBias
    }

    /// From the first sample of any stream to the last, in seconds.
    public var duration: Double {
        let streams = (Array(sensors.values) + [deviceMotion]).filter { $0.count > 0 }
        guard let first = streams.map(\.first).min(), let last = streams.map(\.last).max() else { return 0 }
        return last - first
    }

    /// All that a reader of the recording should know of, in sentences.
    public var warnings: [String] {
        var warnings = issues.warnings
        let named =
            SensorKind.allCases.map { ("\($0)", sensors[$0] ?? StreamStatistics()) } + [("device motion", deviceMotion)]
        for (name, statistics) in named where statistics.gaps > 0 {
            let longest = (statistics.longestStep * 1000).rounded() / 1000
            warnings.append("\(name): \(statistics.gaps) gap(s), the longest \(longest) s")
        }
        if let stillness {
            let length = (stillness.acceleration.length * 100).rounded() / 100
            if !(0.9...1.1).contains(length) {
                warnings.append("at rest the accelerometer reads \(length) G instead of 1: is the unit right?")
            }
        }
        return warnings
    }

    private mutating func add(_ sample: SensorSample) {
        sensors[sample.kind, default: StreamStatistics()].add(sample.timestamp)
        if sample.kind == .accelerometer {
            lookForStillness(sample.value, at: sample.timestamp)
            comparison?.add(acceleration: sample)
        }
        if let motion = fusion?.process(.sensor(sample)) { comparison?.add(fused: motion) }
    }

    private mutating func add(_ motion: DeviceMotion) {
        deviceMotion.add(motion.timestamp)
        if fusion == nil, let acceleration = motion.totalAcceleration {
            lookForStillness(acceleration, at: motion.timestamp)
        }
        if let motion = recorded?.process(.deviceMotion(motion)) { comparison?.add(recorded: motion) }
    }

    private mutating func lookForStillness(_ acceleration: Vector3, at timestamp: Double) {
        guard stillness == nil, let mean = window.add(acceleration, at: timestamp) else { return }
        stillness = Stillness(time: timestamp - (start ?? 0), acceleration: mean)
    }
}

/// Half a second of accelerometer readings that lie within 0.02 G of their mean.
private struct StillnessWindow: Sendable {
    static let length = 0.5
    static let tolerance = 0.02
    private var start = 0.0
    private var mean = Vector3.zero
    private var count = 0

    /// The mean, once the readings have kept still for the window's length.
    mutating func add(_ value: Vector3, at timestamp: Double) -> Vector3? {
        if count == 0 || (value - mean).length > Self.tolerance || timestamp < start {
            (start, mean, count) = (timestamp, value, 1)
            return nil
        }
        count += 1
        mean += (value - mean) / Double(count)
        return count > 4 && timestamp - start >= Self.length ? mean : nil
    }
}
