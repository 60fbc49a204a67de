import MotionTypes

/// Sees what the filter does, step by step; the smoother goes back over it.
protocol FilterObserver {
    /// A filter was started from its first sample, the heading perhaps known at once; nothing that follows builds on what
    /// came before.
    mutating func filterStarted(_ state: NominalState, headingIsKnown: Bool)
    /// Another sample was integrated, and no step has corrected it yet.
    mutating func sampleIntegrated(_ state: NominalState)
    /// A step has predicted the covariance.
    mutating func stepPredicted(_ transition: ErrorTransition, _ covariance: inout ErrorCovariance)
    /// The tilt was set anew within a step, so that the prediction says nothing of it.
    mutating func tiltWasSet()
    /// The heading was set anew by an angle in rad; within a step to a variance in rad².
    mutating func headingWasSet(by change: Double, variance: Double?)
    /// The heading was made less certain within a step, by a variance in rad².
    mutating func headingWasOpened(by variance: Double)
    /// A step has found its correction.
    mutating func stepCorrected(_ correction: ErrorState, _ covariance: inout ErrorCovariance)
}

/// The part of the filter's state that a sample's device motion depends on.
struct NominalState: Sendable {
    var attitude: Quaternion
    /// In rad.
    var headingOffset: Double
    /// In rad/s.
    var bias: Vector3
}

/// Sees nothing, at no cost.
struct NoObserver: FilterObserver {
    @inline(__always) mutating func filterStarted(_ state: NominalState, headingIsKnown: Bool) {}
    @inline(__always) mutating func sampleIntegrated(_ state: NominalState) {}
    @inline(__always)
    mutating func stepPredicted(_ transition: ErrorTransition, _ covariance: inout ErrorCovariance) {}
    @inline(__always) mutating func tiltWasSet() {}
    @inline(__always) mutating func headingWasSet(by change: Double, variance: Double?) {}
    @inline(__always) mutating func headingWasOpened(by variance: Double) {}
    @inline(__always)
    mutating func stepCorrected(_ correction: ErrorState, _ covariance: inout ErrorCovariance) {}
}
