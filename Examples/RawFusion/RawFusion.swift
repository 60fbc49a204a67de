// Raw samples to attitude, sample by sample and over the whole recording: a walk with a gyroscope that is off by 3 °/s.
//
//   swift run RawFusion
//
// The simulator knows the truth, so that the errors can be seen. Real samples come from `Recording(opening:)`.

import Foundation
import MotionSources
import MotionTypes
import SensorFusion

@main
struct RawFusion {
    static func main() throws {
        var errors = SensorErrors.phone
        errors.gyroscopeBias = Vector3(0.03, -0.03, 0.03)
        errors.gyroscopeBiasMaximum = 0
        guard let walk = SimulationScenario(named: "walking") else { return }
        var simulation = Simulation(walk, errors: errors)

        var causal = SensorFusion()
        var offline = OfflineSensorFusion()
        var filtered: [DeviceMotion] = []
        var batch: [MotionSample] = []
        while simulation.next(into: &batch) {
            for case .sensor(let sample) in batch {
                if let motion = causal.update(sample) { filtered.append(motion) }
                offline.update(sample)
            }
            batch.removeAll(keepingCapacity: true)
        }

        print("time    tilt error, degrees: sample by sample, offline")
        var squares = (0.0, 0.0)
        for (index, smoothed) in offline.finish().enumerated() {
            let truth = simulation.truth(at: smoothed.timestamp).gravity
            let errors = [filtered[index], smoothed].map { $0.gravity.angle(to: truth) * Units.degreesPerRadian }
            squares = (squares.0 + errors[0] * errors[0], squares.1 + errors[1] * errors[1])
            if index % 400 == 0 {
                print(String(format: "%4.1f s  %.2f  %.2f", smoothed.timestamp, errors[0], errors[1]))
            }
        }
        let count = Double(filtered.count)
        print(String(format: "rms     %.2f  %.2f", (squares.0 / count).squareRoot(), (squares.1 / count).squareRoot()))

        // What the next session would start with: SensorFusion(initialBias: causal.gyroscopeBias).
        let (bias, truth) = (causal.gyroscopeBias.value, errors.gyroscopeBias)
        print(String(format: "gyroscope bias found: %.3f %.3f %.3f rad/s", bias.x, bias.y, bias.z))
        print(String(format: "                true: %.3f %.3f %.3f rad/s", truth.x, truth.y, truth.z))
    }
}
