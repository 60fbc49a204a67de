import MotionTypes

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

    /// The magnetometer's calibration as known now.
    public var magnetometerCalibration: MagnetometerCalibration { filter.calibration }
}
