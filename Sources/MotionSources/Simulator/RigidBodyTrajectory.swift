public import MotionTypes

/// The motion of a device as a smooth function of time, put together from rotations and translations.
///
/// The attitude is the start attitude followed by the rotations in their order, each about an axis fixed in the device
/// as the rotations before it have turned it: q(t) = q₀·exp(a₁ θ₁(t)/2)·exp(a₂ θ₂(t)/2)… The position is the sum of the
/// translations, to which the lever arm adds the circle that a sensor off the centre of rotation runs on.
public struct RigidBodyTrajectory: Sendable {
    /// A rotation about one axis.
    public struct Rotation: Sendable {
        /// The axis in device axes; its length does not matter.
        public var axis: Vector3
        /// The angle in radians.
        public var angle: Course

        /// A rotation about an axis in device axes by an angle in radians.
        public init(about axis: Vector3, by angle: Course) {
            self.axis = axis
            self.angle = angle
        }
    }

    /// A translation along one direction.
    public struct Translation: Sendable {
        /// The direction in reference axes (x magnetic north, z up), of length 1.
        public var direction: Vector3
        /// The way in metres.
        public var distance: Course

        /// A translation along a direction in reference axes, of length 1, by a way in metres.
        public init(along direction: Vector3, by distance: Course) {
            self.direction = direction
            self.distance = distance
        }
    }

    /// The attitude before the first rotation: device axes to reference axes (x magnetic north, z up).
    public var startAttitude: Quaternion
    /// The rotations, outermost first.
    public var rotations: [Rotation]
    /// The translations of the centre of rotation.
    public var translations: [Translation]
    /// From the centre of rotation to the sensors, in device axes, in metres.
    public var leverArm: Vector3
    /// The repetitions of an exercise that the motion holds, in order.
    public var repetitions: [SimulatedRepetition]

    /// A device at rest in an attitude; rotations and translations are added to it.
    public init(
        startAttitude: Quaternion, rotations: [Rotation] = [], translations: [Translation] = [],
        leverArm: Vector3 = .zero, repetitions: [SimulatedRepetition] = []
    ) {
        self.startAttitude = startAttitude
        self.rotations = rotations
        self.translations = translations
        self.leverArm = leverArm
        self.repetitions = repetitions
    }

    /// The attitude of a device that is held in portrait, in front of someone who looks at it towards `heading`.
    ///
    /// `heading` is clockwise from north, `lean` is 0 upright and π/2 flat on the back, both in radians.
    public static func portrait(heading: Double = 0, lean: Double) -> Quaternion {
        Quaternion(aboutZ: -.pi / 2 - heading) * Quaternion(rotationVector: Vector3(.pi / 2 - lean, 0, 0))
    }
}

/// A trajectory prepared for evaluation.
struct TrajectoryTable: Sendable {
    private var startAttitude: Quaternion
    private var rotations: [(axis: Vector3, angle: CourseTable)]
    private var translations: [(direction: Vector3, distance: CourseTable)]
    private var leverArm: Vector3

    init(_ trajectory: RigidBodyTrajectory) {
        startAttitude = trajectory.startAttitude.normalized
        rotations = trajectory.rotations.compactMap {
            let axis = $0.axis.normalized
            return axis.isFinite ? (axis, CourseTable($0.angle)) : nil
        }
        translations = trajectory.translations.map { ($0.direction, CourseTable($0.distance)) }
        leverArm = trajectory.leverArm
    }

    /// The state at any time in seconds; before the first movement the device is at rest.
    func state(at time: Double) -> RigidBodyState {
        var state = RigidBodyState(
            attitude: startAttitude, rotationRate: .zero, angularAcceleration: .zero, position: .zero, velocity: .zero,
            acceleration: .zero)
        for index in rotations.indices {
            state.turn(about: rotations[index].axis, by: rotations[index].angle.derivatives(at: time))
        }
        for index in translations.indices {
            let direction = translations[index].direction
            let way = translations[index].distance.derivatives(at: time)
            state.position += direction * way.value
            state.velocity += direction * way.first
            state.acceleration += direction * way.second
        }
        state.move(by: leverArm)
        return state
    }
}

extension RigidBodyState {
    /// Appends a rotation about a device axis.
    ///
    /// For q = p·r the rate is Rᵣᵀω_p + ω_r, and its derivative follows.
    fileprivate mutating func turn(about axis: Vector3, by angle: Derivatives) {
        let half = angle.value / 2
        let imaginary = axis * PlatformMath.sine(half)
        let turn = Quaternion(w: PlatformMath.cosine(half), x: imaginary.x, y: imaginary.y, z: imaginary.z)
        let carriedRate = turn.unrotate(rotationRate)
        let ownRate = axis * angle.first
        attitude = attitude * turn
        angularAcceleration =
            turn.unrotate(angularAcceleration) - ownRate.cross(carriedRate) + axis * angle.second
        rotationRate = carriedRate + ownRate
    }

    /// Moves from the centre of rotation to a point fixed in the device: Euler's and the centripetal term.
    fileprivate mutating func move(by arm: Vector3) {
        guard arm != .zero else { return }
        let circling = rotationRate.cross(arm)
        position += attitude.rotate(arm)
        velocity += attitude.rotate(circling)
        acceleration += attitude.rotate(angularAcceleration.cross(arm) + rotationRate.cross(circling))
    }
}
