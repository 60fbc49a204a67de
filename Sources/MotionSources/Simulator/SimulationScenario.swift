/// A scene to simulate: a name, a length and the motion it stands for.
public struct SimulationScenario: Sendable {
    /// The name, as given to `coremotion simulate` and `simulate:NAME`.
    public let name: String
    /// What happens, in one sentence.
    public let summary: String
    /// The length in seconds, the same for every seed.
    public let duration: Double
    private let motion: @Sendable (inout SimulatorRandom) -> RigidBodyTrajectory

    /// A scene of one's own.
    ///
    /// `motion` makes the trajectory; what varies from one seed to another it takes from the random numbers it is given.
    /// It should start and end at rest. `duration` is in seconds, kept between 0 and 10⁷; NaN counts as 0.
    public init(
        name: String, summary: String, duration: Double,
        motion: @escaping @Sendable (inout SimulatorRandom) -> RigidBodyTrajectory
    ) {
        self.name = name
        self.summary = summary
        self.duration = duration > 0 ? min(duration, 1e7) : 0
        self.motion = motion
    }

    /// The built-in scene of a name, exactly as spelled in `all`; nil if there is none.
    public init?(named name: String) {
        guard let scenario = Self.all.first(where: { $0.name == name }) else { return nil }
        self = scenario
    }

    /// The built-in scenes.
    public static let all: [SimulationScenario] = [.still, .turns, .squats, .walking, .spinX, .spinY, .spinZ]

    /// The scene's motion for a seed.
    func trajectory(seed: UInt64) -> RigidBodyTrajectory {
        var random = SimulatorRandom(seed: seed)
        return motion(&random)
    }
}
