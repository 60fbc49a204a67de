import MotionTypes

/// A fault of simulated sensors.
enum Fault: String, CaseIterable {
    case gaps = "gaps of 0.4 s"
    case notNumbers = "not a number"
    case zeros = "zeros"
    case scale = "scale of 1.02"
    case offset = "offset of 0.3 m/s²"

    /// Samples as the faulty sensors give them.
    func applied(to samples: [MotionSample]) -> [MotionSample] {
        samples.compactMap { sample in
            guard case .sensor(var sensor) = sample else { return sample }
            // Between the turns, which come every 3 s from 2 s on.
            let phase = (sensor.timestamp - samples[0].timestamp).truncatingRemainder(dividingBy: 3)
            let isHit = (0.6..<1).contains(phase)
            switch self {
            case .gaps: if isHit { return nil }
            case .notNumbers: if isHit { sensor.value = Vector3(.nan, .nan, .nan) }
            case .zeros: if isHit { sensor.value = .zero }
            case .scale: sensor.value = sensor.value * 1.02
            case .offset:
                if sensor.kind == .accelerometer { sensor.value.x += 0.3 / Units.standardGravity }
            }
            return .sensor(sensor)
        }
    }
}
