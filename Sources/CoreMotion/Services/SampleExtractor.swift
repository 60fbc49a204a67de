package import MotionSources
package import MotionTypes

/// Picks one service's values out of a source's samples.
package protocol SampleExtractor: Sendable {
    associatedtype Value: Sendable

    /// The value that a sample completes, if any.
    mutating func process(_ sample: MotionSample) -> Value?

    /// The time of a value, in seconds.
    static func timestamp(of value: Value) -> Double

    /// Whether the other one gives the same values, so that this one can go on in its place.
    func isSameKind(as other: Self) -> Bool

    /// What follows is not the continuation of what came before.
    mutating func restart()
}

extension DeviceMotionPipeline: SampleExtractor {
    package static func timestamp(of value: DeviceMotion) -> Double { value.timestamp }
}

extension OrientationPipeline: SampleExtractor {
    package static func timestamp(of value: Sample) -> Double { value.timestamp }

    package func isSameKind(as other: OrientationPipeline) -> Bool { false }
}

/// Picks one raw sensor's samples, or makes them up from recorded device motion where a recording holds nothing else.
package struct RawSampleExtractor: SampleExtractor {
    private let kind: SensorKind
    private let isRecorded: Bool

    /// An extractor for a sensor; nil where the source has nothing to give for it.
    init?(_ kind: SensorKind, of capabilities: SourceCapabilities) {
        self.kind = kind
        isRecorded = capabilities.streams.contains(SensorSet(kind))
        guard !isRecorded else { return }
        let needed: DeviceMotion.Components? =
            switch kind {
            case .accelerometer: [.gravity, .userAcceleration]
            case .gyroscope: .rotationRate
            case .magnetometer: nil
            }
        guard let needed, capabilities.streams.contains(.deviceMotion),
            capabilities.motionComponents.isSuperset(of: needed)
        else { return nil }
    }

    package func process(_ sample: MotionSample) -> SensorSample? {
        switch sample {
        case .sensor(let sample):
            return isRecorded && sample.kind == kind ? sample : nil
        case .deviceMotion(let motion):
            guard !isRecorded else { return nil }
            let value =
                kind == .accelerometer
                ? motion.totalAcceleration : motion.components.contains(.rotationRate) ? motion.rotationRate : nil
            return value.map { SensorSample(kind, timestamp: motion.timestamp, value: $0) }
        }
    }

    package static func timestamp(of value: SensorSample) -> Double { value.timestamp }

    package func restart() {}

    package func isSameKind(as other: RawSampleExtractor) -> Bool { true }
}
