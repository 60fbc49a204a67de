import MotionRecordings
import Dispatch
import Foundation
import MotionTypes
import Synchronization

/// A source that plays a stream by the clock, or as fast as its consumer takes the samples.
///
/// Replay and Simulator are both such a source. The stream begins 20 ms after `start`, so that several services which
/// are started one after the other are given it from its first sample.
public final class PacedSource: MotionSource {
    /// The wait in seconds between `start` and the first sample.
    static let grace = 0.02
    /// The most samples in one delivery.
    static let batchSize = 256
    /// Samples due within this time (s) of each other are delivered together.
    static let resolution = 0.0002
    /// The longest wait (s) for a sample, some three years: keeps the clock's arithmetic in its range.
    static let longestWait = 1e8

    /// The source in the words that choose it.
    public let name: String
    /// What the stream holds.
    public let capabilities: SourceCapabilities
    private let options: ReplayOptions
    private let timestampsAreSinceBoot: Bool
    private let makeStream: @Sendable () throws -> any SampleStream
    private let current = Guarded<Run?>(nil)

    /// A source that opens its stream anew for every pass.
    init(
        name: String, capabilities: SourceCapabilities, options: ReplayOptions, timestampsAreSinceBoot: Bool,
        makeStream: @escaping @Sendable () throws -> any SampleStream
    ) {
        self.name = name
        var (capabilities, options) = (capabilities, options)
        if !(options.speed > 0) { options.speed = 1 }
        capabilities.waitsForConsumer = !options.speed.isFinite
        capabilities.motionPolicy = options.motionPolicy
        self.capabilities = capabilities
        self.options = options
        self.timestampsAreSinceBoot = timestampsAreSinceBoot
        self.makeStream = makeStream
    }

    deinit { stop() }

    /// Plays from the beginning.
    public func start(delivering receive: @escaping @Sendable (SourceEvent) -> Void) {
        let run = Run(receive: receive)
        replaceRun(with: run)
        let thread = Thread { [options, timestampsAreSinceBoot, makeStream] in
            run.play(options: options, timestampsAreSinceBoot: timestampsAreSinceBoot, makeStream: makeStream)
        }
        thread.name = "coremotion.replay"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Ends playing.
    public func stop() { replaceRun(with: nil) }

    private func replaceRun(with run: Run?) {
        let old = current.withLock { current in
            defer { current = run }
            return current
        }
        old?.cancel()
    }

    /// One playing from start to stop, on its own thread.
    private final class Run: Sendable {
        private let receive: @Sendable (SourceEvent) -> Void
        private let isCancelled = Atomic(false)
        private let wake = DispatchSemaphore(value: 0)

        init(receive: @escaping @Sendable (SourceEvent) -> Void) {
            self.receive = receive
        }

        func cancel() {
            isCancelled.store(true, ordering: .releasing)
            wake.signal()
        }

        private var isRunning: Bool { !isCancelled.load(ordering: .acquiring) }

        private func deliver(_ event: SourceEvent) {
            if isRunning { receive(event) }
        }

        func play(
            options: ReplayOptions, timestampsAreSinceBoot: Bool, makeStream: @Sendable () throws -> any SampleStream
        ) {
            guard sleep(until: .now() + PacedSource.grace) else { return }
            let start = DispatchTime.now()
            var timeline = ReplayTimeline(
                speed: options.speed, bootTime: ProcessInfo.processInfo.systemUptime,
                timestampsAreSinceBoot: timestampsAreSinceBoot)
            do {
                repeat {
                    var stream = try makeStream()
                    guard try playPass(&stream, on: &timeline, since: start) else { break }
                    if options.loops { deliver(.restarted) }
                } while options.loops && isRunning
                deliver(.finished)
            } catch {
                deliver(.failed(error))
            }
        }

        /// Plays a stream to its end; false if it held nothing.
        private func playPass(
            _ stream: inout any SampleStream, on timeline: inout ReplayTimeline, since start: DispatchTime
        ) throws -> Bool {
            var batch: [MotionSample] = []
            batch.reserveCapacity(PacedSource.batchSize + 3)
            var isFirst = true
            while isRunning {
                batch.removeAll(keepingCapacity: true)
                let failure = fill(&batch, from: &stream)
                if let first = batch.first {
                    if isFirst { timeline.restart(at: first.timestamp) }
                    isFirst = false
                    if timeline.speed.isFinite {
                        pace(batch, on: &timeline, since: start)
                    } else {
                        for index in batch.indices {
                            batch[index].timestamp = timeline.place(batch[index].timestamp).timestamp
                        }
                        deliver(.samples(batch))
                    }
                }
                if let failure { throw failure }
                if batch.isEmpty { break }
            }
            return !isFirst
        }

        /// Reads a batch; an error is given back, so that what was read before it is still delivered.
        private func fill(_ batch: inout [MotionSample], from stream: inout any SampleStream) -> (any Error)? {
            do {
                _ = try stream.read(into: &batch, atMost: PacedSource.batchSize)
                return nil
            } catch {
                return error
            }
        }

        /// Delivers each sample when it is due, those due together in one piece.
        private func pace(_ batch: [MotionSample], on timeline: inout ReplayTimeline, since start: DispatchTime) {
            var due: [MotionSample] = []
            for var sample in batch {
                let (timestamp, time) = timeline.place(sample.timestamp)
                let now = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
                if time > now + PacedSource.resolution {
                    if !due.isEmpty { deliver(.samples(due)) }
                    due.removeAll(keepingCapacity: true)
                    guard sleep(until: start + min(time, PacedSource.longestWait)) else { return }
                }
                sample.timestamp = timestamp
                due.append(sample)
            }
            if !due.isEmpty { deliver(.samples(due)) }
        }

        /// Waits for a time on the monotonic clock; false if cancelled meanwhile.
        private func sleep(until time: DispatchTime) -> Bool {
            while isRunning {
                if wake.wait(timeout: time) == .timedOut { return isRunning }
            }
            return false
        }
    }
}
