import Foundation

/// A value that only one thread at a time may touch.
///
/// The standard library's `Mutex` waits on the kernel directly, which the thread sanitizer cannot see: it then reports
/// races that are none, and would hide behind them those that are. This one stands on `NSLock`.
package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Guards a value, which the caller gives up.
    package init(_ value: sending Value) { self.value = value }

    /// Lets `body` touch the value while every other thread waits.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
