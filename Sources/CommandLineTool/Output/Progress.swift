import Foundation

/// A line on standard error that tells how far long work has come; only where that is a terminal.
struct Progress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var nextUpdate = ContinuousClock.now + .milliseconds(500)
    private var hasShown = false

    /// Tells the work done so far, at most five times a second.
    mutating func update(_ text: @autoclosure () -> String) {
        guard isShown, ContinuousClock.now >= nextUpdate else { return }
        nextUpdate = ContinuousClock.now + .milliseconds(200)
        hasShown = true
        Message.write("\r\u{1B}[K\(text())")
    }

    /// Takes the line away.
    func finish() {
        if hasShown { Message.write("\r\u{1B}[K") }
    }
}
