// Raw samples to attitude, sample by sample and over the whole recording: a walk with a gyroscope that is off by 3 °/s.
//
//   RawFusion
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
        for (index, smoothed) in offline.finish().enumerated() where index % 400 == 0 {
            let truth = simulation.truth(at: smoothed.timestamp).gravity
            let errors = [filtered[index], smoothed].map { $0.gravity.angle(to: truth) * Units.degreesPerRadian }
            print(String(format: "%4.1f s  %.2f  %.2f", smoothed.timestamp, errors[0], errors[1]))
        }
        let (bias, known) = (causal.gyroscopeBias.value * Units.degreesPerRadian, causal.gyroscopeBias)
        print(String(format: "gyroscope bias found: %.2f %.2f %.2f deg/s", bias.x, bias.y, bias.z))

        // The next session starts with it.
        var next = SensorFusion(initialBias: known)
        next.update(accelerometer: Vector3(0, 0, -1), at: 0)
        let first = next.update(gyroscope: known.value, at: 0)
        print(
            String(
                format: "rotation rate of the next session's first sample: %.4f rad/s",
                first?.rotationRate.length ?? .nan))
    }
}
