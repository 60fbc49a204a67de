internal import MotionTypes

extension SimulationScenario {
    /// Walking north for 24 s with the phone worn upright at the hip; standing before and after.
    ///
    /// 1.7 to 1.95 steps a second. The body rises and falls once a step, surges once a step and sways once a stride
    /// (Zijlstra and Hof, Gait & Posture 18(2), 2003); each heel strike is a blow that rings down. Size and spectrum lie
    /// near those of phones in a front pocket.
    public static let walking = SimulationScenario(
        name: "walking", summary: "walks north for 24 seconds with the phone worn at the hip, stands before and after",
        duration: 30
    ) { random in
        Walk(random: &random).trajectory(&random)
    }
}

/// A walk at one cadence.
private struct Walk {
    private let start = 3.0
    private let duration = 24.0
    private let ramp = 1.2
    private let steps: Course.Rhythm

    init(random: inout SimulatorRandom) {
        steps = Course.Rhythm(
            frequency: random.uniform(1.7, 1.95), beat: start, wander: random.uniform(0.2, 0.4), wanderFrequency: 0.11)
    }

    /// Adds an oscillation at a harmonic of the steps for the length of the walk.
    private func swing(_ course: inout Course, harmonic: Double, amplitude: Double, phase: Double) {
        course.oscillate(
            amplitude: amplitude, rhythm: steps, harmonic: harmonic, phase: phase, from: start, lasting: duration,
            ramp: ramp)
    }

    /// The way in metres whose acceleration has an amplitude of `acceleration` G at a harmonic of the steps.
    private func way(_ acceleration: Double, harmonic: Double) -> Double {
        let speed = 2 * .pi * steps.frequency * harmonic
        return acceleration * Units.standardGravity / (speed * speed)
    }

    func trajectory(_ random: inout SimulatorRandom) -> RigidBodyTrajectory {
        var (vertical, forward, sideways) = (Course(), Course(), Course())
        swing(&vertical, harmonic: 1, amplitude: way(0.21, harmonic: 1), phase: -.pi / 2)
        swing(&vertical, harmonic: 2, amplitude: way(0.10, harmonic: 2), phase: random.uniform(-1, 1))
        swing(&vertical, harmonic: 3, amplitude: way(0.10, harmonic: 3), phase: random.uniform(-1, 1))
        forward.cruise(at: 0.72 * steps.frequency, from: start, lasting: duration, ramp: ramp)
        swing(&forward, harmonic: 1, amplitude: way(0.10, harmonic: 1), phase: random.uniform(0, 1))
        swing(&sideways, harmonic: 0.5, amplitude: way(0.06, harmonic: 0.5), phase: 0)
        swing(&sideways, harmonic: 1.5, amplitude: way(0.05, harmonic: 1.5), phase: random.uniform(-1, 1))
        addHeelStrikes(&random, vertical: &vertical, forward: &forward)

        let degree = Units.radiansPerDegree
        var (pitch, list, turn) = (Course(), Course(), Course())
        swing(&pitch, harmonic: 1, amplitude: 3 * degree, phase: random.uniform(-1, 1))
        swing(&list, harmonic: 0.5, amplitude: 4 * degree, phase: random.uniform(-1, 1))
        swing(&turn, harmonic: 0.5, amplitude: 6 * degree, phase: random.uniform(-1, 1))
        return RigidBodyTrajectory(
            startAttitude: RigidBodyTrajectory.portrait(heading: .pi / 2, lean: 10 * degree),
            // Worn on the side: the pelvis turns about the phone's long axis, lists about x, and the hip swings about z.
            rotations: [
                .init(about: Vector3(0, 1, 0), by: turn), .init(about: Vector3(1, 0, 0), by: list),
                .init(about: Vector3(0, 0, 1), by: pitch),
            ],
            translations: [
                .init(along: Vector3(0, 0, 1), by: vertical), .init(along: Vector3(1, 0, 0), by: forward),
                .init(along: Vector3(0, 1, 0), by: sideways),
            ])
    }

    /// One blow a step, harder on one foot than on the other, and varying by a quarter from step to step.
    private func addHeelStrikes(_ random: inout SimulatorRandom, vertical: inout Course, forward: inout Course) {
        let (cycles, length) = (2.0, 0.26)
        let speed = 2 * .pi * cycles / length
        let last = Int(duration * 2)
        for number in 1..<last {
            let time = steps.time(ofBeat: number)
            guard time > start + ramp / 2, time + length < start + duration - ramp / 2 else { continue }
            let strength = (number % 2 == 0 ? 0.37 : 0.3) * random.uniform(0.75, 1.25)
            let amplitude = strength * Units.standardGravity / (speed * speed)
            vertical.ring(amplitude: amplitude, cycles: cycles, at: time, lasting: length)
            forward.ring(amplitude: -0.4 * amplitude, cycles: cycles, at: time, lasting: length)
        }
    }
}
