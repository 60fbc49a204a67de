import MotionTypes

extension SensorFusion {
    /// The constants of the filter; `init()` gives the values it was measured with.
    ///
    /// Where no other source is named, a value was tuned on the 54 trials of BROAD (Laidig et al., Data 6(7):72, 2021)
    /// and of Michel et al. (PerCom 2017); halving or doubling one moves the inclination or heading error, averaged over
    /// the data sets, by no more than 10 percent, but for `recoveryTime` (23 when halved) and gravity
    /// (`FusionBenchmark --sensitivity`). `levelTilt`, `levelDuration`, `calibrationHeadingDoubt`, `restartGap` and `accelerationLifetime` hardly act in
    /// those recordings and were set by reasoning and the fault tests. Angles are in radians; the defaults are written
    /// in degrees, as data sheets do.
    public struct Parameters: Hashable, Sendable {
        /// The defaults.
        public init() {}

        // MARK: The filter's step

        /// The length of a filter step in seconds; samples are integrated in between.
        ///
        /// 0.2 s would halve the cost at 2 percent more inclination error.
        public var stepDuration = 0.1
        /// Gravity at the place in m/s².
        ///
        /// Standard gravity, by which accelerations in G become m/s². The true one lies within 0.3 percent of it, far
        /// below an accelerometer's usual scale error of a percent.
        public var gravity = Units.standardGravity

        // MARK: Start

        /// The standard deviation of the first tilt, beside what the length of the acceleration tells, in rad.
        public var initialTilt = 8 * degree
        /// The standard deviation of the first velocity in m/s.
        public var initialVelocity = 0.3
        /// The scale of the heavy-tailed prior of the gyroscope's bias in rad/s: most phones are under it, some are
        /// eight times above.
        public var initialBias = 0.7 * degree
        /// The degrees of freedom of that prior, a Student distribution: 1 makes it a Cauchy distribution.
        public var biasPriorFreedom = 1.0
        /// How long the prior is re-weighted, in seconds; afterwards its last weight stays.
        public var biasPriorDuration = 60.0
        /// The largest bias that is believed, in rad/s: bounds the widening of the prior.
        public var biasLimit = 15 * degree
        /// The standard deviation of the accelerometer's offset in m/s²: phones show a mean of 0.983 to 1.014 G at rest.
        public var initialAccelerometerOffset = 0.05
        /// The standard deviation of the gyroscope's scale error: 0.3 to 1 percent is usual for MEMS sensors.
        public var initialScaleError = 0.006
        /// The standard deviation of the gyroscope's misalignment: how much of the rate about one axis another one shows.
        ///
        /// Data sheets of MEMS sensors give 1 to 2 percent of cross-axis sensitivity at most; a quarter of a percent is
        /// what recordings show.
        public var initialMisalignment = 0.0025
        /// The standard deviation of the first magnetic heading in rad.
        public var initialHeading = 90 * degree

        // MARK: Process noise

        /// The gyroscope's noise in rad/s/√Hz: two to five times that of a data sheet.
        public var gyroscopeNoise = 0.03 * degree
        /// The gyroscope's error that grows with the rotation rate (what a gain error does not explain), per √Hz.
        public var gyroscopeRateNoise = 0.00095
        /// The random walk of the gyroscope's bias in rad/s/√s.
        public var biasWalk = 0.006 * degree
        /// The accelerometer's noise in m/s²/√Hz.
        public var accelerometerNoise = 0.005
        /// The accelerometer's error that grows with the acceleration, in √s.
        public var accelerometerMotionNoise = 0.008
        /// The random walk of the accelerometer's offset in m/s²/√s.
        public var accelerometerOffsetWalk = 0.0008

        // MARK: Bounded velocity

        /// The least speed that is assumed, as a noise density in m/s·√s.
        public var speedFloor = 0.01
        /// The speed that is assumed per rms acceleration, in s·√s.
        public var speedPerAcceleration = 0.09
        /// The speed that is assumed per speed that was seen, in √s.
        public var speedSeen = 0.8
        /// The time constant of the speed that was seen, in seconds.
        public var speedSeenTime = 6.0
        /// The factor of the vertical speed's variance: gravity's and the accelerometer's scale act there.
        public var verticalFactor = 4.0
        /// The time constant with which the intensity of motion rises, in seconds.
        public var motionRiseTime = 0.2
        /// The time constant with which the intensity of motion falls, in seconds.
        public var motionFallTime = 0.3
        /// The time constant of the means that motion is measured against, in seconds.
        public var meanTime = 1.0

        // MARK: Rest

        /// The rotation rate's deviation below which a device can be at rest, in rad/s.
        public var restRotation = 1.0 * degree
        /// The acceleration's deviation below which a device can be at rest, in m/s².
        public var restAcceleration = 0.25
        /// How far the mean acceleration may be from gravity at rest, in m/s².
        public var restGravityDifference = 1.0
        /// The largest mean rotation rate per axis at rest, in rad/s: what a bias can be.
        public var restRate = 10 * degree
        /// How long all this must hold, in seconds.
        public var restDuration = 1.5
        /// The same as long as no rest was ever accepted and the mean rate is not near the known bias, in seconds.
        public var firstRestDuration = 3.0
        /// How far the mean rate may be from the known bias, beside three of its deviations, in rad/s: this keeps slow
        /// steady turning from being learnt as bias.
        public var restBiasDifference = 1.0 * degree
        /// The noise density of the bias measured at rest in rad/s·√s.
        public var restBiasNoise = 0.05 * degree
        /// The noise density of the speed at rest in m/s·√s.
        public var restSpeed = 0.01

        // MARK: Magnetometer

        /// The noise of the magnetic heading indoors in rad.
        public var headingNoise = 7.5 * degree
        /// The correlation time of that noise in seconds.
        public var headingNoiseTime = 2.4
        /// The innovation at which the heading's variance doubles, in standard deviations.
        public var headingGate = 5.0
        /// The scale of the check of the field's strength, relative.
        public var fieldStrengthScale = 0.2
        /// The scale of the check of the field's dip angle in rad.
        public var fieldDipScale = 7.5 * degree
        /// The weight of that check in the heading's variance.
        public var fieldCheckWeight = 4.5
        /// The time constant of the reference field in seconds.
        public var fieldReferenceTime = 200.0
        /// For how long the reference field is a running mean, in seconds.
        public var fieldReferenceStart = 10.0
        /// The time constant of the candidate for a new reference field in seconds.
        public var fieldCandidateTime = 5.0
        /// The longest time after which a steady candidate becomes the reference, in seconds.
        public var fieldCandidateDuration = 20.0
        /// The longest time of contradiction after which the heading is given up, in seconds.
        public var headingLockOutDuration = 15.0
        /// The shortest time for both, in seconds.
        public var magneticMinimumDuration = 5.0
        /// Whether the hard iron is estimated and taken off; without it every field is used as it comes, and its accuracy
        /// stays uncalibrated.
        public var calibratesMagnetometer = true
        /// What a heading's deviation grows by at least when the hard iron is first taken off, in rad.
        public var calibrationHeadingDoubt = 10 * degree

        // MARK: Recovery and gaps

        /// The time constant of the two cascaded means of the acceleration that show a lost tilt, in seconds.
        public var recoveryTime = 1.0
        /// The time constant of the intensity of motion for that check, in seconds.
        public var recoveryMotionTime = 3.0
        /// The least tilt that counts as lost, in rad.
        public var recoveryTilt = 6 * degree
        /// The tilt that is allowed beside that per rms acceleration over gravity, in rad.
        public var recoveryMotionFactor = 0.18
        /// The time between two recoveries in seconds.
        public var recoveryPause = 4.0
        /// The time before the first recovery in seconds.
        public var recoveryFirstPause = 3.0
        /// What a recovery adds to the deviation of the bias, in rad/s.
        public var recoveryBias = 0.3 * degree
        /// The tilt error at rest that is taken off at once, in rad: beyond what a vehicle's acceleration looks like.
        public var levelTilt = 20 * degree
        /// How long the device must lie still for that, in seconds.
        public var levelDuration = 1.0
        /// The shortest time between two samples that is a gap, in seconds.
        public var gapDuration = 0.15
        /// The same in mean sample intervals.
        public var gapFactor = 3.0
        /// The unknown rotation rate within a gap in rad/s.
        public var gapRotation = 30 * degree
        /// The share of the rates beside a gap that is unknown within.
        public var gapRateShare = 0.5
        /// The gap after which the attitude is started anew, in seconds; the bias is kept.
        public var restartGap = 60.0
        /// The age at which the last acceleration is no longer used, in seconds.
        public var accelerationLifetime = 0.25

        private static let degree = Units.radiansPerDegree

        // MARK: Offline

        /// The defaults of `OfflineSensorFusion`, tuned on the same trials: what knows both sides of a moment can believe
        /// the gyroscope and the compass more, that velocity is bounded less, and does with half the steps.
        public static let offline = {
            var parameters = Parameters()
            parameters.stepDuration = 0.2
            parameters.speedPerAcceleration = 0.18
            parameters.speedSeen = 1.45
            parameters.gyroscopeRateNoise = 0.0005
            parameters.initialAccelerometerOffset = 0.04
            parameters.initialScaleError = 0.005
            parameters.restBiasNoise = 0.1 * degree
            parameters.headingNoise = 4.5 * degree
            parameters.recoveryMotionFactor = 0.25
            return parameters
        }()
    }
}
