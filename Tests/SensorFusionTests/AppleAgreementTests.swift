import Foundation
import MotionTypes
import SensorFusion
import TestSupport
import Testing

/// The fusion of an iPhone XS's raw samples beside what its own Core Motion made of them.
@Suite("Agreement with Apple's device motion")
struct AppleAgreementTests {
    static let needsData = Comment(rawValue: SharedData.missing)

    /// The raw samples in the order of their times, and Apple's rows.
    struct Recording {
        var samples: [SensorSample] = []
        let apple: [[Double]]

        init() throws {
            let folder = SharedData.path("coremotion/iphone-xs")
            let files: [(String, SensorKind)] = [
                ("accelerometer", .accelerometer), ("magnetometer", .magnetometer), ("gyro", .gyroscope),
            ]
            for (name, kind) in files {
                samples += try Table(path: "\(folder)/\(name).csv").rows.map {
                    SensorSample(kind, timestamp: $0[0], value: Vector3($0[1], $0[2], $0[3]))
                }
            }
            samples.sort { $0.timestamp < $1.timestamp }
            apple = try Table(path: "\(folder)/devicemotion.csv").rows
        }

        /// Apple's first row at or after a time.
        func row(at time: Double, from index: inout Int) -> [Double]? {
            while index < apple.count, apple[index][0] < time { index += 1 }
            return index < apple.count ? apple[index] : nil
        }
    }

    @Test("gravity is Apple's within half a degree", .enabled(if: SharedData.isPresent, needsData))
    func gravity() throws {
        let recording = try Recording()
        var fusion = SensorFusion()
        var (index, count, square) = (0, 0.0, 0.0)
        for sample in recording.samples {
            guard let motion = fusion.update(sample) else { continue }
            guard let row = recording.row(at: motion.timestamp, from: &index) else { continue }
            let angle = motion.gravity.angle(to: Vector3(row[8], row[9], row[10]))
            square += angle * angle
            count += 1
        }
        #expect(count > 4600)
        #expect((square / count).squareRoot() < 0.5 * Units.radiansPerDegree)
    }

    @Test(
        "a hard iron of 380 µT is no compass until it is known, and then what Apple found",
        .enabled(if: SharedData.isPresent, needsData))
    func hardIron() throws {
        let recording = try Recording()
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        var (index, calibrated) = (0, 0)
        var offsets: [Double] = []
        for sample in recording.samples {
            guard let motion = fusion.update(sample) else { continue }
            guard let row = recording.row(at: motion.timestamp, from: &index) else { continue }
            if motion.magneticFieldAccuracy == .uncalibrated {
                #expect(motion.heading == -1 && calibrated == 0)
            } else {
                calibrated += 1
                #expect((motion.magneticField - Vector3(row[14], row[15], row[16])).length < 8)
                // Apple's own frame started at yaw 0 here, so that the difference is a constant.
                offsets.append(PlatformMath.wrapped((row[17] - motion.heading) * Units.radiansPerDegree))
            }
        }
        #expect(calibrated > 2000)
        #expect(offsets.max()! - offsets.min()! < 10 * Units.radiansPerDegree)
    }
}
