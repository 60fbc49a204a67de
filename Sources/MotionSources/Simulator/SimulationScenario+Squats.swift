internal import MotionTypes

extension SimulationScenario {
    /// Ten squats with the phone held to the chest, three seconds of rest before and at least as long after.
    ///
    /// A repetition takes 2.0 to 3.0 s, depth and speed vary, the trunk leans forward on the way down. Measured on real
    /// squats with the phone on the upper arm: 2.0 to 3.2 s, depth 0.23 to 0.62 m, peaks of the vertical acceleration of
    /// +0.37 G at the bottom and -0.31 G.
    public static let squats = SimulationScenario(
        name: "squats", summary: "ten squats with the phone held to the chest, rests before and after", duration: 36
    ) { random in
        var squats = SquatSet(random: &random)
        for _ in 0..<10 { squats.addRepetition(&random) }
        return squats.trajectory
    }
}

/// A set of squats under construction.
private struct SquatSet {
    private var down = Course()
    private var lean = Course()
    private var back = Course()
    private var next = 3.0
    private var plans: [(start: Double, end: Double)] = []
    private let depth: Double
    private let pace: Double

    init(random: inout SimulatorRandom) {
        depth = random.uniform(0.34, 0.44)
        pace = random.uniform(2.3, 2.7)
    }

    mutating func addRepetition(_ random: inout SimulatorRandom) {
        let depth = depth * random.uniform(0.92, 1.08)
        let period = pace * random.uniform(0.93, 1.07)
        let descent = period * random.uniform(0.36, 0.42)
        let ascent = period * random.uniform(0.34, 0.40)
        // The way up begins before the way down has ended: the bottom is a bounce, not a halt.
        let turn = next + descent - period * 0.06
        let end = turn + ascent
        let angle = random.uniform(15, 25) * Units.radiansPerDegree
        for (course, change) in [(\SquatSet.down, -depth), (\SquatSet.lean, -angle), (\SquatSet.back, -0.3 * depth)] {
            self[keyPath: course].step(by: change, at: next, lasting: descent)
            self[keyPath: course].step(by: -change, at: turn, lasting: ascent)
        }
        plans.append((next, end))
        next += period
    }

    var trajectory: RigidBodyTrajectory {
        var trajectory = RigidBodyTrajectory(
            startAttitude: RigidBodyTrajectory.portrait(lean: 15 * Units.radiansPerDegree),
            rotations: [.init(about: Vector3(1, 0, 0), by: lean)],
            translations: [
                .init(along: Vector3(0, 0, 1), by: down), .init(along: Vector3(1, 0, 0), by: back),
            ],
            // From the hips to the chest, and as far before it as a hand holds the phone.
            leverArm: Vector3(0, 0.35, -0.15))
        let table = TrajectoryTable(trajectory)
        trajectory.repetitions = plans.map { Self.repetition(table, start: $0.start, end: $0.end) }
        return trajectory
    }

    /// The truth of a repetition: it turns where the vertical velocity of the sensors passes zero.
    private static func repetition(_ table: TrajectoryTable, start: Double, end: Double) -> SimulatedRepetition {
        var low = start + 0.25 * (end - start)
        var high = start + 0.75 * (end - start)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if table.state(at: middle).velocity.z < 0 { low = middle } else { high = middle }
        }
        let depth = table.state(at: start).position.z - table.state(at: low).position.z
        return SimulatedRepetition(start: start, turn: low, end: end, depth: depth)
    }
}
