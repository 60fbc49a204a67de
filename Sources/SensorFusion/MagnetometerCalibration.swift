public import MotionTypes

/// The running estimate of a magnetometer's hard iron: the field of the device itself, which turns with it.
///
/// With R the attitude that gyroscope and accelerometer give (its heading may be anything that drifts slowly), a
/// reading m obeys R·m = b + R·h, with the earth's field b and the hard iron h. That is linear in the six unknowns, so
/// a Kalman filter whose b and h may wander finds both from any motion that turns the device. It needs no sphere to
/// be filled, and says itself what it does not know yet. (Kok & Schön, IEEE Sensors J. 16(14), 2016, give the same
/// model as a batch estimate with soft iron.)
///
/// A field whose strength is one of the earth's is taken as already calibrated, until the estimate contradicts it
/// clearly; any other field is no compass until the estimate has settled.
public struct MagnetometerCalibration: Hashable, Sendable {
    /// The estimated hard iron in device axes, in µT, whether in use or not.
    public var hardIron: Vector3 { Vector3(state[0], state[1], state[2]) }
    /// The standard deviation of `hardIron`, in µT per device axis; large before the device has turned.
    public var standardDeviation: Vector3 {
        Vector3(deviation(0), deviation(1), deviation(2))
    }
    /// The hard iron that is taken off the readings, in device axes, in µT; zero while the readings are used as they are.
    public private(set) var appliedHardIron = Vector3.zero
    /// How far readings without `appliedHardIron` can be trusted.
    public private(set) var accuracy = MagneticFieldAccuracy.uncalibrated
    /// Whether readings without `appliedHardIron` can serve as a compass.
    public private(set) var isCredible = false

    /// What is known of h and b, in µT; the last two lanes stay zero.
    private var state = SIMD8<Double>.zero
    private var covariance = Rows()
    /// The strength of the field without and with the estimated hard iron taken off.
    private var asItComes = Strength()
    private var corrected = Strength()
    /// For how long the estimate has been good enough and needed, in seconds.
    private var evidenceTime = 0.0
    /// The mean square of the innovations in units of their variance, smoothed.
    private var surprise = 1.0
    /// Whether `appliedHardIron` follows the estimate.
    private var isApplied = false
    private var needsRestart = false

    /// The strengths of the earth's field at its surface are 22 to 67 µT (WMM2025 report); indoors they vary some more.
    private static let earthStrength = 20.0...72.0
    /// The strengths with which a field is still better than no compass.
    private static let usableStrength = 12.0...100.0

    /// A calibration that knows nothing yet.
    public init() {
        for i in 0..<3 {
            covariance[i][i] = 500 * 500
            covariance[3 + i][3 + i] = 50 * 50
        }
    }

    private func deviation(_ i: Int) -> Double { max(0, covariance[i][i]).squareRoot() }

    /// Takes in the mean of a short time: of R·m (`field`, µT), of R (`turn`), and the squared rate (rad²/s²).
    mutating func update(field: SIMD4<Double>, turn: Matrix3, turning: Double, duration: Double) {
        let length = (field * field).sum().squareRoot()
        asItComes.update(length, duration: duration)
        predict(length: length, duration: duration)
        var square = 0.0
        // Neighbouring readings err alike; attitude errors grow with the field.
        let noise = 3 * 3 + 0.01 * 0.01 * length * length
        for i in 0..<3 {
            var h = SIMD8<Double>(turn.x[i], turn.y[i], turn.z[i], 0, 0, 0, 0, 0)
            h[3 + i] = 1
            square += measure(h, value: field[i], variance: noise * 0.5 / duration)
        }
        surprise += lowPassGain(duration, 10) * (square / 3 - surprise)
        if surprise > 4 { forget() }
        if max(deviation(0), deviation(1), deviation(2)) < 15 {
            let rest = field - turn * hardIron
            corrected.update((rest * rest).sum().squareRoot(), duration: duration)
        } else {
            corrected = Strength()
        }
        decide(duration: duration)
    }

    /// Whether a first reading (device axes, µT) can serve as a compass, before there is a mean to judge by.
    func admits(first reading: Vector3) -> Bool {
        isCredible || (asItComes.time == 0 && Self.usableStrength.contains(reading.length))
    }

    /// Whether the hard iron in use has jumped since this was last asked, so that headings from before are void.
    mutating func takeRestart() -> Bool {
        defer { needsRestart = false }
        return needsRestart
    }

    /// Forgets the earth's field, whose direction is unknown after the attitude was started anew.
    mutating func loseAttitude() {
        for i in 0..<3 {
            for j in 0..<6 {
                covariance[i][3 + j % 3] = 0
                covariance[3 + i][j] = 0
            }
            covariance[3 + i][3 + i] = 50 * 50
        }
    }

    private mutating func predict(length: Double, duration: Double) {
        // The earth's field changes as the device is carried through a building, and its direction drifts with the
        // heading; the device's own changes with temperature and what is plugged in.
        let earth = (2 * 2 + 0.01 * 0.01 * length * length) * duration
        let device = 0.05 * 0.05 * duration
        for i in 0..<3 {
            covariance[i][i] += device
            covariance[3 + i][3 + i] += earth
        }
    }

    /// Uses one scalar measurement; gives its squared innovation in units of its variance.
    private mutating func measure(_ h: SIMD8<Double>, value: Double, variance: Double) -> Double {
        var ph = SIMD8<Double>.zero
        for i in 0..<6 { ph += covariance[i] * h[i] }
        let inverse = 1 / ((ph * h).sum() + variance)
        let innovation = value - (state * h).sum()
        state += ph * (inverse * innovation)
        for i in 0..<6 { covariance[i] -= ph * (ph[i] * inverse) }
        return innovation * innovation * inverse
    }

    /// Opens the estimate again after the readings have contradicted it for long: the device was magnetised.
    private mutating func forget() {
        surprise = 1
        for i in 0..<3 {
            covariance[i][i] += 100 * 100
            covariance[3 + i][3 + i] += 20 * 20
        }
    }

    private mutating func decide(duration: Double) {
        let deviation = max(standardDeviation.x, standardDeviation.y, standardDeviation.z)
        let earth = Vector3(state[3], state[4], state[5]).length
        let isSettled = deviation < 6 && corrected.isEarthly && Self.earthStrength.contains(earth)
        if isApplied {
            if deviation < 10 { appliedHardIron = hardIron }
        } else {
            let isClear = hardIron.length > max(10, 4 * deviation) && corrected.variance < 0.5 * asItComes.variance
            let isUsable = Self.usableStrength.contains(asItComes.mean)
            evidenceTime = isSettled && (isClear || !isUsable) ? evidenceTime + duration : 0
            if evidenceTime > (isUsable ? 4 : 2) {
                isApplied = true
                appliedHardIron = hardIron
                needsRestart = true
            }
        }
        isCredible = isApplied ? deviation < 10 : Self.usableStrength.contains(asItComes.mean)
        let error = isApplied ? deviation : max(deviation, hardIron.length)
        if !isCredible || !(isApplied ? corrected : asItComes).isPlausible {
            accuracy = .uncalibrated
        } else if error > 6 || !corrected.isEarthly {
            accuracy = .low
        } else {
            accuracy = error > 2.5 ? .medium : .high
        }
    }

    /// The strength of a field over the last seconds; a calibrated one's hardly changes as the device turns.
    private struct Strength: Hashable, Sendable {
        /// In µT.
        var mean = 0.0
        /// In µT².
        var variance = 0.0
        var time = 0.0

        mutating func update(_ value: Double, duration: Double) {
            time += duration
            let gain = max(lowPassGain(duration, 8), duration / time)
            let change = value - mean
            mean += gain * change
            variance = (1 - gain) * (variance + gain * change * change)
        }

        /// Whether the mean is a strength of the earth's field.
        var isPlausible: Bool { MagnetometerCalibration.earthStrength.contains(mean) }

        /// Whether it is, and steady too.
        var isEarthly: Bool { isPlausible && variance < 0.15 * 0.15 * mean * mean }
    }

    /// Six rows of eight lanes.
    private struct Rows: Hashable, Sendable {
        var rows = InlineArray<6, SIMD8<Double>>(repeating: .zero)

        subscript(_ i: Int) -> SIMD8<Double> {
            get { rows[i] }
            set { rows[i] = newValue }
        }

        static func == (a: Rows, b: Rows) -> Bool {
            for i in 0..<6 where a[i] != b[i] { return false }
            return true
        }

        func hash(into hasher: inout Hasher) { for i in 0..<6 { hasher.combine(rows[i]) } }
    }
}
