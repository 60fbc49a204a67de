import MotionTypes

extension OrientationFilter {
    /// Runs one step of the Kalman filter over the interval's sums and clears them.
    mutating func step(_ observer: inout some FilterObserver) {
        let sums = interval
        interval = Interval()
        let duration = sums.duration
        guard duration > 0, sums.count > 0 else { return }
        let rate = sums.rate / sums.count
        let transition = ErrorTransition(turn: sums.turn, rate: rate - bias, velocityChange: sums.velocityChange)
        covariance.propagate(transition)
        let forceSquare = sums.forceSquare / sums.count
        if !sums.forceIsMissing {
            motion.update(
                force: sums.velocityChange / duration, forceSquare: forceSquare, rate: rate,
                rateSquare: sums.rateSquare / sums.count, duration: duration, parameters: parameters)
            motion.updateStillness(
                force: sums.force / sums.count, forceSquare: forceSquare, duration: duration, parameters: parameters)
        } else {
            // Nothing is known of the velocity; it starts anew.
            pendingNoise += StateNoise(velocity: SIMD3(1, 1, 1))
            motion.restTime = 0
        }
        let speedOfTurning = (rate - bias).lengthSquared + motion.rateVarianceWithin
        addProcessNoise(turning: speedOfTurning, duration: duration)

        var x = ErrorState()
        var moved = velocity + sums.velocityChange
        moved.z -= parameters.gravity * duration
        if !sums.forceIsMissing {
            if levelIfLost(force: sums.force / sums.count, velocity: &moved) {
                observer.tiltWasSet()
            } else {
                recoverTiltIfLost(velocity: moved, correction: &x)
            }
        }
        covariance.add(pendingNoise)
        pendingNoise = StateNoise()
        velocity = moved
        observer.stepPredicted(transition, &covariance)

        if !sums.forceIsMissing {
            useBoundedVelocity(rate: rate, forceSquare: forceSquare, duration: duration, correction: &x)
        }
        if sums.fieldCount > 0 {
            useField(sums, turning: speedOfTurning, correction: &x, &observer)
        }
        field.age(by: duration)
        if biasPrior.isActive, field.filterAge < parameters.biasPriorDuration {
            biasPrior.reweight(&covariance, bias: bias, correction: &x, parameters: parameters)
        }
        inject(x)
        observer.stepCorrected(x, &covariance)
    }

    private mutating func addProcessNoise(turning: Double, duration: Double) {
        let p = parameters
        let turn =
            (p.gyroscopeNoise * p.gyroscopeNoise + p.gyroscopeRateNoise * p.gyroscopeRateNoise * turning) * duration
        let motionNoise = p.accelerometerMotionNoise * p.accelerometerMotionNoise * motion.smoothedIntensity
        let speed = (p.accelerometerNoise * p.accelerometerNoise + motionNoise) * duration
        let bias = p.biasWalk * p.biasWalk * duration
        let offset = p.accelerometerOffsetWalk * p.accelerometerOffsetWalk * duration
        covariance.add(
            StateNoise(
                tilt: turn, heading: turn, velocity: SIMD3(repeating: speed), bias: bias, accelerometerOffset: offset))
    }

    /// Turns the tilt back where seconds of acceleration contradict it: a Kalman filter that is sure of a wrong tilt
    /// would need minutes.
    private mutating func recoverTiltIfLost(velocity moved: SIMD4<Double>, correction x: inout ErrorState) {
        let mean = motion.slowerForce
        let horizontal = (mean.x * mean.x + mean.y * mean.y).squareRoot()
        let angle = PlatformMath.arcTangent(horizontal, mean.z)
        let allowed =
            parameters.recoveryTilt
            + parameters.recoveryMotionFactor * motion.recoveryIntensity.squareRoot() / parameters.gravity
        let variance = covariance[0, 0] + covariance[1, 1]
        guard motion.recoveryPause <= 0, angle > max(allowed, 3 * variance.squareRoot()) else { return }
        motion.recoveryPause = parameters.recoveryPause
        biasPrior.isActive = false
        // The second mean says that the tilt is lost, the first one, which lags less, how far.
        let fast = motion.slowForce
        let fastHorizontal = (fast.x * fast.x + fast.y * fast.y).squareRoot()
        let fastAngle = PlatformMath.arcTangent(fastHorizontal, fast.z)
        // Upside down, any horizontal axis will do.
        let axisX = fastHorizontal > 0 ? fast.y / fastHorizontal : 1
        let axisY = fastHorizontal > 0 ? -fast.x / fastHorizontal : 0
        let tilt = fastAngle * fastAngle
        let bias = parameters.recoveryBias * parameters.recoveryBias
        let speed = velocity * velocity + 0.25
        covariance.add(StateNoise(tilt: tilt, velocity: SIMD3(speed.x, speed.y, speed.z), bias: bias))
        x[0] = fastAngle * axisX
        x[1] = fastAngle * axisY
        for i in 0..<3 { x[3 + i] = -moved[i] }
        motion.speedSquare = 0
        motion.smoothedIntensity = 0
    }

    /// Takes the tilt from the accelerometer alone where a device that lies still shows it to be lost; whether it did.
    ///
    /// Stillness is judged in device axes, which a lost tilt cannot disturb. Nothing but a vehicle's steady
    /// acceleration of a third of gravity can look the same.
    private mutating func levelIfLost(force: Vector3, velocity moved: inout SIMD4<Double>) -> Bool {
        let up = Vector3(0, 0, 1)
        let seen = attitude.rotate(force)
        guard motion.stillTime >= parameters.levelDuration, seen.angle(to: up) > parameters.levelTilt else {
            return false
        }
        attitude = (Quaternion(turning: seen, into: up) * attitude).normalized
        let tilt = parameters.initialTilt * parameters.initialTilt
        let speed = parameters.initialVelocity * parameters.initialVelocity
        let bias = parameters.recoveryBias * parameters.recoveryBias
        // What was learnt of their relations to the other states holds no more.
        for i in 0..<2 { covariance.decouple(i, variance: tilt) }
        for i in 3..<6 { covariance.decouple(i, variance: speed) }
        covariance.add(StateNoise(heading: 1, bias: bias))
        moved = .zero
        biasPrior.isActive = false
        motion.level(gravity: parameters.gravity, pause: parameters.recoveryPause)
        return true
    }

    /// Measures the velocity as 0 within what the motion allows, and at rest the bias as the mean rate.
    private mutating func useBoundedVelocity(
        rate: Vector3, forceSquare: Double, duration: Double, correction x: inout ErrorState
    ) {
        let p = parameters
        let biasDeviation = max(covariance[6, 6], covariance[7, 7], covariance[8, 8], 0).squareRoot()
        let isResting = motion.updateRest(
            forceSquare: forceSquare, duration: duration, bias: bias, biasDeviation: biasDeviation, parameters: p)
        let expected = covariance[3, 3] + covariance[4, 4] + covariance[5, 5]
        let excess = max(0, ((velocity * velocity).sum() - expected) / 3)
        motion.speedSquare += lowPassGain(duration, p.speedSeenTime) * (excess - motion.speedSquare)
        var density =
            p.speedFloor * p.speedFloor + p.speedPerAcceleration * p.speedPerAcceleration * motion.smoothedIntensity
            + p.speedSeen * p.speedSeen * motion.speedSquare
        if isResting { density = p.restSpeed * p.restSpeed }
        covariance.measure(
            statesFrom: 3, values: SIMD3(-velocity.x, -velocity.y, -velocity.z),
            variances: SIMD3(1, 1, p.verticalFactor) * (density / duration), correction: &x)
        guard isResting else { return }
        let variance = p.restBiasNoise * p.restBiasNoise / duration
        let difference = rate - bias
        covariance.measure(
            statesFrom: 6, values: SIMD3(difference.x, difference.y, difference.z),
            variances: SIMD3(repeating: variance), correction: &x)
    }

    /// Moves the error that was found into the nominal state.
    private mutating func inject(_ x: ErrorState) {
        attitude = (Quaternion(w: 1, x: x[0] / 2, y: x[1] / 2, z: 0) * attitude).normalized
        motion.turn(tilt: x[0], x[1])
        headingOffset = PlatformMath.wrapped(headingOffset + x[2])
        velocity += [x[3], x[4], x[5], 0]
        bias += Vector3(x[6], x[7], x[8])
        accelerometerOffset += Vector3(x[9], x[10], x[11])
        gainError.add(x)
        // Whatever is not finite anywhere in the state reaches one of these by the next step.
        let sum = (velocity + accelerometerOffset.lanes + bias.lanes).sum() + gainError.sum + headingOffset
        isBroken = !(sum + covariance.trace() + motion.slowerForce.sum()).isFinite
    }
}
