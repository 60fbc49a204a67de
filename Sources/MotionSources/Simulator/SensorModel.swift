internal import MotionTypes

/// One simulated sensor: its errors as drawn for a seed, applied sample by sample.
///
/// Each sensor has random numbers of its own, so that one sensor's settings leave the others' samples as they are.
struct SensorModel: Sendable {
    private var random: SimulatorRandom
    private var bias: Vector3
    private var scale: Vector3
    private let walkDeviation: Double
    private let noiseDeviation: Double
    private let resolution: Double
    private let range: Double

    private init(
        random: SimulatorRandom, bias: Vector3, biasMaximum: Double, scaleMaximum: Double, walk: Double,
        density: Double,
        resolution: Double, range: Double, rate: Double
    ) {
        self.random = random
        let length = biasMaximum * PlatformMath.exponential(-PlatformMath.logarithm(60) * self.random.uniform())
        self.bias = bias + self.random.direction() * length
        scale = Vector3(
            1 + scaleMaximum * self.random.uniform(-1, 1), 1 + scaleMaximum * self.random.uniform(-1, 1),
            1 + scaleMaximum * self.random.uniform(-1, 1))
        walkDeviation = walk / rate.squareRoot()
        noiseDeviation = density * (rate / 2).squareRoot()
        self.resolution = resolution
        self.range = range
    }

    static func gyroscope(_ errors: SensorErrors, seed: UInt64, rate: Double) -> SensorModel {
        SensorModel(
            random: SimulatorRandom(seed: seed, stream: 1), bias: errors.gyroscopeBias,
            biasMaximum: errors.gyroscopeBiasMaximum, scaleMaximum: 0, walk: errors.gyroscopeBiasWalk,
            density: errors.gyroscopeNoiseDensity, resolution: errors.gyroscopeResolution, range: errors.gyroscopeRange,
            rate: rate)
    }

    static func accelerometer(_ errors: SensorErrors, seed: UInt64, rate: Double) -> SensorModel {
        SensorModel(
            random: SimulatorRandom(seed: seed, stream: 2), bias: errors.accelerometerOffset,
            biasMaximum: errors.accelerometerOffsetMaximum, scaleMaximum: errors.accelerometerScaleMaximum, walk: 0,
            density: errors.accelerometerNoiseDensity, resolution: errors.accelerometerResolution,
            range: errors.accelerometerRange, rate: rate)
    }

    static func magnetometer(_ errors: SensorErrors, seed: UInt64, rate: Double) -> SensorModel {
        SensorModel(
            random: SimulatorRandom(seed: seed, stream: 3), bias: errors.hardIron, biasMaximum: errors.hardIronMaximum,
            scaleMaximum: 0, walk: 0, density: errors.magnetometerNoiseDensity,
            resolution: errors.magnetometerResolution, range: .infinity, rate: rate)
    }

    /// What the sensor reads where `truth` is.
    mutating func reading(of truth: Vector3) -> Vector3 {
        if walkDeviation > 0 { bias += walkDeviation * random.normalVector() }
        var value = Vector3(truth.x * scale.x, truth.y * scale.y, truth.z * scale.z) + bias
        if noiseDeviation > 0 { value += noiseDeviation * random.normalVector() }
        return Vector3(digital(value.x), digital(value.y), digital(value.z))
    }

    private func digital(_ value: Double) -> Double {
        let clipped = max(-range, min(range, value))
        return resolution > 0 ? (clipped / resolution).rounded() * resolution : clipped
    }
}
