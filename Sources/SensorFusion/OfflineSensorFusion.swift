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
/// for motion in fusion.finish() { … }
/// ```
///
/// Samples are taken as `SensorFusion` takes them. It keeps what it needs for going back: some 20 kB a second at any
/// rate and 170 bytes a sample, 150 MB for an hour at 100 Hz.
public struct OfflineSensorFusion: Sendable {
    /// What device motion needs beside the state.
    fileprivate struct Sample {
        var timestamp: Double
        /// The raw rate in rad/s.
        var rate: Vector3
        /// The acceleration in G.
        var acceleration: Vector3
        /// In µT, without the hard iron.
        var field: Vector3
        var fieldAccuracy: MagneticFieldAccuracy
        /// The index of the state.
        var state: Int
    }

    private var fusion: SensorFusion
    private var history = FilterHistory()
    private var samples = PieceArray<Sample>()

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
        guard fusion.advance(gyroscope: sample.value, at: sample.timestamp, observer: &history) else { return false }
        samples.append(
            Sample(
                timestamp: sample.timestamp, rate: sample.value, acceleration: fusion.acceleration,
                field: fusion.magneticField, fieldAccuracy: fusion.magneticFieldAccuracy,
                state: history.samples.count - 1))
        return true
    }

    /// Goes back over the recording and gives its device motion, one sample for each that `update` promised.
    ///
    /// The sequence can be gone through once, and computes each sample when it is asked for.
    public consuming func finish() -> Motions {
        history.smooth()
        return Motions(
            frame: fusion.frame, declination: fusion.declination, states: history.samples, runs: history.runs,
            samples: samples)
    }

    /// The device motion of a recording, in the order of its times.
    public struct Motions: Sequence, IteratorProtocol, Sendable {
        private let frame: ReferenceFrame
        private let declination: Double
        private let states: PieceArray<NominalState>
        private let runs: [FilterHistory.Run]
        private let samples: PieceArray<Sample>
        private var index = 0
        private var run = -1
        private var turn = 0.0
        private var yaw = CachedTurn()

        fileprivate init(
            frame: ReferenceFrame, declination: Double, states: PieceArray<NominalState>, runs: [FilterHistory.Run],
            samples: PieceArray<Sample>
        ) {
            self.frame = frame
            self.declination = declination
            self.states = states
            self.runs = runs
            self.samples = samples
        }

        /// How many there are from here on.
        public var underestimatedCount: Int { samples.count - index }

        /// The next sample; nil after the last.
        public mutating func next() -> DeviceMotion? {
            guard index < samples.count else { return nil }
            let sample = samples[index]
            index += 1
            while run + 1 < runs.count, sample.state >= runs[run + 1].start {
                run += 1
                turn = turnToFrame(of: runs[run])
            }
            let state = states[sample.state]
            return DeviceMotion(
                timestamp: sample.timestamp, attitude: yaw.apply(state.headingOffset + turn, to: state.attitude),
                rotationRate: sample.rate - state.bias, acceleration: sample.acceleration, magneticField: sample.field,
                magneticFieldAccuracy: sample.fieldAccuracy,
                pointsNorth: frame.pointsNorth && runs[run].headingIsKnown)
        }

        /// The turn about z from east (or, in an arbitrary frame, from where the heading began) to the frame's x axis.
        private func turnToFrame(of run: FilterHistory.Run) -> Double {
            switch frame {
            case .xMagneticNorthZVertical where run.headingIsKnown: return -.pi / 2
            case .xTrueNorthZVertical where run.headingIsKnown: return -.pi / 2 - declination
            default:
                let first = states[run.start]
                return SensorFusion.turnToFrame(from: Matrix3(first.attitude)) - first.headingOffset
            }
        }
    }
}
