import MotionRecordings

/// Something that takes a service's values, besides the client's queue.
package protocol ValueReceiver<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Takes values in; may wait while too many are unread, where the source is to wait. Called on the source's thread.
    func receive(_ values: [Value])

    /// Nothing more will come.
    func finish(discarding: Bool)

    /// Calls `action` once, when all that was received has been handed on, as far as anybody can wait for that.
    func whenIdle(_ action: @escaping @Sendable () -> Void)
}

/// Hands values to one asynchronous reader, as many at a time as there are.
package final class StreamBuffer<Value: Sendable>: ValueReceiver {
    private struct State {
        var values: [Value] = []
        var backpressure: Backpressure
        var isFinished = false
        /// More than one where copies of an iterator are read at a time.
        var readers = FirstInFirstOut<CheckedContinuation<[Value]?, Never>>()
    }
    private let state: Guarded<State>

    package init(waitsForConsumer: Bool) {
        state = Guarded(State(backpressure: Backpressure(isOn: waitsForConsumer)))
    }

    /// Takes values in; waits while too many are unread, where the source is to wait.
    package func receive(_ values: [Value]) {
        let (reader, wait) = state.withLock { state in
            guard !state.isFinished else {
                return (nil as CheckedContinuation<[Value]?, Never>?, nil as DispatchSemaphore?)
            }
            if let reader = state.readers.first {
                state.readers.removeFirst()
                return (reader, nil)
            }
            state.values.append(contentsOf: values)
            return (nil, state.backpressure.halt(at: state.values.count))
        }
        reader?.resume(returning: values)
        wait?.wait()
    }

    /// Ends the stream after what it holds; with `discarding`, at once.
    package func finish(discarding: Bool) {
        var readers = state.withLock { state in
            state.isFinished = true
            if discarding { state.values.removeAll() }
            state.backpressure.release(at: 0)
            defer { state.readers.removeAll() }
            return state.readers
        }
        while let reader = readers.first {
            readers.removeFirst()
            reader.resume(returning: nil)
        }
    }

    /// At once: nobody can wait for a reader that may never come.
    package func whenIdle(_ action: @escaping @Sendable () -> Void) { action() }

    /// The values that have come since the last call, at least one; nil at the end or when the task is cancelled.
    package func next() async -> [Value]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: [Value]?? = state.withLock { state in
                    if !state.values.isEmpty {
                        var values: [Value] = []
                        swap(&values, &state.values)
                        state.backpressure.release(at: 0)
                        return values
                    }
                    if state.isFinished { return .some(nil) }
                    state.readers.append(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            finish(discarding: true)
        }
    }
}
