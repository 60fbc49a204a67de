public import MotionTypes

/// The sensors of a device that moves as a scenario has it, sample by sample, with the truth beside them.
///
/// The same scenario, seed, rate and errors give the same samples to the last bit. The seed draws the motion's variation
/// and each sensor's errors from random numbers of their own, so that other errors or another rate leave the motion as
/// it is.
///
/// A gyroscope sample is the mean rate over the interval that ends at its timestamp, such that integrating the samples
/// as constant rates gives the attitude exactly (for turns under half a revolution a step). Accelerometer and
/// magnetometer samples are of their instant.
public struct Simulation: Sendable {
    /// The scene.
    public let scenario: SimulationScenario
    /// Time steps a second, in Hz.
    public let rate: Double
    /// The repetitions of an exercise that the motion holds, in order; empty for other scenes.
    public let repetitions: [SimulatedRepetition]
    /// The Earth's field in reference axes (x magnetic north, z up), in µT.
    public let magneticField: Vector3

    private let trajectory: TrajectoryTable
    private let magnetometerStride: Int
    private let stepCount: Int
    private var step = 0
    private var previousAttitude: Quaternion
    private var accelerometer: SensorModel
    private var magnetometer: SensorModel
    private var gyroscope: SensorModel

    /// A simulation of a scenario, at its start.
    ///
    /// - Parameters:
    ///   - scenario: The scene.
    ///   - seed: Draws the variation of the motion and the errors.
    ///   - rate: Time steps a second, in Hz, kept between 0.1 and 100,000; NaN counts as 100.
    ///   - errors: What the sensors add to the truth.
    ///   - startPose: The attitude to start in (device axes to reference axes) in place of the scene's own; the
    ///     rotations of the scene follow in device axes.
    ///   - magneticField: The Earth's field in reference axes, in µT, its y 0 for x to be magnetic north.
    ///   - magnetometerStride: A magnetometer sample comes every so many time steps, from the first on; at least 1.
    public init(
        _ scenario: SimulationScenario, seed: UInt64 = 1, rate: Double = 100, errors: SensorErrors = .phone,
        startPose: Quaternion? = nil, magneticField: Vector3 = Simulation.magneticField(),
        magnetometerStride: Int = 1
    ) {
        var motion = scenario.trajectory(seed: seed)
        if let startPose { motion.startAttitude = startPose }
        self.scenario = scenario
        self.rate = rate.isNaN ? 100 : max(0.1, min(rate, 100_000))
        self.magneticField = magneticField
        self.magnetometerStride = max(1, magnetometerStride)
        repetitions = motion.repetitions
        trajectory = TrajectoryTable(motion)
        // At most 10¹² steps, since both factors are bounded; the tolerance keeps 12 s at 100 Hz at 1200 steps.
        stepCount = Int((scenario.duration * self.rate - 1e-6).rounded(.up))
        previousAttitude = trajectory.state(at: -1 / self.rate).attitude
        accelerometer = .accelerometer(errors, seed: seed, rate: self.rate)
        magnetometer = .magnetometer(errors, seed: seed, rate: self.rate / Double(self.magnetometerStride))
        gyroscope = .gyroscope(errors, seed: seed, rate: self.rate)
    }

    /// A field in reference axes (x magnetic north, z up), in µT, of a strength in µT and a dip in radians below the
    /// horizon; without arguments about that of central Europe (49 µT, 65°).
    public static func magneticField(strength: Double = 49, dip: Double = 65 * Units.radiansPerDegree) -> Vector3 {
        Vector3(strength * PlatformMath.cosine(dip), 0, -strength * PlatformMath.sine(dip))
    }

    /// Appends the samples of one time step, all of one timestamp: accelerometer, magnetometer where due, gyroscope.
    ///
    /// The first timestamp is 0 s, the last lies under the scene's duration. Returns false, and appends nothing, at the
    /// end.
    public mutating func next(into samples: inout [MotionSample]) -> Bool {
        guard step < stepCount else { return false }
        let time = Double(step) / rate
        let state = trajectory.state(at: time)
        let turn = (previousAttitude.conjugate * state.attitude).rotationVector
        let force = state.attitude.gravity + Self.userAcceleration(state)
        samples.append(.sensor(SensorSample(.accelerometer, timestamp: time, value: accelerometer.reading(of: force))))
        if step % magnetometerStride == 0 {
            let field = magnetometer.reading(of: state.attitude.unrotate(magneticField))
            samples.append(.sensor(SensorSample(.magnetometer, timestamp: time, value: field)))
        }
        samples.append(.sensor(SensorSample(.gyroscope, timestamp: time, value: gyroscope.reading(of: turn * rate))))
        previousAttitude = state.attitude
        step += 1
        return true
    }

    /// The device's exact motion at any time in seconds, in the frame x magnetic north, z up.
    ///
    /// Everything but the angles is set: attitude, rotation rate, gravity, user acceleration, the Earth's field in
    /// device axes and the heading.
    public func truth(at time: Double) -> DeviceMotion {
        let state = trajectory.state(at: time)
        var motion = DeviceMotion(timestamp: time)
        motion.attitude = state.attitude
        motion.rotationRate = state.rotationRate
        motion.gravity = state.attitude.gravity
        motion.userAcceleration = Self.userAcceleration(state)
        motion.magneticField = state.attitude.unrotate(magneticField)
        motion.magneticFieldAccuracy = .high
        // The azimuth of the device's y axis, clockwise from the frame's x axis, by the angles.
        let heading = 270 - EulerAngles(state.attitude).yaw * Units.degreesPerRadian
        motion.heading = heading >= 360 ? heading - 360 : heading
        motion.components = [
            .attitude, .rotationRate, .gravity, .userAcceleration, .magneticField, .magneticFieldAccuracy, .heading,
        ]
        return motion
    }

    /// Where the device is and how it moves at any time in seconds, in the frame x magnetic north, z up.
    public func state(at time: Double) -> RigidBodyState { trajectory.state(at: time) }

    /// Core Motion's user acceleration: minus the true one, in device axes, in G.
    private static func userAcceleration(_ state: RigidBodyState) -> Vector3 {
        state.attitude.unrotate(state.acceleration) * (-1 / Units.standardGravity)
    }
}
