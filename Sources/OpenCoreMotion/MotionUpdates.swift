/// An asynchronous sequence of one service's samples: every sample that is due, once and in order.
///
/// Iterating starts the service at its update interval; ending the loop, cancelling the task or stopping the service
/// ends it. Samples that the reader is slow to take wait in memory, except that a source at `speed=max` waits instead.
/// The sequence is over when a recording ends or breaks off (`sourceFinished()` tells which), and at once where the
/// service is not available. Each iterator is a stream of its own.
public struct MotionUpdates<Element>: AsyncSequence {
    /// Starts the service and gives what fetches batches and what stops it.
    let open: () -> MotionUpdatesFeed<Element>

    /// The same samples, as many at a time as there are: for those who want a million a second.
    public var batches: MotionUpdateBatches<Element> { MotionUpdateBatches(open: open) }

    /// Starts the service.
    public func makeAsyncIterator() -> Iterator { Iterator(feed: open()) }

    /// Hands out sample after sample.
    public struct Iterator: AsyncIteratorProtocol {
        private let feed: MotionUpdatesFeed<Element>
        private var batch: [Element] = []
        private var position = 0

        init(feed: MotionUpdatesFeed<Element>) { self.feed = feed }

        /// The next sample; nil at the end.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The next sample, without leaving the caller's actor while samples are at hand; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while position == batch.count {
                guard let next = await feed.next(isolation: actor) else { return nil }
                batch = next
                position = 0
            }
            defer { position += 1 }
            return batch[position]
        }
    }
}

/// An asynchronous sequence of batches of one service's samples.
public struct MotionUpdateBatches<Item>: AsyncSequence {
    /// One or more samples, in order.
    public typealias Element = [Item]

    let open: () -> MotionUpdatesFeed<Item>

    /// Starts the service.
    public func makeAsyncIterator() -> Iterator { Iterator(feed: open()) }

    /// Hands out batch after batch.
    public struct Iterator: AsyncIteratorProtocol {
        private let feed: MotionUpdatesFeed<Item>

        init(feed: MotionUpdatesFeed<Item>) { self.feed = feed }

        /// The next batch, which holds at least one sample; nil at the end.
        public mutating func next() async -> [Item]? { await next(isolation: nil) }

        /// The next batch; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [Item]? {
            await feed.next(isolation: actor)
        }
    }
}

/// One reading of a service's stream; its end stops the service's part in it.
final class MotionUpdatesFeed<Item> {
    private let fetch: (isolated (any Actor)?) async -> [Item]?
    private let close: () -> Void

    init<Value: Sendable>(
        _ stream: StreamBuffer<Value>, make: @escaping @Sendable (Value) -> Item, close: @escaping () -> Void
    ) {
        fetch = { _ in await stream.next().map { $0.map(make) } }
        self.close = close
    }

    deinit { close() }

    func next(isolation actor: isolated (any Actor)?) async -> [Item]? { await fetch(actor) }
}
