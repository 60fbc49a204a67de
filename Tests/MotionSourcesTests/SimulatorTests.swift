import MotionSources
import MotionTypes
import Testing

/// Every sample of a simulation.
func samples(of simulation: Simulation) -> [SensorSample] {
    var simulation = simulation
    var items: [MotionSample] = []
    while simulation.next(into: &items) {}
    return items.compactMap { if case .sensor(let sample) = $0 { sample } else { nil } }
}

/// The samples of one sensor.
func samples(of simulation: Simulation, _ kind: SensorKind) -> [SensorSample] {
    samples(of: simulation).filter { $0.kind == kind }
}

@Suite("The simulator's samples and truth")
struct SimulatorTests {
    static let names = SimulationScenario.all.map(\.name)

    static func scenario(_ name: String) throws -> SimulationScenario { try #require(SimulationScenario(named: name)) }

    @Test("the promised scenes are there by name, and no other")
    func catalogue() {
        #expect(Self.names == ["still", "turns", "squats", "walking", "spin-x", "spin-y", "spin-z"])
        #expect(SimulationScenario(named: "Still") == nil)
        #expect(SimulationScenario(named: "") == nil)
    }

    @Test("a seed gives the same samples to the last bit, another seed gives others", arguments: names)
    func repeatable(name: String) throws {
        let scenario = try Self.scenario(name)
        let first = samples(of: Simulation(scenario, seed: 7))
        #expect(first == samples(of: Simulation(scenario, seed: 7)))
        #expect(first != samples(of: Simulation(scenario, seed: 8)))
    }

    @Test("errors, rate and magnetometer rate leave the motion and the other sensors as they are")
    func independence() throws {
        let walking = try Self.scenario("walking")
        let noisy = Simulation(walking, seed: 3)
        #expect(noisy.truth(at: 11.3) == Simulation(walking, seed: 3, rate: 20, errors: .none).truth(at: 11.3))
        let sparse = Simulation(walking, seed: 3, magnetometerStride: 4)
        #expect(samples(of: noisy, .gyroscope) == samples(of: sparse, .gyroscope))
        #expect(samples(of: noisy, .accelerometer) == samples(of: sparse, .accelerometer))
        #expect(samples(of: noisy, .magnetometer).count == 3000 && samples(of: sparse, .magnetometer).count == 750)
    }

    @Test(
        "a time step is accelerometer, magnetometer, gyroscope at one time, from 0 on", arguments: names,
        [10, 100, 1000])
    func shape(name: String, rate: Double) throws {
        let scenario = try Self.scenario(name)
        let all = samples(of: Simulation(scenario, rate: rate))
        #expect(all.count == 3 * Int(scenario.duration * rate))
        for (index, sample) in all.enumerated() {
            let expected: [SensorKind] = [.accelerometer, .magnetometer, .gyroscope]
            guard sample.kind == expected[index % 3], sample.timestamp == Double(index / 3) / rate,
                sample.value.isFinite
            else {
                Issue.record("sample \(index) is \(sample)")
                return
            }
        }
    }

    @Test("the end is lasting and appends nothing")
    func end() throws {
        var simulation = Simulation(try Self.scenario("still"), rate: 10)
        var items: [MotionSample] = []
        while simulation.next(into: &items) {}
        let count = items.count
        #expect(!simulation.next(into: &items) && items.count == count)
    }

    @Test("integrating the gyroscope gives the true attitude", arguments: names, [10, 100, 1000])
    func integration(name: String, rate: Double) throws {
        let simulation = Simulation(try Self.scenario(name), seed: 5, rate: rate, errors: .none)
        var attitude = simulation.truth(at: -1 / rate).attitude
        var worst = 0.0
        for sample in samples(of: simulation, .gyroscope) {
            attitude = attitude * Quaternion(rotationVector: sample.value / rate)
            worst = max(worst, attitude.angle(to: simulation.truth(at: sample.timestamp).attitude))
        }
        #expect(worst < 1e-9)
    }

    @Test("without errors the samples are the truth", arguments: names)
    func errorFree(name: String) throws {
        let simulation = Simulation(try Self.scenario(name), seed: 2, errors: .none)
        for sample in samples(of: simulation) {
            let truth = simulation.truth(at: sample.timestamp)
            switch sample.kind {
            case .accelerometer: #expect((sample.value - truth.gravity - truth.userAcceleration).length < 1e-12)
            case .magnetometer: #expect((sample.value - truth.magneticField).length < 1e-12)
            case .gyroscope:
                let middle = simulation.truth(at: sample.timestamp - 0.005).rotationRate
                #expect((sample.value - middle).length < 0.02)
            }
        }
    }

    @Test("lying face up to the north: gravity, field and heading")
    func still() throws {
        let truth = Simulation(try Self.scenario("still")).truth(at: 4)
        #expect((truth.gravity - Vector3(0, 0, -1)).length < 1e-15)
        #expect(truth.userAcceleration == .zero && truth.rotationRate == .zero)
        #expect((truth.magneticField - Vector3(0, 20.708, -44.409)).length < 1e-3)
        #expect(abs(truth.heading) < 1e-9 || abs(truth.heading - 360) < 1e-9)
        #expect(!truth.components.contains(.angles) && truth.components.contains([.attitude, .heading]))
    }

    @Test("a start pose turns the whole scene", arguments: [0.0, 90, 181, 359])
    func startPose(degrees: Double) throws {
        let pose = RigidBodyTrajectory.portrait(heading: degrees * Units.radiansPerDegree, lean: .pi / 2)
        let simulation = Simulation(try Self.scenario("spin-z"), errors: .none, startPose: pose)
        let heading = simulation.truth(at: 0).heading
        #expect(abs(PlatformMath.wrapped((heading - degrees) * Units.radiansPerDegree)) < 1e-12)
        // Turning left about z, upwards, takes the heading back by as much: 7.5 rad in all.
        let turned = (heading - simulation.truth(at: 10).heading) * Units.radiansPerDegree
        #expect(abs(PlatformMath.wrapped(turned - 7.5)) < 1e-9)
    }

    @Test("the spins turn about their axis at 1 rad/s", arguments: [("spin-x", 0), ("spin-y", 1), ("spin-z", 2)])
    func spins(name: String, axis: Int) throws {
        let rate = Simulation(try Self.scenario(name)).truth(at: 5).rotationRate
        let expected = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)][axis]
        #expect((rate - expected).length < 1e-12)
    }

    @Test("turns rests in the four orientations in their order", arguments: [1, 2, 3] as [UInt64])
    func turns(seed: UInt64) throws {
        let simulation = Simulation(try Self.scenario("turns"), seed: seed)
        let rests = [1.0, 4, 6.5, 9, 11.5].map { simulation.truth(at: $0) }
        let expected = [
            Vector3(0, -1, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, -1, 0),
        ]
        for (rest, direction) in zip(rests, expected) {
            #expect(rest.gravity.dot(direction) > 0.98)
            #expect(rest.rotationRate.length < 1e-12 && rest.userAcceleration.length < 1e-12)
        }
    }

    @Test("arguments beyond all bounds are brought within them")
    func hostileArguments() throws {
        let still = try Self.scenario("still")
        #expect(Simulation(still, rate: .nan).rate == 100)
        #expect(Simulation(still, rate: -3).rate == 0.1)
        #expect(Simulation(still, rate: .infinity).rate == 100_000)
        #expect(samples(of: Simulation(still, rate: 0, magnetometerStride: .min)).count == 3)
        #expect(samples(of: Simulation(still, rate: 1, magnetometerStride: .max), .magnetometer).count == 1)
        let lost = Quaternion(w: 0, x: 0, y: 0, z: 0)
        #expect(!samples(of: Simulation(still, startPose: lost)).isEmpty)
        for duration in [Double.nan, -1, 0] {
            let scene = SimulationScenario(name: "", summary: "", duration: duration) { _ in
                RigidBodyTrajectory(startAttitude: .identity)
            }
            #expect(samples(of: Simulation(scene)).isEmpty)
        }
    }
}
