import MotionRecordings
public import MotionSources
public import MotionTypes

/// A source that delivers what a test tells it to, on the test's own thread, so that nothing has to wait for a clock.
public final class ScriptedSource: MotionSource {
    private struct State {
        var receive: (@Sendable (SourceEvent) -> Void)?
        var starts = 0
    }

    /// The name.
    public let name = "scripted"
    /// As given.
    public let capabilities: SourceCapabilities
    private let state = Guarded(State())

    /// A source with the given streams, all raw sensors by default.
    public init(
        _ capabilities: SourceCapabilities = SourceCapabilities(streams: [.accelerometer, .gyroscope, .magnetometer])
    ) {
        self.capabilities = capabilities
    }

    /// How often it was started.
    public var starts: Int { state.withLock { $0.starts } }

    /// Whether it is started.
    public var isRunning: Bool { state.withLock { $0.receive != nil } }

    /// Keeps the receiver.
    public func start(delivering receive: @escaping @Sendable (SourceEvent) -> Void) {
        state.withLock {
            $0.receive = receive
            $0.starts += 1
        }
    }

    /// Forgets the receiver.
    public func stop() { state.withLock { $0.receive = nil } }

    /// Delivers an event, if started.
    public func deliver(_ event: SourceEvent) { state.withLock { $0.receive }?(event) }

    /// Delivers samples of one sensor with the times given (s); x counts the samples from 0.
    public func deliver(_ kind: SensorKind, times: [Double]) {
        deliver(
            .samples(
                times.enumerated().map { index, time in
                    .sensor(SensorSample(kind, timestamp: time, value: Vector3(Double(index), 0, -1)))
                }))
    }
}

/// The times of `count` samples at `rate` a second from `start`, in seconds.
public func regularTimes(_ count: Int, rate: Double = 100, from start: Double = 0) -> [Double] {
    (0..<count).map { start + Double($0) / rate }
}
