import MotionRecordings

/// Hands values to a handler on the caller's queue, one operation a value.
///
/// The handler sees every value once and in order, and is never entered twice at a time, even on a queue that runs
/// several operations at once: an operation that comes early leaves its value to the one that is due. An operation that
/// somebody else cancels takes its value with it.
package final class QueueDelivery<Value: Sendable>: Sendable {
    private struct State {
        var pending = FirstInFirstOut<SampleOperation<Value>>()
        var backpressure: Backpressure
        var isCalling = false
        /// Nil once cancelled: a queue that never runs its operations must keep neither itself nor the handler.
        var receiver: Receiver?
        var whenIdle: [@Sendable () -> Void] = []

        var isIdle: Bool { !isCalling && pending.count == 0 }
    }

    /// The client's queue and handler.
    ///
    /// Apple's handlers are not `Sendable`: they are called on the queue that the client chose for them.
    private struct Receiver: @unchecked Sendable {
        let queue: OperationQueue
        let handler: (Value?, (any Error)?) -> Void
    }

    private let state: Guarded<State>

    package init(queue: OperationQueue, waitsForConsumer: Bool, handler: @escaping (Value?, (any Error)?) -> Void) {
        state = Guarded(
            State(
                backpressure: Backpressure(isOn: waitsForConsumer), receiver: Receiver(queue: queue, handler: handler)))
    }

    /// Adds operations for values; waits while too many are in flight, where the source is to wait.
    package func receive(_ values: [Value]) { add(values.map { SampleOperation(.success($0), delivery: self) }) }

    /// Adds an operation that tells an error.
    func fail(_ error: any Error) { add([SampleOperation(.failure(error), delivery: self)]) }

    /// Whether nothing is pending.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    /// Another one takes its place: what is pending is still handed on, but nobody waits for it.
    func retire() { state.withLock { $0.backpressure.turnOff() } }

    /// Ends the delivery: no handler is called any more.
    ///
    /// The queue's pending operations are cancelled on request.
    package func cancel(cancellingOperations: Bool) {
        let (receiver, idle) = state.withLock { state in
            defer { state.receiver = nil }
            state.pending.removeAll()
            state.backpressure.release(at: 0)
            return (state.receiver, state.isCalling ? [] : Self.takeIdle(&state))
        }
        idle.forEach { $0() }
        if cancellingOperations { receiver?.queue.cancelAllOperations() }
    }

    /// Calls `action` once, when nothing is pending.
    package func whenIdle(_ action: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            if !state.isIdle { state.whenIdle.append(action) }
            return state.isIdle
        }
        if isIdle { action() }
    }

    private func add(_ operations: [SampleOperation<Value>]) {
        let (queue, wait) = state.withLock { state in
            guard let queue = state.receiver?.queue else {
                return (nil as OperationQueue?, nil as DispatchSemaphore?)
            }
            for operation in operations { state.pending.append(operation) }
            return (queue, state.backpressure.halt(at: state.pending.count))
        }
        guard let queue else { return }
        queue.addOperations(operations, waitUntilFinished: false)
        wait?.wait()
    }

    /// Marks an operation's turn as come and calls the handler for all values that are due.
    fileprivate func run(_ operation: SampleOperation<Value>?) {
        var next = state.withLock { state in
            operation?.hasRun = true
            return Self.takeNext(&state)
        }
        while let (operation, receiver) = next.call {
            switch operation.value {
            case .success(let value): receiver.handler(value, nil)
            case .failure(let error): receiver.handler(nil, error)
            }
            next = state.withLock { state in
                state.isCalling = false
                return Self.takeNext(&state)
            }
        }
        next.idle.forEach { $0() }
    }

    private static func takeNext(
        _ state: inout State
    ) -> (call: (SampleOperation<Value>, Receiver)?, idle: [@Sendable () -> Void]) {
        guard !state.isCalling else { return (nil, []) }
        while let first = state.pending.first, first.hasRun || first.isCancelled {
            state.pending.removeFirst()
            state.backpressure.release(at: state.pending.count)
            guard first.hasRun, let receiver = state.receiver else { continue }
            state.isCalling = true
            return ((first, receiver), [])
        }
        return (nil, state.pending.count == 0 ? takeIdle(&state) : [])
    }

    private static func takeIdle(_ state: inout State) -> [@Sendable () -> Void] {
        defer { state.whenIdle.removeAll() }
        return state.whenIdle
    }
}

/// The operation of one value.
///
/// `Operation` is `@unchecked Sendable` and a subclass must say so again; `hasRun` is only touched under the delivery's
/// lock.
private final class SampleOperation<Value: Sendable>: Operation, @unchecked Sendable {
    let value: Result<Value, any Error>
    let delivery: QueueDelivery<Value>
    var hasRun = false

    init(_ value: Result<Value, any Error>, delivery: QueueDelivery<Value>) {
        self.value = value
        self.delivery = delivery
    }

    override func start() {
        super.start()
        // A cancelled operation is started too, and what waits behind it must not wait for its turn.
        if isCancelled { delivery.run(nil) }
    }

    override func main() { delivery.run(self) }
}
