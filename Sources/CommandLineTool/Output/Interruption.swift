import MotionRecordings
import Foundation
import Synchronization

/// Ctrl-C and SIGTERM as a wish to end: what was written is kept, the program ends by itself.
enum Interruption {
    private static let flag = Atomic(false)
    private static let actions = Guarded<[@Sendable () -> Void]>([])
    /// Kept alive; only touched by `install`, before anything else runs.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

    /// Whether the user wants it to end.
    static var isRequested: Bool { flag.load(ordering: .relaxed) }

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
            source.setEventHandler {
                // A second signal ends at once.
                if flag.exchange(true, ordering: .relaxed) { exit(130) }
                actions.withLock { $0 }.forEach { $0() }
            }
            source.resume()
            sources.append(source)
        }
    }
}
