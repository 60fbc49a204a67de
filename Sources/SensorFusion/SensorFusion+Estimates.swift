import MotionTypes

/// What limits fused device motion at a moment.
public struct FusionConditions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of conditions from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// There is no attitude yet.
    public static let notStarted = FusionConditions(rawValue: 1)
    /// The device lies still: the gyroscope's bias is being measured.
    public static let atRest = FusionConditions(rawValue: 2)
    /// The accelerometer is silent: tilt is only predicted.
    public static let accelerationMissing = FusionConditions(rawValue: 4)
    /// The bias of an axis may still be off by more than half a degree a second.
    public static let biasUnsure = FusionConditions(rawValue: 8)
    /// The magnetic field is not the place's own: the heading is only predicted.
    public static let magneticDisturbance = FusionConditions(rawValue: 16)
    /// The frame needs a magnetometer, and none has given a heading yet.
    public static let headingMissing = FusionConditions(rawValue: 32)
}

extension SensorFusion {
    /// The gyroscope's bias as known now, with its standard deviation, both in rad/s.
    public var gyroscopeBias: GyroscopeBias {
        filter.biasEstimate
    }

    /// The standard deviation of the tilt, about both horizontal axes together, in rad; π before the first sample.
    public var inclinationUncertainty: Double {
        guard isRunning else { return .pi }
        let variance = filter.covariance[0, 0] + filter.covariance[1, 1]
        return min(.pi, max(0, variance).squareRoot())
    }

    /// The standard deviation of the magnetic heading in rad; nil while no magnetometer gives one.
    public var headingUncertainty: Double? {
        guard isRunning, filter.field.strength != nil else { return nil }
        return min(.pi, max(0, filter.covariance[2, 2]).squareRoot())
    }

    /// What limits device motion now.
    public var conditions: FusionConditions {
        guard isRunning else { return .notStarted }
        var conditions: FusionConditions = []
        if filter.motion.isResting { conditions.insert(.atRest) }
        if !accelerationIsFresh(at: time) { conditions.insert(.accelerationMissing) }
        let deviation = filter.biasEstimate.standardDeviation
        if max(deviation.x, deviation.y, deviation.z) > 0.5 * Units.radiansPerDegree { conditions.insert(.biasUnsure) }
        if frame.needsMagnetometer {
            if filter.field.isWaiting { conditions.insert(.headingMissing) }
            if filter.field.isDisturbed { conditions.insert(.magneticDisturbance) }
        }
        return conditions
    }

    /// The magnetometer's calibration as known now.
    public var magnetometerCalibration: MagnetometerCalibration { filter.calibration }
}
