import MotionRecordings

/// The times of rows: seconds since the recording's first sample, or Unix time.
struct OutputClock {
    private var zero: Double?
    private let digits: Double

    /// A clock that counts from the first sample.
    init() { digits = 1e9 }

    /// The clock for an input; Unix time only where the input knows it.
    init(_ input: SampleInput, absolute: Bool) throws {
        digits = absolute ? 1e6 : 1e9
        guard absolute else { return }
        guard case .recording(let recording) = input, let unixTime = recording.metadata.unixTimeOfZero else {
            throw WorkError("\(input.name): --absolute needs a recording that holds the Unix time")
        }
        zero = -unixTime
    }

    /// The time to show for a sample's time, rounded to a nanosecond (Unix time: a microsecond).
    mutating func time(of timestamp: Double) -> Double {
        let origin = zero ?? timestamp
        zero = origin
        // Times beyond all clocks are still numbers.
        let largest = Double.greatestFiniteMagnitude
        let elapsed = min(max(timestamp - origin, -largest), largest)
        let rounded = (elapsed * digits).rounded() / digits
        return rounded.isFinite ? rounded : elapsed
    }
}
