internal import MotionTypes

extension SimulationScenario {
    /// Ten squats with the phone held to the chest, three seconds of rest before and at least as long after.
    ///
    /// A repetition starts every 2.4 to 3.3 s and moves for 1.5 to 2.4 s of it; depth and speed vary, the trunk leans forward
    /// on the way down, the body wobbles. The vertical acceleration is matched to 247 real squats with the phone on the
    /// upper arm (medians: peak +0.42 G at the bottom, trough -0.33 G); that they lean more is the arm's doing.
    public static let squats = SimulationScenario(
        name: "squats", summary: "ten squats with the phone held to the chest, rests before and after", duration: 40
    ) { random in
        var squats = SquatSet(random: &random)
        for _ in 0..<10 { squats.addRepetition(&random) }
        return squats.trajectory
    }
}

/// A set of squats under construction.
private struct SquatSet {
    private var vertical = Course()
    private var forward = Course()
    private var lean = Course()
    private var next = 3.0
    private var plans: [(start: Double, end: Double)] = []
    private let depth: Double
    private let pace: Double

    init(random: inout SimulatorRandom) {
        depth = random.uniform(0.24, 0.35)
        pace = random.uniform(2.6, 3.1)
    }

    mutating func addRepetition(_ random: inout SimulatorRandom) {
        let depth = depth * random.uniform(0.9, 1.1)
        let period = pace * random.uniform(0.93, 1.07)
        let descent = period * random.uniform(0.39, 0.43)
        let ascent = period * random.uniform(0.37, 0.41)
        // The way up begins before the way down has ended: the bottom is a bounce, not a halt.
        let turn = next + descent - period * 0.12
        let end = turn + ascent
        let angle = random.uniform(20, 32) * Units.radiansPerDegree
        // Hips go down and back, the trunk leans forward.
        vertical.add(-depth, from: next, lasting: descent, backFrom: turn, lasting: ascent)
        forward.add(-0.15 * depth, from: next, lasting: descent, backFrom: turn, lasting: ascent)
        lean.add(-angle, from: next, lasting: descent, backFrom: turn, lasting: ascent)
        vertical.wobble(&random, from: next, to: end)
        forward.wobble(&random, from: next, to: end)
        plans.append((next, end))
        next += period
    }

    var trajectory: RigidBodyTrajectory {
        var trajectory = RigidBodyTrajectory(
            startAttitude: RigidBodyTrajectory.portrait(lean: 15 * Units.radiansPerDegree),
            rotations: [.init(about: Vector3(1, 0, 0), by: lean)],
            translations: [
                .init(along: Vector3(0, 0, 1), by: vertical), .init(along: Vector3(1, 0, 0), by: forward),
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

extension Course {
    /// A way and, before it has quite ended, the same way back.
    fileprivate mutating func add(
        _ change: Double, from start: Double, lasting duration: Double, backFrom turn: Double, lasting back: Double
    ) {
        step(by: change, at: start, lasting: duration)
        step(by: -change, at: turn, lasting: back)
    }

    /// The unsteadiness of a body under load, 0.04 to 0.1 G at 2 to 5 Hz: real squats have a third of the energy of their
    /// vertical acceleration above 1.5 Hz.
    fileprivate mutating func wobble(_ random: inout SimulatorRandom, from start: Double, to end: Double) {
        for (slowest, fastest) in [(1.8, 2.6), (2.8, 4.6)] {
            let frequency = random.uniform(slowest, fastest)
            let speed = 2 * .pi * frequency
            oscillate(
                amplitude: random.uniform(0.04, 0.10) * Units.standardGravity / (speed * speed),
                rhythm: Rhythm(frequency: frequency, beat: start), phase: random.uniform(-.pi, .pi), from: start,
                lasting: end - start, ramp: 0.4)
        }
    }
}
