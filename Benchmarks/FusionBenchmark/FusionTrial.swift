import Foundation
import MotionTypes
import SensorFusion

/// A recorded trial with motion-captured truth, as the fusion takes it.
struct FusionTrial: Sendable {
    let name: String
    /// The data set: `broad`, or the phone's name.
    let group: String
    let times: [Double]
    /// In rad/s, G (Core Motion's sign) and µT; NaN where a sensor had no sample.
    let rates: [Vector3]
    let accelerations: [Vector3]
    let fields: [Vector3]
    /// Device to earth (x east, y true north); nil where it is not scored.
    let truth: [Quaternion?]
    /// From magnetic to true north in rad, where truth is against true north.
    let declination: Double

    /// The declination where and when the phone trials were recorded (Grenoble, 2016).
    private static let phoneDeclination = 1.93 * Units.radiansPerDegree

    init(_ url: URL) throws {
        name = url.deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: url, encoding: .utf8)
        var lines = text.utf8.split(separator: UInt8(ascii: "\n")).makeIterator()
        let names = (lines.next().map { String(decoding: $0, as: UTF8.self) } ?? "").split(separator: ",")
        func column(_ name: String) throws -> Int {
            guard let index = names.firstIndex(where: { $0 == name }) else {
                throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "\(url.path): no column \(name)"])
            }
            return index
        }
        let indices =
            try ["time"].map(column) + "xyz".map { try column("gyro_\($0)(rad/s)") }
            + "xyz".map { try column("acc_\($0)(m/s^2)") } + "xyz".map { try column("mag_\($0)(uT)") }
            + "wxyz".map { try column("truth_\($0)") } + ["score"].map(column)
        let isPhone = names.contains("os_w")
        group = isPhone ? String(name.split(separator: "_")[1]) : "broad"
        declination = isPhone ? Self.phoneDeclination : 0
        var (times, rates, accelerations, fields) = ([Double](), [Vector3](), [Vector3](), [Vector3]())
        var truth: [Quaternion?] = []
        var cells = [Double](repeating: .nan, count: names.count)
        while let line = lines.next() {
            Self.parse(line, into: &cells)
            let v = indices.map { cells[$0] }
            times.append(v[0])
            rates.append(Vector3(v[1], v[2], v[3]))
            accelerations.append(Vector3(v[4], v[5], v[6]) * (-1 / Units.standardGravity))
            fields.append(Vector3(v[7], v[8], v[9]))
            let q = Quaternion(w: v[10], x: v[11], y: v[12], z: v[13])
            truth.append(v[14] > 0 && q.isFinite ? q.normalized : nil)
        }
        (self.times, self.rates, self.accelerations, self.fields) = (times, rates, accelerations, fields)
        self.truth = truth
    }

    private static func parse(_ line: Substring.UTF8View.SubSequence, into cells: inout [Double]) {
        var index = 0
        for cell in line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) where index < cells.count
        {
            cells[index] = Double(Substring(cell)) ?? .nan
            index += 1
        }
        while index < cells.count {
            cells[index] = .nan
            index += 1
        }
    }

    /// The trials' files.
    static func files() throws -> [URL] {
        let root = URL(filePath: ProcessInfo.processInfo.environment["OPENCOREMOTION_DATA"] ?? "../shared/data")
        let files = try ["broad", "phone"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: root.appending(path: "fusion/\(folder)"), includingPropertiesForKeys: nil)
        }
        return files.filter { $0.pathExtension == "csv" }.sorted { $0.path < $1.path }
    }

    /// All trials.
    static func all() throws -> [FusionTrial] { try files().map { try FusionTrial($0) } }

    /// Device to earth (x east, y true north), one attitude a sample.
    func attitudes(
        _ frame: ReferenceFrame, _ parameters: SensorFusion.Parameters, isOffline: Bool
    ) -> [Quaternion] {
        var attitudes: [Quaternion] = []
        attitudes.reserveCapacity(times.count)
        if isOffline {
            var fusion = OfflineSensorFusion(frame: frame, parameters: parameters)
            let promises = times.indices.map { index in
                forEachSample(index, of: frame) { fusion.update($0) }
                return fusion.update(SensorSample(.gyroscope, timestamp: times[index], value: rates[index]))
            }
            var motions = fusion.finish()
            for promise in promises {
                attitudes.append((promise ? motions.next()?.attitude : nil) ?? attitudes.last ?? .identity)
            }
        } else {
            var fusion = SensorFusion(frame: frame, parameters: parameters)
            for index in times.indices {
                forEachSample(index, of: frame) { _ = fusion.update($0) }
                let motion = fusion.update(gyroscope: rates[index], at: times[index])
                attitudes.append(motion?.attitude ?? attitudes.last ?? .identity)
            }
        }
        // The north frames have x north; truth has x east and y north.
        let turn = Quaternion(aboutZ: .pi / 2 - (frame == .xArbitraryZVertical ? 0 : declination))
        return attitudes.map { turn * $0 }
    }

    /// The same for its time alone; gives a number that depends on the last attitude.
    func run(_ frame: ReferenceFrame, _ parameters: SensorFusion.Parameters, isOffline: Bool) -> Double {
        if isOffline {
            var fusion = OfflineSensorFusion(frame: frame, parameters: parameters)
            for index in times.indices {
                forEachSample(index, of: frame) { fusion.update($0) }
                fusion.update(SensorSample(.gyroscope, timestamp: times[index], value: rates[index]))
            }
            var last = Double.nan
            for motion in fusion.finish() { last = motion.attitude.w }
            return last
        }
        var fusion = SensorFusion(frame: frame, parameters: parameters)
        var last = Double.nan
        for index in times.indices {
            fusion.update(accelerometer: accelerations[index], at: times[index])
            if frame.needsMagnetometer { fusion.update(magnetometer: fields[index], at: times[index]) }
            if fusion.advance(gyroscope: rates[index], at: times[index]) { last = fusion.attitude().w }
        }
        return last
    }

    /// The samples beside the gyroscope's.
    @inline(__always)
    private func forEachSample(_ index: Int, of frame: ReferenceFrame, _ body: (SensorSample) -> Void) {
        if accelerations[index].isFinite {
            body(SensorSample(.accelerometer, timestamp: times[index], value: accelerations[index]))
        }
        if frame.needsMagnetometer, fields[index].isFinite {
            body(SensorSample(.magnetometer, timestamp: times[index], value: fields[index]))
        }
    }
}
