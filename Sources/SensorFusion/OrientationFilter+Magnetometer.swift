import MotionTypes

extension OrientationFilter {
    /// Corrects heading and gyroscope bias by the mean field of a step.
    mutating func useField(
        _ sums: Interval, turning: Double, correction x: inout ErrorState, _ observer: inout some FilterObserver
    ) {
        let p = parameters
        let raw = sums.field / sums.fieldCount
        let turn = Matrix3(
            x: sums.fieldTurn.x / sums.fieldCount, y: sums.fieldTurn.y / sums.fieldCount,
            z: sums.fieldTurn.z / sums.fieldCount)
        if p.calibratesMagnetometer {
            calibration.update(field: raw, turn: turn, turning: turning, duration: sums.duration)
            if calibration.takeRestart() { readAnew() }
            guard calibration.isCredible else { return }
        }
        let mean = raw - turn * calibration.appliedHardIron
        let horizontal = mean.x * mean.x + mean.y * mean.y
        let strength = (horizontal + mean.z * mean.z).squareRoot()
        guard horizontal > 0.01 * strength * strength else { return }
        let direction = PlatformMath.arcTangent(mean.x, mean.y)
        let dip = PlatformMath.arcTangent(-mean.z, horizontal.squareRoot())

        let isFirst = field.strength == nil
        let distance = field.check(
            strength: strength, dip: dip, turning: turning, duration: sums.duration, parameters: p)
        if isFirst, field.keepsHeading {
            doubtHeading(innovation: PlatformMath.wrapped(direction - headingOffset), &observer)
        } else if isFirst {
            let variance = p.initialHeading * p.initialHeading
            observer.headingWasSet(by: set(headingOffset: direction), variance: variance)
            field.isWaiting = false
            covariance.decouple(2, variance: variance)
            return
        }
        let slope = SIMD2(mean.x, mean.y) * (-mean.z / horizontal)
        // The correction that is already found counts before the angle is wrapped.
        let value = PlatformMath.wrapped(direction - headingOffset - x[2]) + x[2]
        let innovation = value - (x[2] + x[0] * slope.x + x[1] * slope.y)
        let noise = p.headingNoise * p.headingNoise
        var size = innovation * innovation / (covariance[2, 2] + noise) / (p.headingGate * p.headingGate)
        if field.contradicts(
            innovation: innovation, size: size, turning: turning, isDisturbed: distance >= 1, duration: sums.duration,
            parameters: p)
        {
            let heading = p.initialHeading * p.initialHeading
            let bias = p.recoveryBias * p.recoveryBias
            pendingNoise += StateNoise(heading: heading, bias: bias)
            biasPrior.isActive = false
            size = 0
        }
        let density = noise * p.headingNoiseTime * (1 + p.fieldCheckWeight * distance) * (1 + size * size)
        covariance.measureHeading(value: value, tilt: slope, variance: density / sums.duration, correction: &x)
    }

    /// Forgets the reference field, as the readings have changed their meaning; a heading that they gave may be wrong.
    private mutating func readAnew() {
        let hadHeading = field.strength != nil
        field = field.restarted
        field.keepsHeading = hadHeading
    }

    /// Opens the heading as far as the first heading that is read anew calls for, where it contradicts the one known.
    private mutating func doubtHeading(innovation: Double, _ observer: inout some FilterObserver) {
        let doubt = parameters.calibrationHeadingDoubt
        let noise = parameters.headingNoise * parameters.headingNoise
        guard innovation * innovation > 4 * (covariance[2, 2] + noise) else { return }
        let variance = innovation * innovation + doubt * doubt
        covariance[2, 2] += variance
        observer.headingWasOpened(by: variance)
    }
}
