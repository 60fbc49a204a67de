import MotionRecordings
import Foundation
import Synchronization

/// Ctrl-C and SIGTERM as a wish to end: what was written is kept, the program ends by itself.
enum Interruption {
    /// The signal; 0 before there was one.
    private static let signalNumber = Atomic<Int32>(0)
    private static let actions = Guarded<[@Sendable () -> Void]>([])
    /// Kept alive; only touched by `install`, before anything else runs.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

    /// How long (s) the program has to end by itself once the wish is repeated.
    private static let patience = 1.0

    /// Whether the user wants it to end.
    static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

    /// The exit code of a program that a signal kept from doing all of its work, as shells have it.
    static var exitCode: Int32 { 128 + signalNumber.load(ordering: .relaxed) }

    /// Calls `action` when the wish comes.
    static func onRequest(_ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.append(action) }
        if isRequested { action() }
    }

    static func install() {
        // A closed pipe is an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { receive(number) }
            source.resume()
            sources.append(source)
        }
    }

    private static func receive(_ number: Int32) {
        if signalNumber.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged {
            StreamInterruption.request()
            actions.withLock { $0 }.forEach { $0() }
        } else {
            // It may be stuck where it cannot end, as in writing to a program that does not read.
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { _exit(exitCode) }
        }
    }
}

/// The work was broken off by a signal; what was done is kept.
struct Interrupted: Error {
    /// What is there of the work, for the user.
    var outcome = ""
}
