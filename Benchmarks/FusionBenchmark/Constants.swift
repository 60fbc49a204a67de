import SensorFusion

/// The filter's constants by name.
enum Constants {
    nonisolated(unsafe) private static let paths:
        [(name: String, path: WritableKeyPath<SensorFusion.Parameters, Double>)] = [
            ("stepDuration", \.stepDuration),
            ("gravity", \.gravity),
            ("initialTilt", \.initialTilt),
            ("initialVelocity", \.initialVelocity),
            ("initialBias", \.initialBias),
            ("biasPriorFreedom", \.biasPriorFreedom),
            ("biasPriorDuration", \.biasPriorDuration),
            ("biasLimit", \.biasLimit),
            ("initialAccelerometerOffset", \.initialAccelerometerOffset),
            ("initialScaleError", \.initialScaleError),
            ("initialMisalignment", \.initialMisalignment),
            ("initialHeading", \.initialHeading),
            ("gyroscopeNoise", \.gyroscopeNoise),
            ("gyroscopeRateNoise", \.gyroscopeRateNoise),
            ("biasWalk", \.biasWalk),
            ("accelerometerNoise", \.accelerometerNoise),
            ("accelerometerMotionNoise", \.accelerometerMotionNoise),
            ("accelerometerOffsetWalk", \.accelerometerOffsetWalk),
            ("speedFloor", \.speedFloor),
            ("speedPerAcceleration", \.speedPerAcceleration),
            ("speedSeen", \.speedSeen),
            ("speedSeenTime", \.speedSeenTime),
            ("verticalFactor", \.verticalFactor),
            ("motionRiseTime", \.motionRiseTime),
            ("motionFallTime", \.motionFallTime),
            ("meanTime", \.meanTime),
            ("restRotation", \.restRotation),
            ("restAcceleration", \.restAcceleration),
            ("restGravityDifference", \.restGravityDifference),
            ("restRate", \.restRate),
            ("restDuration", \.restDuration),
            ("firstRestDuration", \.firstRestDuration),
            ("restBiasDifference", \.restBiasDifference),
            ("restBiasNoise", \.restBiasNoise),
            ("restSpeed", \.restSpeed),
            ("headingNoise", \.headingNoise),
            ("headingNoiseTime", \.headingNoiseTime),
            ("headingGate", \.headingGate),
            ("fieldStrengthScale", \.fieldStrengthScale),
            ("fieldDipScale", \.fieldDipScale),
            ("fieldCheckWeight", \.fieldCheckWeight),
            ("fieldReferenceTime", \.fieldReferenceTime),
            ("fieldReferenceStart", \.fieldReferenceStart),
            ("fieldCandidateTime", \.fieldCandidateTime),
            ("fieldCandidateDuration", \.fieldCandidateDuration),
            ("headingLockOutDuration", \.headingLockOutDuration),
            ("magneticMinimumDuration", \.magneticMinimumDuration),
            ("calibrationHeadingDoubt", \.calibrationHeadingDoubt),
            ("recoveryTime", \.recoveryTime),
            ("recoveryMotionTime", \.recoveryMotionTime),
            ("recoveryTilt", \.recoveryTilt),
            ("recoveryMotionFactor", \.recoveryMotionFactor),
            ("recoveryPause", \.recoveryPause),
            ("recoveryFirstPause", \.recoveryFirstPause),
            ("recoveryBias", \.recoveryBias),
            ("levelTilt", \.levelTilt),
            ("levelDuration", \.levelDuration),
            ("gapDuration", \.gapDuration),
            ("gapFactor", \.gapFactor),
            ("gapRotation", \.gapRotation),
            ("gapRateShare", \.gapRateShare),
            ("restartGap", \.restartGap),
            ("accelerationLifetime", \.accelerationLifetime),
        ]

    /// All names.
    static var names: [String] { paths.map(\.name) }

    /// Constants with some changed: `NAME=VALUE` in the constant's own unit, `NAME=xFACTOR` by a factor.
    static func changed(
        _ parameters: SensorFusion.Parameters, by changes: [String]
    ) throws -> SensorFusion.Parameters {
        var parameters = parameters
        for change in changes {
            let parts = change.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let path = paths.first(where: { $0.name == parts[0] })?.path,
                let value = Double(parts[1].drop { $0 == "x" })
            else {
                throw BenchmarkError("‘\(change)’ is not NAME=VALUE; the names are \(names.joined(separator: ", "))")
            }
            parameters[keyPath: path] = parts[1].hasPrefix("x") ? parameters[keyPath: path] * value : value
        }
        return parameters
    }
}
