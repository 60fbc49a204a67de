import MotionTypes

/// A heavy-tailed prior of the gyroscope's bias, one Student distribution an axis.
///
/// It acts as a Gaussian whose weight is set anew at every step from what the bias looks like by now (iteratively
/// re-weighted): as good as a narrow prior where the bias is small, as a wide one where it is large.
struct BiasPrior: Sendable {
    /// Where the bias is expected, and the scale of what it differs by, in rad/s.
    let centre: Vector3
    let scale: Vector3
    /// The information (1/variance) of the prior that is in the filter now.
    var information: SIMD3<Double>
    var isActive = true

    init(centre: Vector3, scale: Vector3) {
        self.centre = centre
        // A scale of nothing would make the bias unmovable.
        let least = 1e-5
        self.scale = Vector3(max(least, scale.x), max(least, scale.y), max(least, scale.z))
        information = [1, 1, 1]
        information = SIMD3(1, 1, 1) / SIMD3(variances.x, variances.y, variances.z)
    }

    /// The variances that stand for the prior at the start.
    var variances: Vector3 { Vector3(scale.x * scale.x, scale.y * scale.y, scale.z * scale.z) }

    /// Brings the weight in `covariance` and the correction `x` of the bias to what `bias` now calls for.
    mutating func reweight(
        _ covariance: inout ErrorCovariance, bias: Vector3, correction x: inout ErrorState,
        parameters: SensorFusion.Parameters
    ) {
        let freedom = parameters.biasPriorFreedom
        let difference = SIMD3(bias.x - centre.x, bias.y - centre.y, bias.z - centre.z)
        let square = SIMD3(variances.x, variances.y, variances.z)
        for i in 0..<3 {
            let variance = covariance[6 + i, 6 + i]
            let now = difference[i] + x[6 + i]
            let target = (freedom + 1) / (freedom * square[i] + now * now + variance)
            let change = max(target - information[i], -0.3 / variance)
            if change < 0, variance / (1 + change * variance) > parameters.biasLimit * parameters.biasLimit { continue }
            guard abs(change) * variance >= 0.003 else { continue }
            covariance.measure(state: 6 + i, value: -difference[i], variance: 1 / change, correction: &x)
            information[i] += change
        }
    }
}
