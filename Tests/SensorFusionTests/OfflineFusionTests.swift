import MotionSources
import MotionTypes
import SensorFusion
import TestSupport
import Testing

@Suite("Offline fusion")
struct OfflineFusionTests {
    static let degree = Units.radiansPerDegree

    /// The samples of a path, as perfect sensors would show it.
    private func samples(
        _ path: SyntheticMotion, duration: Double, from start: Double = 0, magnetometer: Bool = false
    ) -> [SensorSample] {
        (0...Int(duration * 100)).flatMap { step -> [SensorSample] in
            let time = start + Double(step) / 100
            let previous = max(start, time - 0.01)
            let (before, now) = (path.attitude(previous), path.attitude(time))
            let rate = time > previous ? (before.conjugate * now).rotationVector / (time - previous) : .zero
            let field = SensorSample(.magnetometer, timestamp: time, value: now.unrotate(path.earth))
            return (magnetometer ? [field] : []) + [
                SensorSample(.accelerometer, timestamp: time, value: now.gravity),
                SensorSample(.gyroscope, timestamp: time, value: rate + path.bias),
            ]
        }
    }

    private func run(_ samples: [SensorSample], frame: ReferenceFrame = .xArbitraryZVertical) -> [DeviceMotion] {
        var fusion = OfflineSensorFusion(frame: frame)
        for sample in samples { fusion.update(sample) }
        return Array(fusion.finish())
    }

    @Test("a bias that the end shows is known from the first sample", arguments: [0.0, 3, 8])
    func biasFromTheStart(size: Double) throws {
        var path = SyntheticMotion.waving()
        path.bias = Vector3(0.6, -0.7, 0.4) * (size * Self.degree)
        let samples = samples(path, duration: 40)
        let motions = run(samples)
        let rates = samples.filter { $0.kind == .gyroscope }.map(\.value)
        #expect(motions.count == rates.count)
        let early = zip(motions, rates).prefix(200)
        #expect(early.allSatisfy { ($1 - $0.rotationRate - path.bias).length < 0.15 * Self.degree })
        #expect(motions.allSatisfy { $0.gravity.angle(to: path.attitude($0.timestamp).gravity) < 0.6 * Self.degree })
        var causal = SensorFusion()
        let worstCausal = samples.compactMap { causal.update($0) }.map {
            $0.gravity.angle(to: path.attitude($0.timestamp).gravity)
        }.max()!
        let worst = motions.map { $0.gravity.angle(to: path.attitude($0.timestamp).gravity) }.max()!
        #expect(size == 0 || worst < worstCausal / 2)
    }

    @Test("without sensor errors every frame has its exact attitude")
    func exact() {
        for frame in ReferenceFrame.allCases {
            let path = SyntheticMotion.waving()
            let motions = run(samples(path, duration: 10, magnetometer: true), frame: frame)
            #expect(motions.count == 1001)
            #expect(motions.allSatisfy { $0.attitude.angle(to: path.attitude($0.timestamp)) < 0.01 * Self.degree })
            #expect(motions.allSatisfy { ($0.heading >= 0) == frame.pointsNorth })
        }
    }

    @Test("a heading that the magnetometer gives late is given to what came before")
    func lateMagnetometer() {
        let path = SyntheticMotion.waving(from: Quaternion(aboutZ: 1))
        let late = samples(path, duration: 20, magnetometer: true).filter {
            $0.kind != .magnetometer || $0.timestamp > 5
        }
        let motions = run(late, frame: .xMagneticNorthZVertical)
        #expect(motions.allSatisfy { $0.attitude.angle(to: path.attitude($0.timestamp)) < 0.5 * Self.degree })
        #expect(motions[0].heading >= 0)
    }

    @Test("gravity and user acceleration add up to what the accelerometer read")
    func sums() {
        let path = SyntheticMotion.waving()
        for motion in run(samples(path, duration: 5)) {
            let sum = motion.gravity + motion.userAcceleration
            #expect((sum - path.attitude(motion.timestamp).gravity).length < 1e-12)
        }
    }

    @Test("nothing, one sample, and a gap of minutes do no harm")
    func fewSamples() {
        #expect(run([]).isEmpty)
        let path = SyntheticMotion.waving()
        let all = samples(path, duration: 3)
        #expect(run(Array(all.prefix(2))).count == 1)
        #expect(run(Array(all.prefix(4))).count == 2)
        let parted = all + samples(path, duration: 3, from: 200)
        let motions = run(parted)
        // The first one after the gap starts the filter anew, with the next acceleration.
        #expect(motions.count == 601)
        #expect(motions.allSatisfy { $0.gravity.angle(to: path.attitude($0.timestamp).gravity) < 0.5 * Self.degree })
    }

    @Test("whatever comes in, finite unit attitudes come out, one for each that was promised", arguments: 0..<20)
    func faults(seed: Int) {
        var random = SimulatorRandom(seed: UInt64(seed), stream: 7)
        var fusion = OfflineSensorFusion(frame: .xMagneticNorthZVertical)
        var (time, promised) = (0.0, 0)
        for _ in 0..<1500 {
            time += random.uniform(0, 1) < 0.01 ? random.uniform(-2, 90) : random.uniform(0, 0.03)
            let size = random.uniform(0, 1) < 0.02 ? Double.nan : random.uniform(0, 1) < 0.05 ? 400 : 1
            let value = Vector3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)) * size
            let kind = SensorKind.allCases[Int(random.uniform(0, 2.99))]
            if fusion.update(SensorSample(kind, timestamp: time, value: value)) { promised += 1 }
        }
        let motions = Array(fusion.finish())
        #expect(motions.count == promised)
        #expect(
            motions.allSatisfy {
                $0.attitude.isFinite && abs($0.attitude.lengthSquared - 1) < 1e-9 && $0.gravity.isFinite
            })
    }

    @Test(
        "on a recorded trial the errors against motion capture are smaller than the filter's",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            "broad/32_disturbed_attached_magnet_1cm", "phone/P1_iPhone5_NoDist_BackPocket",
            "phone/P1_Nexus5_Dist_Texting",
        ])
    func recorded(trial: String) throws {
        let rows = try Table(path: SharedData.path("fusion/\(trial).csv")).rows
        var causal = SensorFusion()
        var offline = OfflineSensorFusion()
        var filtered: [Vector3] = []
        for row in rows {
            let acceleration = Vector3(row[4], row[5], row[6]) / -Units.standardGravity
            let samples = [
                SensorSample(.accelerometer, timestamp: row[0], value: acceleration),
                SensorSample(.gyroscope, timestamp: row[0], value: Vector3(row[1], row[2], row[3])),
            ]
            for sample in samples {
                if let motion = causal.update(sample) { filtered.append(motion.gravity) }
                offline.update(sample)
            }
        }
        let smoothed = offline.finish().map(\.gravity)
        func error(_ gravity: [Vector3]) -> Double {
            var (sum, count) = (0.0, 0.0)
            for (row, gravity) in zip(rows, gravity) where row[14] > 0 && row[10].isFinite {
                let truth = Quaternion(w: row[10], x: row[11], y: row[12], z: row[13]).normalized.gravity
                let angle = gravity.angle(to: truth) * Units.degreesPerRadian
                sum += angle * angle
                count += 1
            }
            return (sum / count).squareRoot()
        }
        #expect(filtered.count == rows.count && smoothed.count == rows.count)
        #expect(error(smoothed) < 0.9 * error(filtered))
        #expect(error(smoothed) < 1.3)
    }
}
