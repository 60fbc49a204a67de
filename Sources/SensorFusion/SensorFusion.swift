// SensorFusion: raw accelerometer, gyroscope and magnetometer samples to device motion. Pure computation on values:
// it may import MotionTypes alone, and knows no clock, thread, file or Foundation.

public import MotionTypes

/// Fuses raw accelerometer, gyroscope and magnetometer samples into device motion, as Core Motion does.
///
/// Feed the samples of each sensor in the order of their times; every gyroscope sample gives one sample of device
/// motion. The sensors may run at different and changing rates. A gyroscope sample is taken as the mean rate since the
/// sample before it, an acceleration holds until the next one.
///
/// Samples with a value that is not finite or beyond every sensor's range (200 rad/s, 1000 G, 100 mT) and samples that
/// run backwards in time are ignored, as if they had not come. After a gap the attitude is less sure, after one of more
/// than a minute it starts anew with the bias that was known.
public struct SensorFusion: Sendable {
    /// The frame of the attitudes.
    public let frame: ReferenceFrame
    /// The angle from true to magnetic north in rad, east positive; used in `xTrueNorthZVertical` alone.
    public var declination: Double
    /// The constants.
    public let parameters: Parameters

    var filter: OrientationFilter
    /// Whether the filter has had its first sample.
    var isRunning = false
    /// What a filter that starts anew begins with.
    private var knownBias: GyroscopeBias?
    private var hasRestarted = false
    /// The last acceleration in G, and the last one's time; NaN before the first.
    private(set) var acceleration = Vector3.zero
    private var accelerationTime = Double.nan
    /// The accelerations since the last gyroscope sample.
    private var accelerationSum = Vector3.zero
    private var accelerationCount = 0.0
    /// The magnetic fields since the last gyroscope sample, in µT, and the sum of their times.
    private var fieldSum = Vector3.zero
    private var fieldTime = 0.0
    private var fieldCount = 0
    /// The last reading in µT; nil before the first.
    private var lastField: Vector3?
    private var lastFieldTime = 0.0
    /// The time of the last gyroscope sample; NaN before the first.
    private(set) var time = Double.nan
    private var backwards = BackwardTime()
    /// The turn about z from the filter's frame (arbitrary frames) or from x east (north frames) to the reported one.
    private var frameTurn = 0.0
    private var hasFrame = false
    private var yaw = CachedTurn()

    /// A fusion that starts with its first samples.
    ///
    /// - Parameters:
    ///   - frame: the frame of the attitudes.
    ///   - declination: the angle from true to magnetic north in rad, east positive; used in `xTrueNorthZVertical`.
    ///   - initialBias: the gyroscope's bias as known from an earlier session.
    ///   - parameters: the constants.
    public init(
        frame: ReferenceFrame = .xArbitraryZVertical, declination: Double = 0, initialBias: GyroscopeBias? = nil,
        parameters: Parameters = .init()
    ) {
        self.frame = frame
        self.declination = declination
        self.parameters = parameters
        knownBias = initialBias.flatMap { $0.isUsable ? $0 : nil }
        filter = OrientationFilter(
            parameters: parameters, bias: knownBias, first: .init(rate: .zero, force: nil))
    }

    /// Takes in a raw sample; a gyroscope's gives device motion.
    public mutating func update(_ sample: SensorSample) -> DeviceMotion? {
        guard sample.kind == .gyroscope else {
            if sample.kind == .accelerometer {
                update(accelerometer: sample.value, at: sample.timestamp)
            } else {
                update(magnetometer: sample.value, at: sample.timestamp)
            }
            return nil
        }
        return update(gyroscope: sample.value, at: sample.timestamp)
    }

    /// Takes in an acceleration in G with Core Motion's sign (-1 on z lying face up), at a time in seconds.
    public mutating func update(accelerometer value: Vector3, at timestamp: Double) {
        guard timestamp.isFinite, value.lengthSquared < 1e6 else { return }
        // Late ones are dropped, but a single wrong time far ahead must not silence the sensor.
        if timestamp < accelerationTime, accelerationTime < time + parameters.accelerationLifetime { return }
        acceleration = value
        accelerationTime = timestamp
        accelerationSum += value
        accelerationCount += 1
    }

    /// Takes in a magnetic field in µT, raw or calibrated, at a time in seconds; ignored in `xArbitraryZVertical`.
    public mutating func update(magnetometer value: Vector3, at timestamp: Double) {
        guard frame.needsMagnetometer, timestamp.isFinite, value.lengthSquared < 1e10 else { return }
        if timestamp < lastFieldTime, lastField != nil, lastFieldTime < time + parameters.accelerationLifetime {
            return
        }
        lastField = value
        lastFieldTime = timestamp
        // Fields that no gyroscope sample follows are of no use.
        if fieldCount > 0, abs(timestamp - fieldTime / Double(fieldCount)) > parameters.accelerationLifetime {
            clearFields()
        }
        fieldSum += value
        fieldTime += timestamp
        fieldCount += 1
    }

    /// Takes in a raw rotation rate in rad/s at a time in seconds, and gives the device motion at that time.
    ///
    /// - Returns: nil for a sample that is ignored, and until the first acceleration has arrived. A sample with the time
    ///   of the one before it changes nothing but gives device motion.
    public mutating func update(gyroscope value: Vector3, at timestamp: Double) -> DeviceMotion? {
        var observer = NoObserver()
        guard advance(gyroscope: value, at: timestamp, observer: &observer) else { return nil }
        return motion(rate: value, at: timestamp)
    }

    /// Takes in a raw rotation rate in rad/s at a time in seconds, for those who want the attitude alone.
    ///
    /// - Returns: whether there is an attitude of that time.
    @discardableResult
    public mutating func advance(gyroscope value: Vector3, at timestamp: Double) -> Bool {
        var observer = NoObserver()
        return advance(gyroscope: value, at: timestamp, observer: &observer)
    }

    /// The attitude at the last gyroscope sample: device axes to the frame's axes; the identity before the first.
    ///
    /// Mutating, as it keeps the sine and cosine of the frame's turn.
    public mutating func attitude() -> Quaternion { yaw.apply(reportedTurn, to: filter.attitude) }

    /// Takes in a rotation rate, watched by an observer; whether there is device motion at its time.
    mutating func advance(
        gyroscope value: Vector3, at timestamp: Double, observer: inout some FilterObserver
    ) -> Bool {
        guard timestamp.isFinite, value.lengthSquared < 4e4 else { return false }
        guard isRunning else { return start(rate: value, at: timestamp, observer: &observer) }
        let dt = timestamp - time
        if dt < 0 {
            if backwards.isNewClock(timestamp) { restart() }
            return false
        }
        backwards = BackwardTime()
        guard dt > 0 else { return true }
        if dt > parameters.restartGap || (filter.first != nil && dt > 1) {
            restart()
            return start(rate: value, at: timestamp, observer: &observer)
        }
        time = timestamp
        let sample = takeSample(rate: value, at: timestamp, since: dt)
        filter.update(sample, dt: dt, observer: &observer)
        if !filter.isFinite {
            restart()
            return start(rate: value, at: timestamp, observer: &observer)
        }
        followHeading()
        return true
    }
}

// MARK: - Samples in

extension SensorFusion {
    /// Whether there is an acceleration that can be of this time.
    @inline(__always)
    func accelerationIsFresh(at timestamp: Double) -> Bool {
        abs(timestamp - accelerationTime) <= parameters.accelerationLifetime
    }

    /// Gathers what came since the last gyroscope sample, `dt` seconds ago.
    @inline(__always)
    private mutating func takeSample(
        rate: Vector3, at timestamp: Double, since dt: Double
    ) -> OrientationFilter.InertialSample {
        var sample = OrientationFilter.InertialSample(rate: rate, force: nil)
        if accelerationIsFresh(at: timestamp) {
            let mean = accelerationCount > 1 ? accelerationSum / accelerationCount : acceleration
            sample.force = mean * -Units.standardGravity
        }
        accelerationSum = .zero
        accelerationCount = 0
        if fieldCount > 0 {
            let share = fieldCount == 1 ? 1 : 1 / Double(fieldCount)
            let mean = fieldSum * share
            // The device has turned on since the field was read.
            let age = max(-dt, min(dt, timestamp - fieldTime * share))
            sample.field = mean - (rate - filter.bias).cross(mean) * age
            sample.fieldCount = fieldCount
            clearFields()
        }
        return sample
    }

    private mutating func clearFields() {
        fieldSum = .zero
        fieldTime = 0
        fieldCount = 0
    }

    /// Starts the filter, if there is an acceleration of this time; whether it did.
    private mutating func start(
        rate: Vector3, at timestamp: Double, observer: inout some FilterObserver
    ) -> Bool {
        guard accelerationIsFresh(at: timestamp) else { return false }
        let sample = takeSample(rate: rate, at: timestamp, since: 0)
        var fresh = OrientationFilter(parameters: parameters, bias: knownBias, first: sample)
        fresh.biasPrior.isActive = !hasRestarted
        fresh.calibration = filter.calibration
        if hasRestarted { fresh.calibration.loseAttitude() }
        filter = fresh
        isRunning = true
        time = timestamp
        placeFrame()
        followHeading()
        observer.filterStarted(filter.nominal, headingIsKnown: !filter.field.isWaiting)
        return true
    }

    /// Starts anew with the next sample; what is known of the bias stays.
    private mutating func restart() {
        let bias = filter.biasEstimate
        if bias.isUsable {
            let more = Vector3(1, 1, 1) * parameters.recoveryBias
            knownBias = GyroscopeBias(value: bias.value, standardDeviation: bias.standardDeviation + more)
        }
        hasRestarted = true
        isRunning = false
        backwards = BackwardTime()
        // On another clock, older samples would look like late ones or like new ones.
        accelerationTime = .nan
        lastFieldTime = -.infinity
        clearFields()
    }
}

// MARK: - Device motion out

extension SensorFusion {
    /// Fixes the reported frame at the first sample.
    ///
    /// In the arbitrary frames the horizontal projection of the device's x axis points along the frame's x; where it is
    /// shorter than a half (x is more than 60° from level) that of the y axis points along the frame's y instead, which
    /// is yaw 0. Lying face up, both hold. In the north frames the same holds until north is known.
    private mutating func placeFrame() {
        guard !hasFrame else { return }
        hasFrame = true
        frameTurn = Self.turnToFrame(from: filter.rotation)
    }

    /// The turn about z from the filter's frame to the arbitrary one of a device with such a first attitude.
    static func turnToFrame(from first: Matrix3) -> Double {
        let (x, y) = (first.x, first.y)
        return x.x * x.x + x.y * x.y >= 0.25
            ? -PlatformMath.arcTangent(x.y, x.x) : -PlatformMath.arcTangent(-y.x, y.y)
    }

    /// Keeps the frame where it is when the filter's heading is set, rather than corrected.
    @inline(__always)
    private mutating func followHeading() {
        let change = filter.headingSetBy
        guard change != 0 else { return }
        filter.headingSetBy = 0
        if frame == .xArbitraryCorrectedZVertical { frameTurn -= change }
    }

    /// Whether x points north by now.
    @inline(__always)
    private var northIsKnown: Bool { frame.pointsNorth && !filter.field.isWaiting }

    /// The turn about z from the filter's frame to the reported one.
    @inline(__always)
    private var reportedTurn: Double {
        let offset = filter.headingOffset
        switch frame {
        case .xArbitraryZVertical: return frameTurn
        case .xArbitraryCorrectedZVertical: return frameTurn + offset
        case .xMagneticNorthZVertical: return northIsKnown ? offset - .pi / 2 : frameTurn
        case .xTrueNorthZVertical: return northIsKnown ? offset - .pi / 2 - declination : frameTurn
        }
    }

    /// The device motion of a sample that was taken in.
    @inline(__always)
    mutating func motion(rate: Vector3, at timestamp: Double) -> DeviceMotion {
        DeviceMotion(
            timestamp: timestamp, attitude: yaw.apply(reportedTurn, to: filter.attitude),
            rotationRate: rate - filter.bias, acceleration: acceleration,
            magneticField: magneticField, magneticFieldAccuracy: magneticFieldAccuracy, pointsNorth: northIsKnown)
    }

    /// The last field without the hard iron, in µT.
    @inline(__always)
    var magneticField: Vector3 { lastField.map { $0 - filter.calibration.appliedHardIron } ?? .zero }

    /// The calibration's accuracy, but low at most while the field is not the place's own.
    @inline(__always)
    var magneticFieldAccuracy: MagneticFieldAccuracy {
        guard lastField != nil else { return .uncalibrated }
        let accuracy = filter.calibration.accuracy
        return filter.field.isDisturbed && accuracy != .uncalibrated ? .low : accuracy
    }
}
