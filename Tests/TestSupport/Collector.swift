import MotionRecordings

/// Gathers values from handlers on any thread.
public final class Collector<Value: Sendable>: Sendable {
    private let gathered = Guarded<[Value]>([])

    /// An empty collector.
    public init() {}

    /// The values so far, in the order they came.
    public var values: [Value] { gathered.withLock { $0 } }

    /// Adds a value.
    public func add(_ value: Value) { gathered.withLock { $0.append(value) } }
}
