public import MotionTypes

/// What a device's sensors add to the truth: biases, noise, scale, resolution and range.
///
/// A bias or offset is the sum of a given vector and one drawn from the seed: its direction is even over the sphere, its
/// length is spread evenly over the logarithm from a sixtieth of the given maximum up to it. That is the spread of the
/// gyroscope biases measured on phones at rest, 0.1 to 6 °/s; the other sensors take it over.
///
/// Noise is white and normal. Its density is one-sided, as data sheets give it, so a sample at rate f has a standard
/// deviation of density·√(f/2).
public struct SensorErrors: Hashable, Sendable {
    /// A gyroscope bias in rad/s, device axes.
    public var gyroscopeBias = Vector3.zero
    /// The greatest length of a further gyroscope bias that the seed draws, in rad/s; 0 for none.
    public var gyroscopeBiasMaximum = 0.0
    /// How fast the gyroscope bias wanders, a random walk, in rad/s per √s.
    public var gyroscopeBiasWalk = 0.0
    /// The gyroscope's noise density in rad/s/√Hz.
    public var gyroscopeNoiseDensity = 0.0
    /// The gyroscope's resolution in rad/s; 0 for none.
    public var gyroscopeResolution = 0.0
    /// The greatest rate the gyroscope gives on an axis, in rad/s.
    public var gyroscopeRange = Double.infinity

    /// An accelerometer offset in G, device axes.
    public var accelerometerOffset = Vector3.zero
    /// The greatest length of a further accelerometer offset that the seed draws, in G; 0 for none.
    public var accelerometerOffsetMaximum = 0.0
    /// The greatest relative error of scale that the seed draws for each axis of the accelerometer, evenly, of either sign.
    public var accelerometerScaleMaximum = 0.0
    /// The accelerometer's noise density in G/√Hz.
    public var accelerometerNoiseDensity = 0.0
    /// The accelerometer's resolution in G; 0 for none.
    public var accelerometerResolution = 0.0
    /// The greatest acceleration the accelerometer gives on an axis, in G.
    public var accelerometerRange = Double.infinity

    /// The field of the device itself in µT, device axes.
    public var hardIron = Vector3.zero
    /// The greatest length of a further field of the device that the seed draws, in µT; 0 for none.
    public var hardIronMaximum = 0.0
    /// The magnetometer's noise density in µT/√Hz.
    public var magnetometerNoiseDensity = 0.0
    /// The magnetometer's resolution in µT; 0 for none.
    public var magnetometerResolution = 0.0

    /// Sensors without error; the properties are set one by one.
    public init() {}

    /// Sensors without error.
    public static let none = SensorErrors()

    /// The sensors of a phone.
    ///
    /// Measured on phones at rest: gyroscope bias 0.1 to 6 °/s, noise 0.006 to 0.017 °/s/√Hz; accelerometer noise 90 to
    /// 600 µG/√Hz, scale and offset off by up to 1.5 % together; magnetometer noise 0.12 to 0.24 µT a sample at 100 Hz
    /// (iPhone XS). The gyroscope's bias wanders far slower than the 0.02 °/s a second that Core Motion's own estimate
    /// moves at most. Of the hard iron, 380 µT an axis on the same iPhone, only a rest is left, as a phone that has
    /// calibrated itself leaves it: set `hardIron` for the raw field. Resolutions are those of 16 bits over ±8 G and
    /// ±2000 °/s.
    public static let phone: SensorErrors = {
        var errors = SensorErrors()
        errors.gyroscopeBiasMaximum = 6 * Units.radiansPerDegree
        errors.gyroscopeBiasWalk = 0.001 * Units.radiansPerDegree
        errors.gyroscopeNoiseDensity = 0.01 * Units.radiansPerDegree
        errors.gyroscopeResolution = 2000 * Units.radiansPerDegree / 32768
        errors.gyroscopeRange = 2000 * Units.radiansPerDegree
        errors.accelerometerOffsetMaximum = 0.01
        errors.accelerometerScaleMaximum = 0.005
        errors.accelerometerNoiseDensity = 230e-6
        errors.accelerometerResolution = 8.0 / 32768
        errors.accelerometerRange = 8
        errors.hardIronMaximum = 3
        errors.magnetometerNoiseDensity = 0.03
        return errors
    }()
}
