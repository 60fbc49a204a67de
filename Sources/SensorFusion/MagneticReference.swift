import MotionTypes

/// The field that the place is believed to have, and how long the magnetometer has agreed or not.
struct MagneticReference: Sendable {
    /// Strength in µT and dip in rad; nil before the first field.
    var strength: Double?
    var dip = 0.0
    /// A steady other field, which may become the reference.
    var candidateStrength: Double?
    var candidateDip = 0.0
    /// For how long the candidate has been steady, and the reference been met, in seconds.
    var candidateTime = 0.0
    var agreementTime = 0.0
    /// For how long the heading has been contradicted, and been met, in seconds.
    var contradictionTime = 0.0
    var headingTime = 0.0
    /// The heading's innovation, smoothed, in rad.
    var meanInnovation = 0.0
    /// The time since the first field in seconds.
    var fieldAge = 0.0
    /// The time since the filter's start in seconds.
    var filterAge = 0.0
    /// Whether no field has given a heading yet.
    var isWaiting = true
    /// Whether the first field of this reference corrects a heading that is there, rather than sets it.
    var keepsHeading = false
    /// Whether the last field differed from the reference.
    var isDisturbed = false

    mutating func age(by duration: Double) { filterAge += duration }

    /// The squared distance of a field from the reference or candidate, in units of the two scales.
    private static func distance(
        _ strength: Double, _ dip: Double, from other: (strength: Double, dip: Double), _ p: SensorFusion.Parameters
    ) -> Double {
        let relative = (strength / other.strength - 1) / p.fieldStrengthScale
        let turned = (dip - other.dip) / p.fieldDipScale
        return relative * relative + turned * turned
    }

    /// What a field that stays is worth: five times as much while the device turns (0.2 rad/s and more) as at rest, where
    /// one that is wrong stays too; `turning` is the squared rate in rad²/s².
    private static func worth(_ turning: Double) -> Double { 0.2 + 0.8 * min(1, turning / 0.04) }

    /// Takes in a field; gives its squared distance from the reference, which may have changed to meet it.
    mutating func check(
        strength now: Double, dip nowDip: Double, turning: Double, duration: Double,
        parameters p: SensorFusion.Parameters
    ) -> Double {
        guard let reference = strength else {
            strength = now
            dip = nowDip
            return 0
        }
        var distance = Self.distance(now, nowDip, from: (reference, dip), p)
        let oldCandidate = candidateStrength ?? now
        let oldDip = candidateStrength == nil ? nowDip : candidateDip
        let isSteady = Self.distance(now, nowDip, from: (oldCandidate, oldDip), p) < 1
        let gain = lowPassGain(duration, p.fieldCandidateTime)
        let newCandidate = oldCandidate + gain * (now - oldCandidate)
        candidateStrength = newCandidate
        candidateDip = oldDip + gain * (nowDip - oldDip)
        if isSteady {
            candidateTime += duration * Self.worth(turning)
        } else {
            candidateTime = max(0, candidateTime - 3 * duration)
        }
        if distance < 1 {
            candidateTime = max(0, candidateTime - 2 * duration)
            agreementTime += duration * Self.worth(turning)
        }
        var base = reference
        if candidateTime > min(p.fieldCandidateDuration, max(p.magneticMinimumDuration, agreementTime)) {
            base = newCandidate
            dip = candidateDip
            agreementTime = candidateTime
            candidateTime = 0
            distance = 0
        }
        var slowGain = lowPassGain(duration, p.fieldReferenceTime * (1 + distance))
        fieldAge += duration
        if fieldAge < p.fieldReferenceStart { slowGain = max(slowGain, 1 / (1 + fieldAge / duration)) }
        strength = base + slowGain * (now - base)
        dip += slowGain * (nowDip - dip)
        isDisturbed = distance >= 1
        return distance
    }

    /// Takes in a heading's innovation (rad) and its squared, gated size; whether the heading must be given up.
    mutating func contradicts(
        innovation: Double, size: Double, turning: Double, isDisturbed: Bool, duration: Double,
        parameters p: SensorFusion.Parameters
    ) -> Bool {
        if size > 1 {
            contradictionTime += duration * (isDisturbed ? 0.2 : 1)
        } else {
            contradictionTime = max(0, contradictionTime - 2 * duration)
        }
        meanInnovation += lowPassGain(duration, 5) * (innovation - meanInnovation)
        if size < 1 { headingTime += duration * Self.worth(turning) }
        let limit = min(p.headingLockOutDuration, max(p.magneticMinimumDuration, headingTime))
        guard contradictionTime > limit, abs(meanInnovation) > 0.7 * abs(innovation) else { return false }
        headingTime = contradictionTime
        contradictionTime = 0
        return true
    }
}

extension MagneticReference {
    /// The reference forgotten, as the readings changed their meaning.
    var restarted: MagneticReference {
        var fresh = MagneticReference()
        fresh.filterAge = filterAge
        fresh.isWaiting = isWaiting
        return fresh
    }
}
