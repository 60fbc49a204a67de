import MotionTypes
import SensorFusion
import Testing

/// Noise-free sensors on a known path: what a perfect device would show.
///
/// A rotation rate is the mean one since the sample before, as `SensorFusion` takes it.
struct SyntheticMotion {
    /// The attitude in a frame with x magnetic north, at a time in seconds.
    var attitude: (Double) -> Quaternion
    /// What the gyroscope shows at rest, in rad/s.
    var bias = Vector3.zero
    /// The device's own magnetic field in µT.
    var hardIron = Vector3.zero
    /// The earth's field as in the middle latitudes: x north, y west, z up, in µT.
    var earth = Vector3(20, 0, -43)

    /// A turn at a constant rate (rad/s, device axes) from an attitude.
    static func spin(_ rate: Vector3, from start: Quaternion = .identity) -> SyntheticMotion {
        SyntheticMotion(attitude: { start * Quaternion(rotationVector: rate * $0) })
    }

    /// A device that lies still.
    static func rest(_ pose: Quaternion) -> SyntheticMotion { SyntheticMotion(attitude: { _ in pose }) }

    /// A device that is turned this way and that, about all axes, by up to a radian or so.
    static func waving(from start: Quaternion = .identity) -> SyntheticMotion {
        SyntheticMotion(attitude: { time in
            let angles = EulerAngles(
                roll: 0.9 * PlatformMath.sine(1.1 * time), pitch: 0.7 * PlatformMath.sine(1.7 * time + 0.4),
                yaw: 1.2 * PlatformMath.sine(0.6 * time))
            return start * angles.quaternion
        })
    }

    /// Feeds the sensors' samples of one time, the last gyroscope sample having been at `previous`.
    func feed(_ fusion: inout SensorFusion, at time: Double, since previous: Double, magnetometer: Bool = false)
        -> DeviceMotion?
    {
        let now = attitude(time)
        if magnetometer { fusion.update(magnetometer: now.unrotate(earth) + hardIron, at: time) }
        fusion.update(accelerometer: now.gravity, at: time)
        let turn = (attitude(previous).conjugate * now).rotationVector
        let rate = time > previous ? turn / (time - previous) : .zero
        return fusion.update(gyroscope: rate + bias, at: time)
    }

    /// Runs a fusion over the path from time 0, and gives the last device motion.
    @discardableResult
    func run(
        _ fusion: inout SensorFusion, duration: Double, rate: Double = 100, magnetometer: Bool = false,
        each body: (DeviceMotion) -> Void = { _ in }
    ) -> DeviceMotion? {
        var last: DeviceMotion?
        for step in 0...Int(duration * rate) {
            let time = Double(step) / rate
            let previous = max(0, time - 1 / rate)
            guard let motion = feed(&fusion, at: time, since: previous, magnetometer: magnetometer) else { continue }
            body(motion)
            last = motion
        }
        return last
    }
}

/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Quaternion {
    /// An attitude out of all, evenly.
    static func random(using generator: inout SeededGenerator) -> Quaternion {
        while true {
            let q = Quaternion(
                w: .random(in: -1...1, using: &generator), x: .random(in: -1...1, using: &generator),
                y: .random(in: -1...1, using: &generator), z: .random(in: -1...1, using: &generator))
            if q.lengthSquared > 0.01, q.lengthSquared <= 1 { return q.normalized }
        }
    }
}

/// The motion, if there is one; the macro itself cannot take calls that change their receiver.
func required(_ motion: DeviceMotion?) throws -> DeviceMotion { try #require(motion) }
