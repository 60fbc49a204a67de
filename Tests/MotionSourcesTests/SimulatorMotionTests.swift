import Foundation
import MotionSources
import MotionTypes
import TestSupport
import Testing

@Suite("The simulator's motions")
struct SimulatorMotionTests {
    static let names = SimulationScenario.all.map(\.name)

    @Test("every scene starts and ends at rest, whatever the seed", arguments: names, 1...20 as ClosedRange<UInt64>)
    func rest(name: String, seed: UInt64) throws {
        let scenario = try #require(SimulationScenario(named: name))
        let simulation = Simulation(scenario, seed: seed)
        for time in [-1, 0, 0.5, scenario.duration - 0.5, scenario.duration, scenario.duration + 1] {
            let state = simulation.state(at: time)
            #expect(state.rotationRate.length < 1e-12 && state.angularAcceleration.length < 1e-12)
            #expect(state.velocity.length < 1e-12 && state.acceleration.length < 1e-12)
        }
    }

    @Test("rates and accelerations are the derivatives of attitude and position, without a jump", arguments: names)
    func derivatives(name: String) throws {
        let simulation = Simulation(try #require(SimulationScenario(named: name)), seed: 4)
        let half = 1e-4
        var worst = (velocity: 0.0, acceleration: 0.0, rate: 0.0, angular: 0.0)
        // Steps of an odd length meet the seams between movements at all distances.
        for time in stride(from: 0, to: simulation.scenario.duration, by: 0.000_737) {
            let (before, now, after) =
                (simulation.state(at: time - half), simulation.state(at: time), simulation.state(at: time + half))
            let turn = (before.attitude.conjugate * after.attitude).rotationVector
            worst.velocity = max(
                worst.velocity, ((after.position - before.position) / (2 * half) - now.velocity).length)
            worst.acceleration = max(
                worst.acceleration, ((after.velocity - before.velocity) / (2 * half) - now.acceleration).length)
            worst.rate = max(worst.rate, (turn / (2 * half) - now.rotationRate).length)
            worst.angular = max(
                worst.angular,
                ((after.rotationRate - before.rotationRate) / (2 * half) - now.angularAcceleration).length)
        }
        #expect(worst.velocity < 1e-5 && worst.acceleration < 1e-3 && worst.rate < 1e-5 && worst.angular < 1e-3)
    }

    @Test("a sensor off the axis is thrown outwards: Core Motion's sign of the centripetal acceleration")
    func leverArm() {
        let scene = SimulationScenario(name: "swing", summary: "", duration: 10) { _ in
            var angle = Course()
            angle.cruise(at: 3, from: 1, lasting: 8, ramp: 1)
            return RigidBodyTrajectory(
                startAttitude: .identity, rotations: [.init(about: Vector3(0, 0, 2), by: angle)],
                leverArm: Vector3(0, 0.5, 0))
        }
        let simulation = Simulation(scene, errors: .none)
        #expect((simulation.truth(at: 5).userAcceleration - Vector3(0, 4.5 / Units.standardGravity, 0)).length < 1e-12)
        // Gaining speed to the left, which is +x backwards, adds Euler's term: minus the true acceleration again.
        let starting = simulation.state(at: 1.5)
        let tangential = -starting.angularAcceleration.z * 0.5
        #expect(tangential < -1)
        #expect(abs(simulation.truth(at: 1.5).userAcceleration.x + tangential / Units.standardGravity) < 1e-12)
    }

    @Test("pushing a device to the right shows first on the negative side, as in Core Motion")
    func sign() {
        let scene = SimulationScenario(name: "push", summary: "", duration: 3) { _ in
            var way = Course()
            way.step(by: 0.3, at: 1, lasting: 1)
            return RigidBodyTrajectory(
                startAttitude: .identity, translations: [.init(along: Vector3(1, 0, 0), by: way)])
        }
        let simulation = Simulation(scene)
        #expect(simulation.truth(at: 1.25).userAcceleration.x < -0.1)
        #expect(simulation.truth(at: 1.75).userAcceleration.x > 0.1)
        #expect(abs(simulation.state(at: 3).position.x - 0.3) < 1e-15)
    }

    @Test(
        "integrating the user acceleration twice gives the squats' depths and brings each back",
        arguments: 1...5 as ClosedRange<UInt64>)
    func squatDepth(seed: UInt64) throws {
        let simulation = Simulation(try #require(SimulationScenario(named: "squats")), seed: seed)
        #expect(simulation.repetitions.count == 10)
        for repetition in simulation.repetitions {
            #expect(repetition.start < repetition.turn && repetition.turn < repetition.end)
            #expect((0.25...0.6).contains(repetition.depth))
            let toTurn = Self.displacement(simulation, from: repetition.start, to: repetition.turn)
            let toEnd = Self.displacement(simulation, from: repetition.start, to: repetition.end)
            #expect(abs(toTurn + repetition.depth) < 1e-5)
            #expect(abs(toEnd) < 1e-5)
            // Nowhere deeper than where it turns.
            let floor = stride(from: repetition.start, to: repetition.end, by: 0.01).map {
                simulation.state(at: $0).position.z
            }
            #expect(try #require(floor.min()) > -repetition.depth - 1e-3)
        }
        for (one, next) in zip(simulation.repetitions, simulation.repetitions.dropFirst()) {
            #expect(one.end < next.start)
        }
    }

    /// The vertical displacement from rest by the trapezoid rule on the truth's user acceleration.
    private static func displacement(_ simulation: Simulation, from start: Double, to end: Double) -> Double {
        let steps = 4000
        let interval = (end - start) / Double(steps)
        var (velocity, way, previous) = (0.0, 0.0, 0.0)
        for step in 0...steps {
            let truth = simulation.truth(at: start + Double(step) * interval)
            let upwards = -truth.attitude.rotate(truth.userAcceleration).z * Units.standardGravity
            if step > 0 {
                let faster = velocity + (previous + upwards) / 2 * interval
                way += (velocity + faster) / 2 * interval
                velocity = faster
            }
            previous = upwards
        }
        return way
    }

    @Test("walking has the size and cadence of a phone carried on the body")
    func walking() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let simulation = Simulation(try #require(SimulationScenario(named: "walking")), seed: seed)
            let vertical = stride(from: 5.0, to: 25, by: 0.01).map { time in
                let truth = simulation.truth(at: time)
                return truth.userAcceleration.dot(truth.gravity)
            }
            let squares = vertical.reduce(0) { $0 + $1 * $1 }
            #expect((0.15...0.3).contains((squares / Double(vertical.count)).squareRoot()))
            // The autocorrelation's highest peak between 0.3 and 0.9 s is one step.
            func correlation(_ lag: Int) -> Double {
                zip(vertical, vertical.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / squares
            }
            let step = try #require((30...90).max { correlation($0) < correlation($1) })
            #expect((1.65...2.0).contains(100 / Double(step)))
        }
    }

    @Test(
        "simulated squats have the peaks of real ones",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func realSquats() throws {
        let real = try Self.realExtremes()
        #expect(real.peaks.count > 200)
        var (peaks, troughs): ([Double], [Double]) = ([], [])
        for seed in 1...10 as ClosedRange<UInt64> {
            let simulation = Simulation(try #require(SimulationScenario(named: "squats")), seed: seed)
            for repetition in simulation.repetitions {
                let vertical = stride(from: repetition.start, to: repetition.end, by: 0.1).map { time in
                    let truth = simulation.truth(at: time)
                    return truth.userAcceleration.dot(truth.gravity)
                }
                peaks.append(try #require(vertical.max()))
                troughs.append(try #require(vertical.min()))
            }
        }
        // The median squat lies in the middle half of the real ones.
        func quantile(_ values: [Double], _ fraction: Double) -> Double {
            values.sorted()[Int(fraction * Double(values.count - 1))]
        }
        #expect((quantile(real.peaks, 0.25)...quantile(real.peaks, 0.75)).contains(quantile(peaks, 0.5)))
        #expect((quantile(real.troughs, 0.25)...quantile(real.troughs, 0.75)).contains(quantile(troughs, 0.5)))
    }

    /// The highest and lowest vertical acceleration of each labelled squat, in G.
    private static func realExtremes() throws -> (peaks: [Double], troughs: [Double]) {
        let folder = SharedData.path("reps/exermote")
        var (peaks, troughs): ([Double], [Double]) = ([], [])
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".csv") {
            var squat: [Double] = []
            var phase = ""
            for line in try String(contentsOfFile: folder + "/" + file, encoding: .utf8).split(separator: "\n") {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                guard cells.count >= 12 else { continue }
                let isSquat = cells[10] == "Squat"
                let begins = isSquat && cells[11] == "firstHalf" && phase != "firstHalf"
                if !isSquat || begins {
                    if squat.count >= 15, let peak = squat.max(), let trough = squat.min() {
                        peaks.append(peak)
                        troughs.append(trough)
                    }
                    squat = []
                }
                phase = isSquat ? cells[11] : ""
                let values = cells[1...6].compactMap(Double.init)
                guard isSquat, values.count == 6 else { continue }
                let gravity = Vector3(values[0], values[1], values[2])
                squat.append(Vector3(values[3], values[4], values[5]).dot(gravity) / gravity.length)
            }
        }
        return (peaks, troughs)
    }
}
