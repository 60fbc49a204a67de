import Dispatch

/// Halts a producer that runs ahead of its consumer, where the source waits for it.
///
/// The counting is the owner's, under the owner's lock; this only remembers whether the producer waits.
struct Backpressure {
    /// The most values in flight.
    static let limit = 2048
    /// How far they must fall before the producer goes on, so that it does not wake for every value.
    static let low = 1024

    private var isOn: Bool
    private let semaphore = DispatchSemaphore(value: 0)
    private var isWaiting = false

    init(isOn: Bool) { self.isOn = isOn }

    /// Called under the lock by the producer; where it gives a semaphore, wait for that outside the lock.
    mutating func halt(at count: Int) -> DispatchSemaphore? {
        guard isOn, count >= Self.limit else { return nil }
        isWaiting = true
        return semaphore
    }

    /// Called under the lock: the producer is not halted any more.
    mutating func turnOff() {
        isOn = false
        release(at: 0)
    }

    /// Called under the lock when values were taken out, or when the consumer is gone.
    mutating func release(at count: Int) {
        guard isWaiting, count <= Self.low else { return }
        isWaiting = false
        semaphore.signal()
    }
}
