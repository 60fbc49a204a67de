import Foundation
import MotionRecognition
import MotionRecordings
import MotionTypes

/// A recorded trial with motion-captured truth: what detectors see, and how the device was really held.
struct RecordedTrial {
    /// How the device was held at a moment; nil where the motion capture had lost it.
    struct Truth {
        /// The turn of the screen in degrees, (-180, 180].
        var angle: Double
        /// The lean in degrees.
        var lean: Double
    }

    /// A stay of half a second or more within 30 degrees of an orientation, at a lean of up to 70.
    struct Stay {
        var orientation: DeviceOrientation
        var range: ClosedRange<Int>
    }

    let name: String
    let moments: [Moment]
    let truth: [Truth?]
    let stays: [Stay]

    var isSwinging: Bool { name.contains("Swinging") }

    /// Reads a file of the bench's format, with columns `truth_w` to `truth_z` (device to earth, z up).
    init(_ url: URL) throws {
        name = url.deletingPathExtension().lastPathComponent
        let reader = try Recording(opening: url.path).makeReader()
        var samples: [MotionSample] = []
        while try reader.read(into: &samples, atMost: 4096) {}
        let moments = fusedMoments(samples)

        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false)
        let columns = ["time", "truth_w", "truth_x", "truth_y", "truth_z"].map { name in
            names.firstIndex { $0 == name }
        }
        var truths: [Int: Truth] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let values = columns.map { column in column.flatMap { $0 < cells.count ? Double(cells[$0]) : nil } }
            guard let time = values[0], let w = values[1], let x = values[2], let y = values[3], let z = values[4]
            else {
                continue
            }
            truths[Self.key(time)] = Truth(gravity: Quaternion(w: w, x: x, y: y, z: z).normalized.gravity)
        }
        self.moments = moments
        truth = moments.map { truths[Self.key($0.time)] }
        stays = Self.stays(moments, truth)
    }

    private static func key(_ time: Double) -> Int { Int((time * 1e4).rounded()) }

    /// How far the screen is from an orientation, in degrees, 0 to 180.
    static func distance(_ angle: Double, _ orientation: DeviceOrientation) -> Double {
        let center = orientation.interfaceAngle ?? .nan
        return abs(PlatformMath.wrapped(angle * Units.radiansPerDegree - center)) * Units.degreesPerRadian
    }

    private static func stays(_ moments: [Moment], _ truth: [Truth?]) -> [Stay] {
        let planar: [DeviceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
        let cores = truth.map { truth in
            truth.flatMap { truth in
                abs(truth.lean) <= 70 ? planar.first { distance(truth.angle, $0) <= 30 } : nil
            }
        }
        var stays: [Stay] = []
        var start = 0
        while start < cores.count {
            var end = start
            while end + 1 < cores.count, cores[end + 1] == cores[start] { end += 1 }
            if let orientation = cores[start], moments[end].time - moments[start].time >= 0.5 {
                stays.append(Stay(orientation: orientation, range: start...end))
            }
            start = end + 1
        }
        return stays
    }
}
