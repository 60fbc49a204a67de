public import MotionRecordings
public import MotionTypes

/// One pass over a recording or a simulation.
public protocol SampleStream {
    /// Appends up to `count` samples in time order; false when nothing is left.
    mutating func read(into batch: inout [MotionSample], atMost count: Int) throws -> Bool
}

extension RecordingReader: SampleStream {}

/// A simulation read as a stream.
struct SimulationStream: SampleStream {
    var simulation: Simulation

    mutating func read(into batch: inout [MotionSample], atMost count: Int) -> Bool {
        let start = batch.count
        while batch.count - start < count {
            guard simulation.next(into: &batch) else { break }
        }
        return batch.count > start
    }
}
