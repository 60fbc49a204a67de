// MotionSources: where samples come from: recordings, simulated motion and, later, the kernel and phones. It may import
// the core, MotionRecordings and the C libraries that a kind of source needs; it knows nothing of its consumers.

public import MotionTypes

/// Something that delivers samples: a recording, a simulation, a device.
///
/// A source is used by one consumer at a time. `start` and `stop` may be called from any thread, also from within a
/// delivery, and return at once.
public protocol MotionSource: AnyObject, Sendable {
    /// The source in the words that choose it, such as `replay:walk.csv`.
    var name: String { get }

    /// What the source can deliver.
    var capabilities: SourceCapabilities { get }

    /// Begins delivering from the start, on a thread of the source's own, in time order.
    ///
    /// A second call restarts. The receiver may block the calling thread where `waitsForConsumer` says so.
    func start(delivering receive: @escaping @Sendable (SourceEvent) -> Void)

    /// Ends delivering; a delivery that is under way on another thread may still arrive after the return.
    func stop()
}

/// What a source can deliver.
public struct SourceCapabilities: Sendable, Equatable {
    /// The streams it delivers.
    public var streams: SensorSet
    /// What its own device motion holds, where `streams` has `.deviceMotion`.
    public var motionComponents: DeviceMotion.Components
    /// Whether it waits for its consumer instead of keeping to the clock (`speed=max`).
    public var waitsForConsumer: Bool
    /// What device motion is made of where both are possible.
    public var motionPolicy: MotionPolicy

    /// Capabilities of the given streams; nothing at all by default.
    public init(
        streams: SensorSet = [], motionComponents: DeviceMotion.Components = [], waitsForConsumer: Bool = false,
        motionPolicy: MotionPolicy = .automatic
    ) {
        self.streams = streams
        self.motionComponents = motionComponents
        self.waitsForConsumer = waitsForConsumer
        self.motionPolicy = motionPolicy
    }
}

/// What a source delivers to its consumer.
public enum SourceEvent: Sendable {
    /// Samples in time order; never empty.
    case samples([MotionSample])
    /// The stream begins anew at another place: what follows is not the continuation of what came before.
    case restarted
    /// Nothing more will come.
    case finished
    /// The source broke off; nothing more will come.
    case failed(any Error)
}

/// Where device motion comes from.
public enum MotionPolicy: String, Sendable, CaseIterable {
    /// As recorded, where an attitude or gravity was recorded; else fused from the raw samples.
    case automatic
    /// As recorded.
    case recorded
    /// Fused here from the raw samples.
    case fused
}
