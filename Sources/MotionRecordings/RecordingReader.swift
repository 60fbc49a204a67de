public import MotionTypes

/// One pass through a recording: samples of all streams in time order, a batch at a time.
///
/// Samples of one time come in the order accelerometer, magnetometer, gyroscope, device motion. A reader can be used
/// from any thread, by one at a time.
public final class RecordingReader: Sendable {
    /// A track with the samples that were read ahead to find the earliest.
    private struct Lane {
        let track: SampleTrack
        var samples: [MotionSample] = []
        var position = 0

        /// Samples read ahead at a time.
        static let length = 256

        /// Makes sure that a sample is there; false if the track has ended.
        mutating func load() throws(RecordingError) -> Bool {
            if position < samples.count { return true }
            samples.removeAll(keepingCapacity: true)
            position = 0
            return try track.fill(&samples, atMost: Self.length)
        }
    }

    /// Everything that a pass changes; it is only reached through the mutex.
    private struct State: @unchecked Sendable {
        var lanes: [Lane]
    }

    private let state: Guarded<State>

    init(_ tracks: [SampleTrack]) {
        state = Guarded(State(lanes: tracks.map { Lane(track: $0) }))
    }

    /// Appends up to `count` samples to a batch; false if the end is reached and nothing was appended.
    ///
    /// Throws where a file cannot be read any further. Faulty rows do not stop it; see `issues`.
    public func read(into batch: inout [MotionSample], atMost count: Int) throws(RecordingError) -> Bool {
        guard count > 0 else { return false }
        return try state.withLock { state throws(RecordingError) in
            if state.lanes.count == 1 { return try state.lanes[0].track.fill(&batch, atMost: count) }
            return try Self.merge(&state.lanes, into: &batch, atMost: count)
        }
    }

    /// What was wrong with the rows passed so far.
    public var issues: RecordingIssues {
        state.withLock { state in
            state.lanes.reduce(into: RecordingIssues()) { $0.add($1.track.issues) }
        }
    }

    /// Takes the earliest sample of all lanes, again and again.
    private static func merge(
        _ lanes: inout [Lane], into batch: inout [MotionSample], atMost count: Int
    ) throws(RecordingError) -> Bool {
        let first = batch.count
        while batch.count - first < count {
            var best: Int?
            var bestTime = Double.infinity
            var bestRank = Int.max
            for index in lanes.indices where try lanes[index].load() {
                let sample = lanes[index].samples[lanes[index].position]
                let (time, rank) = (sample.timestamp, SampleTrack.rank(sample))
                if time < bestTime || (time == bestTime && rank < bestRank) {
                    (best, bestTime, bestRank) = (index, time, rank)
                }
            }
            guard let best else { break }
            batch.append(lanes[best].samples[lanes[best].position])
            lanes[best].position += 1
        }
        return batch.count > first
    }
}
