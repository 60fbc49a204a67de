import MotionRecordings
import MotionSources
import MotionTypes

/// One of a manager's services: its interval, who is to be served, and the values on their way.
package final class MotionService<Extractor: SampleExtractor>: Sendable {
    package typealias Value = Extractor.Value

    /// The update interval in seconds where none was set; Apple documents none.
    static var defaultInterval: Double { 0.01 }

    /// What picks one consumer's values out of the source's samples and thins them.
    private struct Consumer {
        var extractor: Extractor?
        var decimator: Decimator

        mutating func take(_ samples: [MotionSample]) -> [Value] {
            guard extractor != nil else { return [] }
            var due: [Value] = []
            for sample in samples {
                guard let value = extractor?.process(sample) else { continue }
                if decimator.isDue(Extractor.timestamp(of: value)) { due.append(value) }
            }
            return due
        }
    }

    private struct State {
        var interval = MotionService.defaultInterval
        var isStarted = false
        var run: UInt64 = 0
        var latest: Value?
        var delivery: QueueDelivery<Value>?
        /// Deliveries that were replaced and may still have values to hand on.
        var retiring: [QueueDelivery<Value>] = []
        /// Serves `delivery` and `latest`; every stream has a consumer of its own.
        var consumer = Consumer(extractor: nil, decimator: Decimator(interval: MotionService.defaultInterval))
        var streams: [(receiver: any ValueReceiver<Value>, consumer: Consumer)] = []

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
                $0.consumer.decimator.interval = newValue
                for index in $0.streams.indices { $0.streams[index].consumer.decimator.interval = newValue }
            }
        }
    }

    /// Whether the service was started and not stopped since, or a stream is being read.
    package var isActive: Bool { state.withLock { $0.isActive } }

    /// The last value that was due; nil before the first one and after a stop.
    package var latest: Value? { state.withLock { $0.latest } }

    /// Starts serving a queue, or with nil only `latest`; who was served before is served no longer.
    ///
    /// Values that the former handler was due still reach it. An `extractor` of the same kind as the one at work leaves
    /// that at work; nil delivers nothing.
    func start(_ delivery: QueueDelivery<Value>?, extractor: Extractor?, run: UInt64) {
        state.withLock { state in
            if !state.isStarted || run != state.run {
                state.consumer = Consumer(extractor: nil, decimator: Decimator(interval: state.interval))
                state.latest = nil
            }
            let goesOn = extractor.map { state.consumer.extractor?.isSameKind(as: $0) ?? false } ?? false
            if !goesOn { state.consumer.extractor = extractor }
            if let old = state.delivery {
                old.retire()
                state.retiring = state.retiring.filter { !$0.isIdle } + [old]
            }
            (state.run, state.isStarted, state.delivery) = (run, true, delivery)
        }
    }

    /// Adds a receiver, whose interval is the service's.
    func add(_ stream: any ValueReceiver<Value>, extractor: Extractor?, run: UInt64) {
        state.withLock { state in
            state.run = run
            state.streams.append(
                (stream, Consumer(extractor: extractor, decimator: Decimator(interval: state.interval))))
        }
    }

    /// Whether the source's samples are of use to the service.
    var isAtWork: Bool {
        state.withLock { ($0.isStarted && $0.consumer.extractor != nil) || !$0.streams.isEmpty }
    }

    /// Stops; what is to be done outside all locks comes back: telling the queue and the streams.
    func stop(cancellingOperations: Bool) -> () -> Void {
        let (delivery, retiring, streams) = state.withLock { state in
            defer {
                (state.isStarted, state.delivery, state.latest) = (false, nil, nil)
                (state.streams, state.retiring) = ([], [])
                state.consumer.extractor = nil
            }
            return (state.delivery, state.retiring, state.streams.map(\.receiver))
        }
        return {
            delivery?.cancel(cancellingOperations: cancellingOperations)
            retiring.forEach { $0.cancel(cancellingOperations: false) }
            streams.forEach { $0.finish(discarding: false) }
        }
    }

    /// Takes a stream out.
    func remove(_ stream: any ValueReceiver<Value>) {
        state.withLock { $0.streams.removeAll { $0.receiver === stream } }
    }

    /// Takes a source's samples in and hands on what is due.
    func receive(_ samples: [MotionSample], run: UInt64) {
        let (due, delivery, streams) = state.withLock { state in
            guard state.isActive, state.run == run else {
                return ([] as [Value], nil as QueueDelivery<Value>?, [] as [(any ValueReceiver<Value>, [Value])])
            }
            let due = state.consumer.take(samples)
            if let last = due.last { state.latest = last }
            var streams: [(any ValueReceiver<Value>, [Value])] = []
            for index in state.streams.indices {
                streams.append((state.streams[index].receiver, state.streams[index].consumer.take(samples)))
            }
            return (due, state.delivery, streams)
        }
        if !due.isEmpty { delivery?.receive(due) }
        for (stream, values) in streams where !values.isEmpty { stream.receive(values) }
    }

    /// Tells the extractors that the source began anew.
    func restart(run: UInt64) {
        state.withLock { state in
            guard state.run == run else { return }
            state.consumer.extractor?.restart()
            for index in state.streams.indices { state.streams[index].consumer.extractor?.restart() }
        }
    }

    /// Ends the streams and tells an error, if there is one, to the handler, once; `action` is called when every handler
    /// has seen all that was due.
    func finish(run: UInt64, error: (any Error)?, whenIdle action: @escaping @Sendable () -> Void) {
        let (delivery, retiring, streams) = state.withLock { state in
            guard state.run == run else {
                return (nil as QueueDelivery<Value>?, [] as [QueueDelivery<Value>], [] as [any ValueReceiver<Value>])
            }
            let isServed = state.consumer.extractor != nil
            return (isServed ? state.delivery : nil, state.retiring, state.streams.map(\.receiver))
        }
        streams.forEach { $0.finish(discarding: false) }
        if let error { delivery?.fail(error) }
        let group = DispatchGroup()
        for delivery in retiring + (delivery.map { [$0] } ?? []) {
            group.enter()
            delivery.whenIdle { group.leave() }
        }
        for stream in streams {
            group.enter()
            stream.whenIdle { group.leave() }
        }
        group.notify(queue: .global(), execute: action)
    }
}
