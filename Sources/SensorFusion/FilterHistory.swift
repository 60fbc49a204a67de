import MotionTypes

/// What the filter did, kept for going back over it.
///
/// A step takes some 4 kB: the covariance before and after its measurements (one triangle each), its transition and its
/// correction.
struct FilterHistory: FilterObserver, Sendable {
    /// One step of the filter.
    struct Step: Sendable {
        var transition: ErrorTransition
        var correction = ErrorState()
        /// The index of the first sample after it.
        var end: Int
        /// The index of the filter's first sample, where it is the filter's first step.
        var start: Int?
        /// Whether the tilt was set anew, so that nothing before it can be learnt from what follows.
        var setsTilt = false
        /// Whether the heading was set anew.
        var setsHeading = false
    }

    /// A filter's run from its start to the next one's.
    struct Run: Sendable {
        /// The index of its first sample.
        var start: Int
        /// Whether the magnetometer gave a heading at any time.
        var headingIsKnown: Bool
    }

    private(set) var samples = PieceArray<NominalState>()
    private(set) var runs: [Run] = []
    private var steps: [Step] = []
    private var predicted = CovarianceLog()
    private var corrected = CovarianceLog()
    private var current = ErrorCovariance()
    private var isStarting = false

    mutating func filterStarted(_ state: NominalState, headingIsKnown: Bool) {
        runs.append(Run(start: samples.count, headingIsKnown: headingIsKnown))
        samples.append(state)
        isStarting = true
    }

    mutating func sampleIntegrated(_ state: NominalState) { samples.append(state) }

    mutating func stepPredicted(_ transition: ErrorTransition, _ covariance: inout ErrorCovariance) {
        steps.append(Step(transition: transition, end: samples.count, start: isStarting ? runs.last?.start : nil))
        isStarting = false
        current = covariance
    }

    mutating func tiltWasSet() { steps[steps.count - 1].setsTilt = true }

    mutating func headingWasSet(by change: Double, variance: Double?) {
        guard let run = runs.last else { return }
        runs[runs.count - 1].headingIsKnown = true
        for index in run.start..<samples.count { samples[index].headingOffset += change }
        guard let variance else { return }
        current.decouple(2, variance: variance)
        steps[steps.count - 1].setsHeading = true
    }

    mutating func headingWasOpened(by variance: Double) { current[2, 2] += variance }

    mutating func stepCorrected(_ correction: ErrorState, _ covariance: inout ErrorCovariance) {
        steps[steps.count - 1].correction = correction
        predicted.append(&current)
        corrected.append(&covariance)
    }
}

// MARK: - Going back

extension FilterHistory {
    /// Goes back over the steps and takes from every sample the error that the later ones show.
    ///
    /// What was barred from the magnetometer in the filter is not barred here, so that the gain is not quite that of the
    /// filter's own covariances; the tilt profits.
    mutating func smooth() {
        // The error of the states after the step at hand, and that of all earlier headings.
        var error = ErrorState()
        var shift = 0.0
        for index in steps.indices.reversed() {
            let step = steps[index]
            let start = step.start ?? steps[index - 1].end
            let after = error + step.correction
            if step.setsTilt {
                error = ErrorState()
                correct(start..<step.end, from: error, to: error, shift: shift)
            } else {
                error = before(index, after)
                if step.setsHeading {
                    error[2] = 0
                    shift += after[2]
                    var end = after
                    end[2] = 0
                    correct(start..<step.end, from: error, to: end, shift: shift)
                } else {
                    correct(start..<step.end, from: error, to: after, shift: shift)
                }
            }
            if step.start != nil { (error, shift) = (ErrorState(), 0) }
        }
    }

    /// The error after the step before a step, from the error before that step's correction.
    ///
    /// Mutating, as a copy of all this would cost more than the work.
    private mutating func before(_ index: Int, _ after: ErrorState) -> ErrorState {
        let transition = steps[index].transition
        guard steps[index].start == nil else { return transition.undone(after) }
        var prediction = predicted[index]
        var covariance = corrected[index - 1]
        return covariance.multiply(transition.transposed(prediction.solve(after)))
    }

    /// Takes an error that grows evenly over some samples from them.
    private mutating func correct(_ range: Range<Int>, from first: ErrorState, to last: ErrorState, shift: Double) {
        for index in range {
            let part = Double(index - range.lowerBound + 1) / Double(range.count)
            func error(_ i: Int) -> Double { first[i] + part * (last[i] - first[i]) }
            var state = samples[index]
            let turn = Quaternion(w: 1, x: error(0) / 2, y: error(1) / 2, z: 0)
            state.attitude = (turn * state.attitude).normalized
            state.headingOffset += error(2) + shift
            state.bias += Vector3(error(6), error(7), error(8))
            samples[index] = state
        }
    }
}

extension ErrorState {
    static func + (a: ErrorState, b: ErrorState) -> ErrorState {
        var sum = a
        for i in 0..<count { sum[i] += b[i] }
        return sum
    }
}
