import MotionRecordings
import MotionSources
import MotionTypes

/// One of a manager's services: its interval, who is to be served, and the values on their way.
package final class MotionService<Extractor: SampleExtractor>: Sendable {
    package typealias Value = Extractor.Value

    /// The update interval in seconds where none was set; Apple documents none.
    static var defaultInterval: Double { 0.01 }

    private struct State {
        var interval = MotionService.defaultInterval
        var decimator = Decimator(interval: MotionService.defaultInterval)
        var extractor: Extractor?
        var isStarted = false
        var run: UInt64 = 0
        var latest: Value?
        var delivery: QueueDelivery<Value>?
        var streams: [StreamBuffer<Value>] = []
        var due: [Value] = []

        var isActive: Bool { isStarted || !streams.isEmpty }
    }
    private let state = Guarded(State())

    init() {}

    /// The interval in seconds, as it was set; it takes effect at once.
    package var interval: Double {
        get { state.withLock { $0.interval } }
        set {
            state.withLock {
                $0.interval = newValue
                $0.decimator.interval = newValue
            }
        }
    }

    /// Whether the service was started and not stopped since, or a stream is being read.
    package var isActive: Bool { state.withLock { $0.isActive } }

    /// The last value that was due; nil before the first one and after a stop.
    package var latest: Value? { state.withLock { $0.latest } }

    /// Starts serving a queue, or with nil only `latest`; who was served before is served no longer.
    ///
    /// Values that the former handler was due still reach it. `extractor` replaces the one at work; nil delivers nothing.
    func start(_ delivery: QueueDelivery<Value>?, extractor: Extractor?, run: UInt64) {
        state.withLock { state in
            Self.prepare(&state, extractor: extractor, run: run)
            state.isStarted = true
            state.delivery = delivery
        }
    }

    /// Adds a stream.
    func add(_ stream: StreamBuffer<Value>, extractor: Extractor?, run: UInt64) {
        state.withLock { state in
            Self.prepare(&state, extractor: extractor, run: run)
            state.streams.append(stream)
        }
    }

    private static func prepare(_ state: inout State, extractor: Extractor?, run: UInt64) {
        if !state.isActive || run != state.run {
            state.decimator = Decimator(interval: state.interval)
            state.latest = nil
            state.run = run
        }
        state.extractor = extractor
    }

    /// Whether the source's samples are of use to the service.
    var isAtWork: Bool { state.withLock { $0.isActive && $0.extractor != nil } }

    /// Stops; what is to be done outside all locks comes back: telling the queue and the streams.
    func stop(cancellingOperations: Bool) -> () -> Void {
        let (delivery, streams) = state.withLock { state in
            defer {
                state.isStarted = false
                state.delivery = nil
                state.streams = []
                state.latest = nil
                state.extractor = nil
            }
            return (state.delivery, state.streams)
        }
        return {
            delivery?.cancel(cancellingOperations: cancellingOperations)
            streams.forEach { $0.finish() }
        }
    }

    /// Takes a stream out.
    func remove(_ stream: StreamBuffer<Value>) {
        state.withLock { state in
            state.streams.removeAll { $0 === stream }
            if !state.isActive {
                state.latest = nil
                state.extractor = nil
            }
        }
    }

    /// Takes a source's samples in and hands on what is due.
    func receive(_ samples: [MotionSample], run: UInt64) {
        let (due, delivery, streams) = state.withLock { state in
            guard state.isActive, state.run == run, state.extractor != nil else {
                return ([] as [Value], nil as QueueDelivery<Value>?, [] as [StreamBuffer<Value>])
            }
            state.due.removeAll(keepingCapacity: true)
            for sample in samples {
                guard let value = state.extractor?.process(sample) else { continue }
                if state.decimator.isDue(Extractor.timestamp(of: value)) { state.due.append(value) }
            }
            guard let last = state.due.last else { return ([], nil, []) }
            state.latest = last
            return (state.due, state.delivery, state.streams)
        }
        guard !due.isEmpty else { return }
        delivery?.receive(due)
        for stream in streams { stream.receive(due) }
    }

    /// Tells the extractor that the source began anew.
    func restart(run: UInt64) {
        state.withLock { if $0.run == run { $0.extractor?.restart() } }
    }

    /// Ends the streams and tells an error, if there is one, to the handler, once; `action` is called when the handler
    /// has seen all that was due.
    func finish(run: UInt64, error: (any Error)?, whenIdle action: @escaping @Sendable () -> Void) {
        let (delivery, streams) = state.withLock { state in
            state.run == run && state.extractor != nil ? (state.delivery, state.streams) : (nil, [])
        }
        streams.forEach { $0.finish() }
        guard let delivery else { return action() }
        if let error { delivery.fail(error) }
        delivery.whenIdle(action)
    }
}
