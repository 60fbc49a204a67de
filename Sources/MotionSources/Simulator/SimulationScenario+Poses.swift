internal import MotionTypes

extension SimulationScenario {
    /// Lying on a table, face up, for ten seconds.
    public static let still = SimulationScenario(
        name: "still", summary: "lies on a table, face up, top to the north", duration: 10
    ) { _ in
        RigidBodyTrajectory(startAttitude: RigidBodyTrajectory.portrait(lean: .pi / 2))
    }

    /// Portrait, landscape left, portrait upside down, landscape right and portrait again, with rests between.
    ///
    /// The quarter turns start every 2.5 s from 2 s on and take 0.4 to 0.8 s.
    public static let turns = SimulationScenario(
        name: "turns",
        summary:
            "is held upright and turned left by quarters: portrait, landscape left, upside down, landscape right, portrait",
        duration: 12
    ) { random in
        var angle = Course()
        for quarter in 0..<4 {
            angle.step(by: .pi / 2, at: 2 + 2.5 * Double(quarter), lasting: random.uniform(0.4, 0.8))
        }
        return RigidBodyTrajectory(
            startAttitude: RigidBodyTrajectory.portrait(lean: 10 * Units.radiansPerDegree),
            rotations: [.init(about: Vector3(0, 0, 1), by: angle)],
            // The hand turns about the wrist, not about the sensor chip.
            leverArm: Vector3(0.02, 0.08, 0))
    }

    /// Turning about the device's x axis at 1 rad/s, from 1 s to 9 s.
    public static let spinX = spin("x", about: Vector3(1, 0, 0))
    /// Turning about the device's y axis at 1 rad/s, from 1 s to 9 s.
    public static let spinY = spin("y", about: Vector3(0, 1, 0))
    /// Turning about the device's z axis at 1 rad/s, from 1 s to 9 s.
    public static let spinZ = spin("z", about: Vector3(0, 0, 1))

    private static func spin(_ name: String, about axis: Vector3) -> SimulationScenario {
        SimulationScenario(
            name: "spin-" + name,
            summary: "lies face up, then turns about its \(name) axis at 1 rad/s for eight seconds",
            duration: 10
        ) { _ in
            var angle = Course()
            angle.cruise(at: 1, from: 1, lasting: 8, ramp: 0.5)
            return RigidBodyTrajectory(
                startAttitude: RigidBodyTrajectory.portrait(lean: .pi / 2), rotations: [.init(about: axis, by: angle)])
        }
    }
}
