import MotionSources
import MotionTypes
import SensorFusion
import Testing

@Suite("Fusion of simulated motion")
struct SimulatedMotionTests {
    /// The largest angle between the fused attitude and the true one over a scenario, in degrees.
    private func largestError(_ scenario: String, rate: Double, frame: ReferenceFrame) throws -> Double {
        var simulation = Simulation(try #require(SimulationScenario(named: scenario)), rate: rate, errors: .none)
        var fusion = SensorFusion(frame: frame)
        var batch: [MotionSample] = []
        var (largest, offset) = (0.0, nil as Quaternion?)
        while simulation.next(into: &batch) {
            for case .sensor(let sample) in batch {
                guard let motion = fusion.update(sample) else { continue }
                let truth = simulation.truth(at: motion.timestamp)
                // A frame without north differs from the true one by a constant turn about the vertical.
                if offset == nil {
                    offset =
                        frame.pointsNorth
                        ? .identity : Quaternion(aboutZ: yaw(truth.attitude * motion.attitude.conjugate))
                }
                largest = max(largest, ((offset ?? .identity) * motion.attitude).angle(to: truth.attitude))
            }
            batch.removeAll(keepingCapacity: true)
        }
        return largest * Units.degreesPerRadian
    }

    private func yaw(_ q: Quaternion) -> Double { 2 * PlatformMath.arcTangent(q.z, q.w) }

    @Test(
        "a turning device without sensor errors has its exact attitude in every frame and at any rate",
        arguments: [
            ("still", 100.0), ("spin-x", 10), ("spin-x", 100), ("spin-y", 50), ("spin-y", 1000), ("spin-z", 200),
        ])
    func exact(scenario: String, rate: Double) throws {
        for frame in ReferenceFrame.allCases {
            let error = try largestError(scenario, rate: rate, frame: frame)
            #expect(error < 1e-4, "\(frame): \(error) degrees")
        }
    }

    @Test(
        "the swing of the hand, which is an acceleration, tilts it by a tenth of a degree at most",
        arguments: [10.0, 100, 1000])
    func turns(rate: Double) throws {
        for frame in ReferenceFrame.allCases {
            let error = try largestError("turns", rate: rate, frame: frame)
            #expect(error < 0.1, "\(frame): \(error) degrees")
        }
    }
}
