import Foundation
import MotionRecordings
import MotionTypes

/// A folder that is removed when the test is over.
final class TemporaryFolder {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and returns its path.
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Writes a text file and returns its path.
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    /// The path of a file that may not be there yet.
    func file(_ name: String) -> String { "\(path)/\(name)" }
}

extension Recording {
    /// All samples of one pass, read in batches of a size, and what was wrong with it.
    func everything(batch size: Int = 777) throws -> (samples: [MotionSample], issues: RecordingIssues) {
        let reader = try makeReader()
        var samples: [MotionSample] = []
        while try reader.read(into: &samples, atMost: size) {}
        return (samples, reader.issues)
    }
}

extension [MotionSample] {
    /// The readings of one sensor.
    func readings(_ kind: SensorKind) -> [SensorSample] {
        compactMap { if case .sensor(let sample) = $0, sample.kind == kind { sample } else { nil } }
    }

    /// The samples of device motion.
    var motions: [DeviceMotion] { compactMap { if case .deviceMotion(let motion) = $0 { motion } else { nil } } }

    /// The samples' values as bits, so that negative zeros count too.
    var bits: [[UInt64]] {
        map { sample in
            switch sample {
            case .sensor(let s):
                return [UInt64(s.kind.rawValue)] + [s.timestamp, s.value.x, s.value.y, s.value.z].map(\.bitPattern)
            case .deviceMotion(let m):
                let (q, e, r, g, u, f) = (
                    m.attitude, m.recordedAngles, m.rotationRate, m.gravity, m.userAcceleration, m.magneticField
                )
                var values = [m.timestamp, q.w, q.x, q.y, q.z, e.roll, e.pitch, e.yaw]
                values += [r.x, r.y, r.z, g.x, g.y, g.z, u.x, u.y, u.z, f.x, f.y, f.z, m.heading]
                return [9, UInt64(m.components.rawValue), UInt64(bitPattern: Int64(m.magneticFieldAccuracy.rawValue))]
                    + values.map(\.bitPattern)
            }
        }
    }
}

/// A reproducible source of random numbers (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
