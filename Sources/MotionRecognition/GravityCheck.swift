import MotionTypes

/// Holds the accelerometer against fused gravity, and takes its place where gravity is plainly lost.
///
/// A gyroscope that fails for seconds leaves fused gravity up to 90° off, while a quiet accelerometer shows the truth.
struct GravityCheck: Hashable, Sendable {
    private var mean: Vector3?
    private var restlessness = 0.0
    private var enter = Dwell()
    private var leave = Dwell()
    private(set) var isReplacing = false
    private let enterCosine: Double
    private let leaveCosine: Double

    init(_ parameters: OrientationDetector.Parameters) {
        enterCosine = PlatformMath.cosine(parameters.checkEnter)
        leaveCosine = PlatformMath.cosine(parameters.checkLeave)
    }

    /// Takes in how restless a sample is, `dt` seconds after the one before; not for values interpolated between samples,
    /// which are calmer than samples are.
    mutating func observe(_ acceleration: Vector3, _ dt: Double, _ parameters: OrientationDetector.Parameters) {
        guard let mean else { return }
        let excess = acceleration.length - 1
        let deviation = (acceleration - mean).lengthSquared + excess * excess
        restlessness += (deviation - restlessness) * lowPassShare(dt, parameters.checkMemory)
    }

    /// The direction to believe, opposite to gravity, after a step of `dt` seconds; both vectors in G.
    mutating func choose(
        fused: Vector3, acceleration: Vector3, _ dt: Double, _ parameters: OrientationDetector.Parameters
    ) -> Vector3 {
        var smooth = mean ?? acceleration
        smooth += (acceleration - smooth) * lowPassShare(dt, parameters.checkSmoothing)
        mean = smooth
        let length = smooth.length
        let cosine = smooth.dot(fused) / (length * fused.length)
        if isReplacing {
            let agrees = leave.hold(cosine > leaveCosine, dt, for: parameters.checkLeaveDwell)
            if agrees || restlessness > parameters.checkRestless { isReplacing = false }
        } else {
            let isQuiet = restlessness < parameters.checkQuiet && abs(length - 1) < parameters.checkTolerance
            if enter.hold(cosine < enterCosine && isQuiet, dt, for: parameters.checkDwell) {
                isReplacing = true
                enter.reset()
                leave.reset()
            }
        }
        return isReplacing ? smooth : fused
    }
}
