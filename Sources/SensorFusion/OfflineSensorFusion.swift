public import MotionTypes

/// Fuses a whole recording, in both directions: every attitude knows what came after it.
///
/// The filter of `SensorFusion` goes forward; then a fixed-interval smoother (Rauch, Tung & Striebel, AIAA Journal
/// 3(8), 1965) goes back over its steps and takes from each what the later ones have shown to be wrong. A gyroscope's bias
/// that is known after a minute is then known from the first sample, and a disturbance is bridged from both ends.
///
/// ```swift
/// var fusion = OfflineSensorFusion()
/// for sample in samples { fusion.update(sample) }
/// let motions = fusion.finish()
/// ```
///
/// Samples are taken as `SensorFusion` takes them. It keeps what it needs for going back: some 40 kB a second at any
/// rate and 300 bytes a sample, 250 MB for an hour at 100 Hz.
public struct OfflineSensorFusion: Sendable {
    /// A sample of device motion as the filter saw it.
    private struct Sample {
        var motion: DeviceMotion
        /// The raw rate in rad/s.
        var rate: Vector3
        /// The index of the state it depends on.
        var state: Int
    }

    private var fusion: SensorFusion
    private var history = FilterHistory()
    private var samples: [Sample] = []

    /// A fusion of a recording.
    ///
    /// - Parameters:
    ///   - frame: the frame of the attitudes.
    ///   - declination: the angle from true to magnetic north in rad, east positive; used in `xTrueNorthZVertical`.
    ///   - initialBias: the gyroscope's bias as known from elsewhere.
    ///   - parameters: the constants.
    public init(
        frame: ReferenceFrame = .xArbitraryZVertical, declination: Double = 0, initialBias: GyroscopeBias? = nil,
        parameters: SensorFusion.Parameters = .offline
    ) {
        fusion = SensorFusion(
            frame: frame, declination: declination, initialBias: initialBias, parameters: parameters)
    }

    /// Takes in the next raw sample.
    ///
    /// - Returns: whether it will have a sample of device motion, as those of the gyroscope have after the first
    ///   acceleration.
    @discardableResult
    public mutating func update(_ sample: SensorSample) -> Bool {
        guard sample.kind == .gyroscope else {
            _ = fusion.update(sample)
            return false
        }
        guard let motion = fusion.update(gyroscope: sample.value, at: sample.timestamp, observer: &history) else {
            return false
        }
        // The first sample of a filter is integrated with the second one.
        let isFirst = history.runs.last?.start == history.samples.count
        let state = isFirst ? history.samples.count : history.samples.count - 1
        samples.append(Sample(motion: motion, rate: sample.value, state: state))
        return true
    }

    /// Goes back over the recording and gives its device motion, one for each `update` that promised one.
    public consuming func finish() -> [DeviceMotion] {
        history.smooth()
        var result: [DeviceMotion] = []
        result.reserveCapacity(samples.count)
        var (run, turn, yaw) = (-1, 0.0, CachedTurn())
        for sample in samples {
            guard sample.state < history.samples.count else {
                // The only sample of its filter.
                result.append(sample.motion)
                continue
            }
            while run + 1 < history.runs.count, sample.state >= history.runs[run + 1].start {
                run += 1
                turn = turnToFrame(of: history.runs[run])
            }
            let state = history.samples[sample.state]
            var motion = sample.motion
            let acceleration = motion.gravity + motion.userAcceleration
            motion.attitude = yaw.apply(state.headingOffset + turn, to: state.attitude)
            motion.rotationRate = sample.rate - state.bias
            motion.gravity = motion.attitude.gravity
            motion.userAcceleration = acceleration - motion.gravity
            if fusion.frame.pointsNorth, history.runs[run].headingIsKnown {
                motion.heading = SensorFusion.heading(motion.attitude)
            }
            result.append(motion)
        }
        return result
    }

    /// The turn about z from east (or, in an arbitrary frame, from where the heading began) to the reported x axis.
    private func turnToFrame(of run: FilterHistory.Run) -> Double {
        switch fusion.frame {
        case .xMagneticNorthZVertical where run.headingIsKnown: return -.pi / 2
        case .xTrueNorthZVertical where run.headingIsKnown: return -.pi / 2 - fusion.declination
        default:
            guard run.start < history.samples.count else { return 0 }
            let first = history.samples[run.start]
            return SensorFusion.turnToFrame(from: Matrix3(first.attitude)) - first.headingOffset
        }
    }
}
