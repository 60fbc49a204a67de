import MotionTypes

/// How strongly the device moves: what the filter's noises, its recognition of rest and its recovery go by.
struct MotionStatistics: Sendable {
    /// Mean specific force (I) and rate (B) over about a second; nil before the first step.
    var meanForce: SIMD4<Double>?
    var meanRate = Vector3.zero
    /// The acceleration's variance at this step in m²/s⁴.
    var intensity = 0.0
    /// The same, smoothed.
    var smoothedIntensity = 0.0
    /// The same for the recovery's check.
    var recoveryIntensity = 0.0
    /// The speed's square that was seen, beyond what the filter expected, in m²/s².
    var speedSquare = 0.0
    /// The rate's variance within and around the step in rad²/s².
    var rateVariance = 0.0
    var rateVarianceWithin = 0.0
    /// How long the device has been still, in seconds.
    var restTime = 0.0
    var hasRested = false
    /// Whether the last step took the device to be at rest.
    var isResting = false
    /// Mean specific force in B over about a second, and for how long the device has been still by it, in seconds.
    var meanBodyForce: Vector3?
    var stillTime = 0.0
    /// Two cascaded means of the specific force in I, which show a lost tilt.
    var slowForce = SIMD4<Double>.zero
    var slowerForce = SIMD4<Double>.zero
    /// The time until a recovery may happen, in seconds.
    var recoveryPause = 0.0

    mutating func start(gravity: Double, pause: Double) {
        slowForce = [0, 0, gravity, 0]
        slowerForce = slowForce
        recoveryPause = pause
    }

    /// Takes in the means of a step of `duration` seconds: of the force, the rate, and their squares.
    mutating func update(
        force: SIMD4<Double>, forceSquare: Double, rate: Vector3, rateSquare: Double, duration: Double,
        parameters: SensorFusion.Parameters
    ) {
        let within = max(0, forceSquare - (force * force).sum())
        rateVarianceWithin = max(0, rateSquare - rate.lengthSquared)
        let previous = meanForce ?? force
        if meanForce == nil { meanRate = rate }
        let forceChange = force - previous
        let rateChange = rate - meanRate
        let gain = lowPassGain(duration, parameters.meanTime)
        meanForce = previous + forceChange * gain
        meanRate += rateChange * gain
        intensity = within + (forceChange * forceChange).sum()
        rateVariance = rateVarianceWithin + rateChange.lengthSquared
        let time = intensity > smoothedIntensity ? parameters.motionRiseTime : parameters.motionFallTime
        smoothedIntensity += lowPassGain(duration, time) * (intensity - smoothedIntensity)

        let slowGain = lowPassGain(duration, parameters.recoveryTime)
        slowForce += (force - slowForce) * slowGain
        slowerForce += (slowForce - slowerForce) * slowGain
        recoveryPause -= duration
        recoveryIntensity += lowPassGain(duration, parameters.recoveryMotionTime) * (intensity - recoveryIntensity)
    }

    /// Whether the device is still as its own axes show it, whatever the attitude; after `update`.
    mutating func updateStillness(
        force: Vector3, forceSquare: Double, duration: Double, parameters p: SensorFusion.Parameters
    ) {
        let previous = meanBodyForce ?? force
        let change = force - previous
        meanBodyForce = previous + change * lowPassGain(duration, p.meanTime)
        let variance = max(0, forceSquare - force.lengthSquared) + change.lengthSquared
        let isStill = isStill(accelerationVariance: variance, forceSquare: forceSquare, parameters: p)
        stillTime = isStill ? stillTime + duration : 0
    }

    /// Whether neither sensor moves, gravity alone acts, and the rate can be a bias.
    private func isStill(
        accelerationVariance: Double, forceSquare: Double, parameters p: SensorFusion.Parameters
    ) -> Bool {
        rateVariance < p.restRotation * p.restRotation
            && accelerationVariance < p.restAcceleration * p.restAcceleration
            && abs(forceSquare.squareRoot() - p.gravity) < p.restGravityDifference
            && max(abs(meanRate.x), abs(meanRate.y), abs(meanRate.z)) < p.restRate
    }

    /// Starts the means of the acceleration anew after the tilt was set.
    mutating func level(gravity: Double, pause: Double) {
        start(gravity: gravity, pause: pause)
        meanForce = [0, 0, gravity, 0]
        smoothedIntensity = 0
        speedSquare = 0
        restTime = 0
    }

    /// Whether the device has rested long enough for its mean rate to be the bias.
    mutating func updateRest(
        forceSquare: Double, duration: Double, bias: Vector3, biasDeviation: Double,
        parameters p: SensorFusion.Parameters
    ) -> Bool {
        let isStill = isStill(accelerationVariance: intensity, forceSquare: forceSquare, parameters: p)
        restTime = isStill ? restTime + duration : 0
        isResting = false
        guard restTime >= p.restDuration else { return false }
        let isNearBias = (meanRate - bias).length < p.restBiasDifference + 3 * biasDeviation
        guard isNearBias || (!hasRested && restTime >= p.firstRestDuration) else { return false }
        hasRested = true
        isResting = true
        return true
    }

    /// Turns the slow means with a small correction of the tilt.
    mutating func turn(tilt x: Double, _ y: Double) {
        slowForce += SIMD4(y * slowForce.z, -x * slowForce.z, x * slowForce.y - y * slowForce.x, 0)
        slowerForce += SIMD4(y * slowerForce.z, -x * slowerForce.z, x * slowerForce.y - y * slowerForce.x, 0)
    }
}

/// The gain of a first-order low pass of time constant `time` over a step of `duration`, both in seconds.
func lowPassGain(_ duration: Double, _ time: Double) -> Double { 1 - PlatformMath.exponential(-duration / time) }
