import MotionTypes

/// The filter behind `SensorFusion`: a preintegrated error-state Kalman filter that believes that velocity is bounded.
///
/// Frames: B, the device; I, the filter's own earth frame with z up and a heading that nothing ties to north; E, which
/// is I turned by `headingOffset` about z: x east, y magnetic north. Units are m, s, rad and µT; the acceleration here
/// is specific force, +g up at rest. The error state's conventions follow Solà, arXiv 1711.02508, with the attitude's
/// error on the reference side.
struct OrientationFilter: Sendable {
    let parameters: SensorFusion.Parameters

    // The nominal state.
    /// B to I.
    var attitude = Quaternion.identity
    /// The heading of E in I, in rad.
    var headingOffset = 0.0
    var velocity = SIMD4<Double>.zero
    var bias = Vector3.zero
    var accelerometerOffset = Vector3.zero
    var gainError = GainError()

    var covariance = ErrorCovariance()
    /// Variance to be added at the next step: gaps and recoveries.
    var pendingNoise = StateNoise()

    var interval = Interval()
    var motion = MotionStatistics()
    var biasPrior: BiasPrior
    var field = MagneticReference()
    var calibration = MagnetometerCalibration()

    /// The matrix of `attitude` at the last sample.
    var rotation = Matrix3(.identity)
    var lastRate = Vector3.zero
    var lastStep = 0.0
    var meanStep = 0.0
    /// The first sample, whose duration the second one tells.
    var first: InertialSample?
    /// Whether a step found a number that is none.
    var isBroken = false
    /// How far `headingOffset` was set anew, not corrected, since the owner last looked.
    var headingSetBy = 0.0

    /// What one gyroscope sample brings.
    struct InertialSample: Sendable {
        /// Raw, in rad/s.
        var rate: Vector3
        /// Specific force in m/s²; nil while the accelerometer is silent.
        var force: Vector3?
        /// The mean of the fields that came since the last sample, in µT and device axes.
        var field = Vector3.zero
        /// How many they were.
        var fieldCount = 0
    }

    /// A filter that starts at rest or in motion from the first specific force (m/s²).
    init(
        parameters: SensorFusion.Parameters, bias start: GyroscopeBias?, first sample: InertialSample
    ) {
        self.parameters = parameters
        let scale = start?.standardDeviation ?? Vector3(1, 1, 1) * parameters.initialBias
        bias = start?.value ?? .zero
        biasPrior = BiasPrior(centre: bias, scale: scale)

        let force = sample.force ?? .zero
        attitude = Quaternion(turning: force, into: Vector3(0, 0, 1))
        rotation = Matrix3(attitude)
        let lengthError = (force.length - parameters.gravity) / parameters.gravity
        let tilt = parameters.initialTilt * parameters.initialTilt + lengthError * lengthError
        let speed = parameters.initialVelocity * parameters.initialVelocity
        let offset = parameters.initialAccelerometerOffset * parameters.initialAccelerometerOffset
        let scaleVariance = parameters.initialScaleError * parameters.initialScaleError
        let misalignmentVariance = parameters.initialMisalignment * parameters.initialMisalignment
        let variances = biasPrior.variances
        covariance.add(
            StateNoise(tilt: tilt, velocity: SIMD3(repeating: speed), accelerometerOffset: offset))
        (covariance[6, 6], covariance[7, 7], covariance[8, 8]) = (variances.x, variances.y, variances.z)
        for i in 0..<9 { covariance[12 + i, 12 + i] = i % 4 == 0 ? scaleVariance : misalignmentVariance }
        motion.start(gravity: parameters.gravity, pause: parameters.recoveryFirstPause)
        first = sample
        setFirstHeading(from: sample)
    }

    /// Takes in the next sample, `dt` seconds (above 0) after the last; the rate is the mean over that time.
    mutating func update(_ sample: InertialSample, dt: Double, observer: inout some FilterObserver) {
        var duration = dt
        var rate = sample.rate
        if let start = first {
            first = nil
            lastRate = start.rate
            meanStep = dt
            accumulate(start, duration: dt)
            finishIntervalIfDue(&observer)
        } else if dt > max(parameters.gapDuration, parameters.gapFactor * meanStep) {
            crossGap(of: dt, to: sample.rate, &observer)
            rate = (sample.rate + lastRate) * 0.5
            duration = meanStep
        } else {
            meanStep += 0.01 * (dt - meanStep)
        }
        let corrected = rate - bias
        attitude = attitude * Quaternion(shortRotationVector: (corrected - gainError.applied(to: corrected)) * dt)
        rotation = Matrix3(attitude)
        lastRate = sample.rate
        lastStep = duration
        accumulate(sample, duration: duration)
        if field.isWaiting {
            let change = setFirstHeading(from: sample)
            if change != 0 { observer.headingWasSet(by: change, variance: nil) }
        }
        observer.sampleIntegrated(nominal)
        finishIntervalIfDue(&observer)
    }

    /// Adds a sample to the interval's sums.
    @inline(__always)
    private mutating func accumulate(_ sample: InertialSample, duration: Double) {
        interval.duration += duration
        interval.count += 1
        interval.turn.add(rotation, times: duration)
        interval.rate += sample.rate
        interval.rateSquare += sample.rate.lengthSquared
        if let raw = sample.force {
            let force = raw - accelerometerOffset
            interval.velocityChange += rotation * (force * duration)
            interval.forceSquare += force.lengthSquared
            interval.force += force
        } else {
            interval.velocityChange.z += parameters.gravity * duration
            interval.forceIsMissing = true
        }
        guard sample.fieldCount > 0 else { return }
        let count = Double(sample.fieldCount)
        interval.field += rotation * (sample.field * count)
        interval.fieldTurn.add(rotation, times: count)
        interval.fieldCount += count
    }

    /// Points E's y axis along a first magnetic field at once, before the step that uses it properly.
    ///
    /// - Returns: the change in rad.
    @discardableResult
    private mutating func setFirstHeading(from sample: InertialSample) -> Double {
        guard sample.fieldCount > 0, !parameters.calibratesMagnetometer || calibration.admits(first: sample.field)
        else {
            return 0
        }
        let earth = rotation * (sample.field - calibration.appliedHardIron)
        guard field.isWaiting, earth.x != 0 || earth.y != 0 else { return 0 }
        field.isWaiting = false
        return set(headingOffset: PlatformMath.arcTangent(earth.x, earth.y))
    }

    /// Sets the heading anew, which is no correction of an estimate, and gives the change in rad.
    mutating func set(headingOffset value: Double) -> Double {
        let change = PlatformMath.wrapped(value - headingOffset)
        headingSetBy += change
        headingOffset = value
        return change
    }

    private mutating func finishIntervalIfDue(_ observer: inout some FilterObserver) {
        // A nanosecond's worth of rounding must not make a step one sample longer.
        if interval.duration >= parameters.stepDuration - 1e-6 { step(&observer) }
    }

    /// Bridges missing samples: what happened in between is unknown, but not boundless.
    private mutating func crossGap(of dt: Double, to rate: Vector3, _ observer: inout some FilterObserver) {
        if interval.count > 0 { step(&observer) }
        let sum = Vector3(
            abs(rate.x - bias.x) + abs(lastRate.x - bias.x), abs(rate.y - bias.y) + abs(lastRate.y - bias.y),
            abs(rate.z - bias.z) + abs(lastRate.z - bias.z))
        let share = parameters.gapRateShare / 2
        let unknown = parameters.gapRotation * parameters.gapRotation + share * share * sum.lengthSquared
        let variance = min(1, unknown * dt * min(dt, 3))
        pendingNoise += StateNoise(tilt: variance, heading: variance, velocity: SIMD3(1, 1, 1))
        motion.restTime = 0
    }

    @inline(__always)
    var nominal: NominalState {
        NominalState(attitude: attitude, headingOffset: headingOffset, bias: bias)
    }

    /// Whether the attitude is still one; the rest of the state is checked at every step.
    @inline(__always)
    var isFinite: Bool { attitude.isFinite && !isBroken }
}

extension OrientationFilter {
    /// The sums over the samples of one step.
    struct Interval: Sendable {
        /// In seconds.
        var duration = 0.0
        var count = 0.0
        /// Sum of R·dt.
        var turn = Matrix3.zero
        /// Sum of R·f·dt in m/s.
        var velocityChange = SIMD4<Double>.zero
        var rate = Vector3.zero
        var rateSquare = 0.0
        var forceSquare = 0.0
        /// In device axes.
        var force = Vector3.zero
        /// Whether a sample came without acceleration.
        var forceIsMissing = false
        /// Sum of R·m in µT.
        var field = SIMD4<Double>.zero
        /// Sum of R over the samples of the field.
        var fieldTurn = Matrix3.zero
        var fieldCount = 0.0
    }
}

extension Quaternion {
    /// The rotation by a rotation vector, quick for up to a quarter of a radian: the series of sine and cosine with an
    /// error under 1e-16, beyond that the functions themselves.
    @inline(__always)
    init(shortRotationVector v: Vector3) {
        let quarter = v.lengthSquared * 0.25
        guard quarter < 1.0 / 64 else {
            self.init(rotationVector: v)
            return
        }
        // Of the half angle x, with x² a quarter of the whole one's: sin(x)/2x and cos(x). Constants, as divisions wait.
        let s2 = -1.0 / 6 + quarter * (1.0 / 120 + quarter * (-1.0 / 5040 + quarter * (1.0 / 362_880)))
        let c2 = -1.0 / 2 + quarter * (1.0 / 24 + quarter * (-1.0 / 720 + quarter * (1.0 / 40_320)))
        let sine = 0.5 + 0.5 * quarter * s2
        let cosine = 1 + quarter * c2
        self.init(w: cosine, x: v.x * sine, y: v.y * sine, z: v.z * sine)
    }
}

extension OrientationFilter {
    /// The gyroscope's bias with its standard deviation, in rad/s.
    @inline(__always)
    var biasEstimate: GyroscopeBias {
        let deviation = Vector3(
            max(0, covariance[6, 6]).squareRoot(), max(0, covariance[7, 7]).squareRoot(),
            max(0, covariance[8, 8]).squareRoot())
        return GyroscopeBias(value: bias, standardDeviation: deviation)
    }
}
