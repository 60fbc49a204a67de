public import MotionTypes

/// One pass through a recording: samples of all streams in time order, a batch at a time.
///
/// Samples of one time come in the order accelerometer, magnetometer, gyroscope, device motion. A reader can be used
/// from any thread, by one at a time.
public final class RecordingReader: Sendable {
    /// A track with the samples that were read ahead to find the earliest.
    private struct Lane {
        let track: SampleTrack
        private var samples: [MotionSample] = []
        private var position = 0
        /// The time of the next sample; infinite before the start and after the end.
        private(set) var time = Double.infinity
        /// The rank of the next sample among those of its time.
        private(set) var rank = 0

        /// Samples read ahead at a time.
        private static let length = 256

        init(_ track: SampleTrack) { self.track = track }

        /// Reads the first samples.
        mutating func start() { refill() }

        /// Appends the next sample to a batch and moves on.
        @inline(__always)
        mutating func takeNext(into batch: inout [MotionSample]) {
            batch.append(samples[position])
            position += 1
            if position == samples.count { refill() } else { look() }
        }

        private mutating func refill() {
            samples.removeAll(keepingCapacity: true)
            position = 0
            time = .infinity
            if track.fill(&samples, atMost: Self.length) { look() }
        }

        @inline(__always)
        private mutating func look() {
            switch samples[position] {
            case .sensor(let sample): (time, rank) = (sample.timestamp, SampleTrack.rank(sample.kind))
            case .deviceMotion(let motion): (time, rank) = (motion.timestamp, SampleTrack.deviceMotionRank)
            }
        }
    }

    /// Everything that a pass changes; it is only reached through the mutex.
    private struct State: @unchecked Sendable {
        var lanes: [Lane]
        var hasStarted = false
        var hasFailed = false

        /// What was wrong so far, with what was known before.
        func issues(_ known: RecordingIssues) -> RecordingIssues {
            lanes.reduce(into: known) { $0.add($1.track.issues) }
        }
    }

    private let state: Guarded<State>
    /// How many files the samples come from, unreadable ones included.
    public let fileCount: Int
    /// What was wrong before the first row.
    private let knownIssues: RecordingIssues

    init(_ tracks: [SampleTrack], issues: RecordingIssues) {
        state = Guarded(State(lanes: tracks.map { Lane($0) }))
        knownIssues = issues
        fileCount = tracks.reduce(issues.unreadableFiles.count) { $0 + $1.tableCount }
    }

    /// Appends up to `count` samples to a batch; false if the end is reached and nothing was appended.
    ///
    /// Throws once at the end if a file could not be read, or not to its end; the others have been read then. Faulty rows
    /// do not stop it; see `issues`.
    public func read(into batch: inout [MotionSample], atMost count: Int) throws(RecordingError) -> Bool {
        guard count > 0 else { return false }
        return try state.withLock { state throws(RecordingError) in
            guard !fill(&batch, atMost: count, &state) else { return true }
            guard !state.hasFailed, let fault = state.issues(knownIssues).unreadableFiles.first else { return false }
            state.hasFailed = true
            throw fault
        }
    }

    private func fill(_ batch: inout [MotionSample], atMost count: Int, _ state: inout State) -> Bool {
        if state.lanes.count == 1 { return state.lanes[0].track.fill(&batch, atMost: count) }
        if !state.hasStarted {
            state.hasStarted = true
            for index in state.lanes.indices { state.lanes[index].start() }
        }
        return Self.merge(&state.lanes, into: &batch, atMost: count)
    }

    /// What was wrong with the rows passed so far.
    public var issues: RecordingIssues {
        state.withLock { $0.issues(knownIssues) }
    }

    /// Takes the earliest sample of all lanes, again and again.
    private static func merge(
        _ lanes: inout [Lane], into batch: inout [MotionSample], atMost count: Int
    ) -> Bool {
        guard !lanes.isEmpty else { return false }
        let first = batch.count
        while batch.count - first < count {
            var best = 0
            for index in 1..<lanes.count {
                let (time, bestTime) = (lanes[index].time, lanes[best].time)
                if time < bestTime || (time == bestTime && lanes[index].rank < lanes[best].rank) { best = index }
            }
            guard lanes[best].time < .infinity else { break }
            lanes[best].takeNext(into: &batch)
        }
        return batch.count > first
    }
}
