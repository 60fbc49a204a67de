import MotionRecognition
import MotionSources
import MotionTypes

/// A simulated motion that a detector is judged on.
struct Scene {
    let name: String
    let scenario: SimulationScenario
    /// The times (s) at which quarter turns to the next orientation end; without any, portrait is to stay.
    let turnEnds: [Double]
    let seed: UInt64

    private static let degree = Units.radiansPerDegree

    init(
        _ name: String, duration: Double, turnEnds: [Double] = [], seed: UInt64 = 1,
        motion: @escaping @Sendable (inout SimulatorRandom) -> RigidBodyTrajectory
    ) {
        self.name = name
        scenario = SimulationScenario(name: name, summary: name, duration: duration, motion: motion)
        self.turnEnds = turnEnds
        self.seed = seed
    }

    /// Held in portrait, turned to 45 degrees and kept there with a tremor of 2 degrees at 9 Hz.
    static func tremor(lean: Double, duration: Double = 300) -> Scene {
        Scene("held at 45 degrees", duration: duration) { _ in
            var roll = Course()
            roll.step(by: 45 * degree, at: 2, lasting: 2)
            roll.oscillate(
                amplitude: 2 * degree, rhythm: .init(frequency: 9, beat: 0), from: 4, lasting: duration - 4, ramp: 1)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                rotations: [.init(about: Vector3(0, 0, 1), by: roll)])
        }
    }

    /// Held in portrait and laid on a table.
    static func flat(duration: Double = 300) -> Scene {
        Scene("flat on a table", duration: duration) { _ in
            var lean = Course()
            lean.step(by: -90 * degree, at: 2, lasting: 1)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: 0),
                rotations: [.init(about: Vector3(1, 0, 0), by: lean)])
        }
    }

    /// Picked up from a table in portrait, read, and put down again, every 8 s.
    static func pickUp(lean: Double, count: Int = 37) -> Scene {
        Scene("picked up and put down", duration: Double(count) * 8 + 4) { _ in
            let change = (90 - lean) * degree
            var (tilt, height) = (Course(), Course())
            for index in 0..<count {
                let start = Double(index) * 8 + 2
                tilt.step(by: change, at: start, lasting: 0.7)
                tilt.step(by: -change, at: start + 4, lasting: 0.7)
                height.step(by: 0.4, at: start, lasting: 0.7)
                height.step(by: -0.4, at: start + 4, lasting: 0.7)
            }
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: 90 * degree),
                rotations: [.init(about: Vector3(1, 0, 0), by: tilt)],
                translations: [.init(along: Vector3(0, 0, 1), by: height)])
        }
    }

    /// Shaken at 30 Hz by 2 m/s² across and along the screen.
    static func vibration(lean: Double, duration: Double = 300) -> Scene {
        Scene("vibration of 2 m/s²", duration: duration) { random in
            let speed = 2 * Double.pi * 30
            let translations = [Vector3(0, 0, 1), Vector3(0, 1, 0)].map { direction in
                var way = Course()
                way.oscillate(
                    amplitude: 2 / (speed * speed), rhythm: .init(frequency: 30, beat: random.uniform(0, 0.03)),
                    from: 2,
                    lasting: duration - 4, ramp: 1)
                return RigidBodyTrajectory.Translation(along: direction, by: way)
            }
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree), translations: translations)
        }
    }

    /// Held overhead by someone who lies on the back, with a slow sway of 15 degrees.
    static func overhead(duration: Double = 300) -> Scene {
        Scene("overhead", duration: duration) { _ in
            var roll = Course()
            roll.oscillate(
                amplitude: 15 * degree, rhythm: .init(frequency: 0.3, beat: 0), from: 2, lasting: duration - 4, ramp: 2)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: -50 * degree),
                rotations: [.init(about: Vector3(0, 0, 1), by: roll)])
        }
    }

    /// Pushed sideways by 9 m/s² for 0.3 s, and back, every 4 s.
    static func jerks(lean: Double, count: Int = 73) -> Scene {
        Scene("sideways jerk of 9 m/s²", duration: Double(count) * 4 + 4) { _ in
            var way = Course()
            for index in 0..<count {
                // Half a sine of acceleration each way: the amplitude of a full cycle of 0.6 s.
                let speed = 2 * .pi / 0.6
                way.oscillate(
                    amplitude: 9 / (speed * speed), rhythm: .init(frequency: 1 / 0.6, beat: Double(index) * 4 + 3),
                    from: Double(index) * 4 + 3, lasting: 0.6, ramp: 0.05)
            }
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                translations: [.init(along: Vector3(0, 1, 0), by: way)])
        }
    }

    /// Wobbled by ±40 degrees about the screen's normal, once a second.
    static func wobble(lean: Double, duration: Double = 300) -> Scene {
        Scene("wobble of ±40 degrees", duration: duration) { _ in
            var roll = Course()
            roll.oscillate(
                amplitude: 40 * degree, rhythm: .init(frequency: 1, beat: 0, wander: 0.5, wanderFrequency: 0.07),
                from: 2, lasting: duration - 4, ramp: 2)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                rotations: [.init(about: Vector3(0, 0, 1), by: roll)])
        }
    }

    /// Gait in the hand: vertical and sideways acceleration at the step and the stride, with the hand's own swaying.
    static func gait(_ name: String, lean: Double, steps: Double, vertical: Double, duration: Double, seed: UInt64)
        -> Scene
    {
        Scene(name, duration: duration, seed: seed) { random in
            let rhythm = Course.Rhythm(
                frequency: steps * random.uniform(0.95, 1.05), beat: 2, wander: 0.4, wanderFrequency: 0.11)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                rotations: gaitRotations(rhythm, duration, &random),
                translations: gaitTranslations(rhythm, vertical, duration, &random))
        }
    }

    /// Held on a bus: it sways and brakes by up to 2 m/s², shakes at 12 Hz and jolts every 3 s.
    static func bus(lean: Double, duration: Double = 300) -> Scene {
        Scene("on a bus", duration: duration) { random in
            func sway(_ direction: Vector3, _ acceleration: Double, _ frequency: Double)
                -> RigidBodyTrajectory.Translation
            {
                let speed = 2 * .pi * frequency
                var way = Course()
                way.oscillate(
                    amplitude: acceleration / (speed * speed),
                    rhythm: .init(frequency: frequency, beat: random.uniform(0, 1), wander: 1, wanderFrequency: 0.03),
                    from: 1, lasting: duration - 2, ramp: 3)
                return .init(along: direction, by: way)
            }
            var jolts = Course()
            for start in stride(from: 4.0, to: duration - 2, by: 3) {
                jolts.ring(amplitude: random.uniform(0.005, 0.02), cycles: 2, at: start, lasting: 0.4)
            }
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                translations: [
                    sway(Vector3(0, 1, 0), 2, 0.15), sway(Vector3(1, 0, 0), 2, 0.1), sway(Vector3(0, 0, 1), 1, 12),
                    sway(Vector3(0, 1, 0), 0.7, 12), .init(along: Vector3(0, 0, 1), by: jolts),
                ])
        }
    }

    /// In a trouser pocket while walking: the thigh swings by ±25 degrees, the phone turns by ±8 in its pocket.
    static func pocket(duration: Double = 300) -> Scene {
        Scene("in a pocket, walking", duration: duration) { random in
            let rhythm = Course.Rhythm(frequency: 1.8, beat: 2, wander: 0.4, wanderFrequency: 0.11)
            let rotations = [(Vector3(1, 0, 0), 25.0, 0.5), (Vector3(0, 0, 1), 8, 0.5), (Vector3(0, 1, 0), 6, 1)].map {
                axis, size, harmonic in
                var course = Course()
                course.oscillate(
                    amplitude: size * degree, rhythm: rhythm, harmonic: harmonic, phase: random.uniform(-3, 3), from: 1,
                    lasting: duration - 2, ramp: 1)
                return RigidBodyTrajectory.Rotation(about: axis, by: course)
            }
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: 10 * degree), rotations: rotations,
                translations: gaitTranslations(rhythm, 4, duration, &random), leverArm: Vector3(0, 0.4, 0))
        }
    }

    /// Turned by 90 degrees to the left and back at 5 degrees a second, slowly enough to see where a detector switches.
    static func slowRoll(lean: Double) -> Scene {
        Scene("slow roll", duration: 48) { _ in
            var angle = Course()
            angle.cruise(at: 5 * degree, from: 2, lasting: 19, ramp: 1)
            angle.cruise(at: -5 * degree, from: 25, lasting: 19, ramp: 1)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                rotations: [.init(about: Vector3(0, 0, 1), by: angle)])
        }
    }

    /// Quarter turns to the left of a given length, every 3 s; on request while walking.
    static func turns(lean: Double, length: Double, count: Int = 40, walking: Bool = false) -> Scene {
        let starts = (0..<count).map { 2 + 3 * Double($0) }
        let duration = 3 * Double(count) + 4
        return Scene(
            walking ? "turns while walking" : "turns", duration: duration, turnEnds: starts.map { $0 + length }, seed: 5
        ) { random in
            var angle = Course()
            for start in starts { angle.step(by: 90 * degree, at: start, lasting: length) }
            var trajectory = RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: lean * degree),
                rotations: [.init(about: Vector3(0, 0, 1), by: angle)], leverArm: Vector3(0.02, 0.08, 0))
            if walking {
                let rhythm = Course.Rhythm(frequency: 1.8, beat: 2, wander: 0.4, wanderFrequency: 0.11)
                trajectory.rotations += gaitRotations(rhythm, duration, &random)
                trajectory.translations = gaitTranslations(rhythm, 2, duration, &random)
            }
            return trajectory
        }
    }

    private static func gaitRotations(
        _ rhythm: Course.Rhythm, _ duration: Double, _ random: inout SimulatorRandom
    ) -> [RigidBodyTrajectory.Rotation] {
        [(Vector3(0, 0, 1), 4.0, 0.5), (Vector3(1, 0, 0), 4, 1), (Vector3(0, 1, 0), 3, 0.5)].map {
            axis, size, harmonic in
            var course = Course()
            course.oscillate(
                amplitude: size * degree, rhythm: rhythm, harmonic: harmonic, phase: random.uniform(-3, 3), from: 1,
                lasting: duration - 2, ramp: 1)
            return RigidBodyTrajectory.Rotation(about: axis, by: course)
        }
    }

    /// `vertical` is the amplitude of the vertical acceleration at the step in m/s²; forward a half, sideways a third.
    private static func gaitTranslations(
        _ rhythm: Course.Rhythm, _ vertical: Double, _ duration: Double, _ random: inout SimulatorRandom
    ) -> [RigidBodyTrajectory.Translation] {
        let parts = [
            (Vector3(0, 0, 1), vertical, 1.0), (Vector3(0, 0, 1), vertical / 2, 2), (Vector3(1, 0, 0), vertical / 2, 1),
            (Vector3(0, 1, 0), vertical / 3, 0.5), (Vector3(0, 1, 0), vertical / 4, 1.5),
        ]
        return parts.map { direction, acceleration, harmonic in
            let speed = 2 * .pi * rhythm.frequency * harmonic
            var course = Course()
            course.oscillate(
                amplitude: acceleration / (speed * speed), rhythm: rhythm, harmonic: harmonic,
                phase: random.uniform(-3, 3), from: 1, lasting: duration - 2, ramp: 1)
            return RigidBodyTrajectory.Translation(along: direction, by: course)
        }
    }
}
