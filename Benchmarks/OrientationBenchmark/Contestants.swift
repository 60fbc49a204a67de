import MotionRecognition
import MotionTypes
import SensorFusion

/// A moment of a recording or a scene, as detectors see it.
struct Moment {
    var time: Double
    /// The raw acceleration in G, Core Motion's sign.
    var acceleration: Vector3
    /// Gravity as fused here, in G.
    var gravity: Vector3
}

/// A detector on an input, which makes the planar orientation of every moment.
struct Contestant: Sendable {
    let name: String
    let run: @Sendable ([Moment]) -> [DeviceOrientation]

    static let all: [Contestant] = [
        peer("larger axis", LargerAxisRule.init), peer("Qt", QtRule.init), peer("sensorfw", SensorFrameworkRule.init),
        peer("iio-sensor-proxy", SensorProxyRule.init), peer("Android", AndroidRule.init),
        peer("larger axis, fused", isFused: true, LargerAxisRule.init), peer("Qt, fused", isFused: true, QtRule.init),
        peer("sensorfw, fused", isFused: true, SensorFrameworkRule.init),
        peer("iio-sensor-proxy, fused", isFused: true, SensorProxyRule.init),
        peer("Android, fused", isFused: true, AndroidRule.init),
        ours("ours, fused and accelerometer") {
            $0.update(gravity: $1.gravity, acceleration: $1.acceleration, at: $1.time)
        },
        ours("ours, fused") { $0.update(gravity: $1.gravity, at: $1.time) },
        ours("ours, accelerometer") { $0.update(acceleration: $1.acceleration, at: $1.time) },
    ]

    private static func peer(
        _ name: String, isFused: Bool = false, _ make: @escaping @Sendable () -> some OrientationRule
    ) -> Contestant {
        Contestant(name: name) { moments in
            var rule = make()
            return moments.map { rule.update(isFused ? $0.gravity : $0.acceleration, at: $0.time) }
        }
    }

    private static func ours(
        _ name: String, _ step: @escaping @Sendable (inout OrientationDetector, Moment) -> OrientationDetector.Reading
    ) -> Contestant {
        Contestant(name: name) { moments in
            var detector = OrientationDetector()
            return moments.map { step(&detector, $0).planar }
        }
    }
}

/// Fuses raw samples into moments, one a gyroscope sample.
func fusedMoments(_ samples: some Sequence<MotionSample>) -> [Moment] {
    var fusion = SensorFusion()
    var moments: [Moment] = []
    var acceleration = Vector3.zero
    for case .sensor(let sample) in samples {
        if sample.kind == .accelerometer { acceleration = sample.value }
        if let motion = fusion.update(sample) {
            moments.append(Moment(time: motion.timestamp, acceleration: acceleration, gravity: motion.gravity))
        }
    }
    return moments
}
