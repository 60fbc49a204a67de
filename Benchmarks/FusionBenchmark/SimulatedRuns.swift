import MotionSources
import MotionTypes
import SensorFusion

/// Seeded runs over the simulator's scenarios from random poses, with the sensors of a bad phone.
enum SimulatedRuns {
    static func report(count: Int) {
        var errors: [Double] = []
        for run in 0..<count {
            let scenario = SimulationScenario.all[run % SimulationScenario.all.count]
            errors.append(error(scenario, seed: UInt64(run + 1)))
        }
        errors.sort()
        print("Inclination error from 5 s after the start on, rms a run, over \(count) simulated runs, in degrees")
        for percent in [50, 75, 90, 95, 99, 100] {
            let index = min(count - 1, (percent * count + 99) / 100 - 1)
            print("  \(percent) % under \(String(format2: errors[max(0, index)]))")
        }
    }

    /// The root mean square inclination error from 5 s on, in degrees.
    private static func error(_ scenario: SimulationScenario, seed: UInt64) -> Double {
        var random = SimulatorRandom(seed: seed, stream: 99)
        var sensors = SensorErrors.phone
        sensors.gyroscopeBiasMaximum = 10 * Units.radiansPerDegree
        sensors.accelerometerOffsetMaximum = 0.005
        let axis = Vector3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))
        let pose = Quaternion(rotationVector: axis * (random.uniform(0, .pi) / max(axis.length, 1e-9)))
        var simulation = Simulation(scenario, seed: seed, errors: sensors, startPose: pose)
        var fusion = SensorFusion()
        var batch: [MotionSample] = []
        var (sum, count) = (0.0, 0.0)
        while simulation.next(into: &batch) {
            for case .sensor(let sample) in batch {
                guard let motion = fusion.update(sample), motion.timestamp >= 5 else { continue }
                let angle = motion.gravity.angle(to: simulation.truth(at: motion.timestamp).gravity)
                sum += angle * angle
                count += 1
            }
            batch.removeAll(keepingCapacity: true)
        }
        return (sum / max(1, count)).squareRoot() * Units.degreesPerRadian
    }
}

extension String {
    /// A number with two decimals.
    fileprivate init(format2 value: Double) { self = "\((value * 100).rounded() / 100)" }
}
