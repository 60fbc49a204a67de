import Foundation
import MotionRecordings
import MotionSources
import MotionTypes
import SensorFusion

/// An analysis in the shape that `analyze` prints.
struct RecordingSummary: Encodable {
    struct Comparison: Encodable {
        /// Recorded samples that were compared.
        let samples: Int
        /// Angle between recorded and fused gravity, root mean square and largest, in degrees.
        let gravityError, largestGravityError: Double
        /// Difference of user acceleration, root mean square, in G.
        let userAccelerationError: Double
    }

    let file: String
    let format: String
    let formatReason: String
    let sign: String
    let signReason: String
    let device: String?
    /// The Unix time of timestamp 0, in seconds.
    let unixTimeOfZero: Double?
    let samples: [String: Int]
    /// Samples a second.
    let rate: [String: Double]
    /// Seconds from the first sample to the last.
    let duration: Double
    /// What recorded device motion holds.
    let recorded: [String]?
    let comparison: Comparison?
    /// The gyroscope's bias at the end, in rad/s.
    let gyroscopeBias: [Double]?
    /// The accelerometer's reading at the first stillness, in G.
    let accelerationAtRest: [Double]?
    let warnings: [String]
    /// Whether a signal ended it before the recording's end; nil if not.
    let interrupted: Bool?

    init(_ recording: Recording, _ analysis: RecordingAnalysis, isInterrupted: Bool) {
        file = recording.path
        format = recording.formatName
        formatReason = recording.formatReason
        sign = recording.sign.rawValue
        signReason = recording.signReason
        device = recording.metadata.device
        unixTimeOfZero = recording.metadata.unixTimeOfZero
        var streams = analysis.sensors.map { ("\($0)", $1) }
        if analysis.deviceMotion.count > 0 { streams.append(("deviceMotion", analysis.deviceMotion)) }
        samples = Dictionary(uniqueKeysWithValues: streams.map { ($0, $1.count) })
        rate = Dictionary(
            uniqueKeysWithValues: streams.compactMap { name, statistics in
                statistics.rate.map { (name, Self.rounded($0, 1e3)) }
            })
        duration = Self.rounded(analysis.duration, 1e6)
        recorded = recording.streams.contains(.deviceMotion) ? Self.names(of: recording.motionComponents) : nil
        comparison = analysis.comparison.flatMap { comparison in
            guard let gravity = comparison.gravityError, let user = comparison.userAccelerationError else { return nil }
            return Comparison(
                samples: comparison.count, gravityError: Self.rounded(gravity, 1e4),
                largestGravityError: Self.rounded(comparison.largestGravityError, 1e4),
                userAccelerationError: Self.rounded(user, 1e6))
        }
        gyroscopeBias = analysis.gyroscopeBias.map { [$0.value.x, $0.value.y, $0.value.z] }
        accelerationAtRest = analysis.stillness.map { [$0.acceleration.x, $0.acceleration.y, $0.acceleration.z] }
        warnings = analysis.warnings + (isInterrupted ? ["interrupted: this is not all of the recording"] : [])
        interrupted = isInterrupted ? true : nil
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The readable summary, without a newline at the end.
    var text: String {
        var lines = [file, row("format", "\(format): \(formatReason)"), row("sign", "\(sign): \(signReason)")]
        if let device { lines.append(row("device", device)) }
        if let unixTimeOfZero {
            lines.append(row("zero", Date(timeIntervalSince1970: unixTimeOfZero).formatted(.iso8601)))
        }
        lines.append(row("duration", String(format: "%.3f s", duration)))
        for name in ["accelerometer", "gyroscope", "magnetometer", "deviceMotion"] {
            guard let count = samples[name] else { continue }
            let label = name == "deviceMotion" ? "device motion" : name
            let rate = rate[name].map { String(format: " at %.1f Hz", $0) } ?? ""
            let held = name == "deviceMotion" ? recorded.map { ": " + $0.joined(separator: ", ") } ?? "" : ""
            lines.append(row(label, "\(count) samples\(rate)\(held)"))
        }
        if let a = accelerationAtRest {
            lines.append(row("at rest", String(format: "acceleration %.3f %.3f %.3f G", a[0], a[1], a[2])))
        }
        if let bias = gyroscopeBias {
            let degrees = bias.map { $0 * Units.degreesPerRadian }
            lines.append(
                row("gyro bias", String(format: "%.3f %.3f %.3f deg/s at the end", degrees[0], degrees[1], degrees[2])))
        }
        if let comparison {
            lines.append(
                row(
                    "fused here",
                    String(
                        format:
                            "gravity %.2f deg rms (at most %.2f) from the recorded one, user acceleration %.4f G rms",
                        comparison.gravityError, comparison.largestGravityError, comparison.userAccelerationError)))
        }
        lines += warnings.map { row("warning", $0) }
        return lines.joined(separator: "\n")
    }

    private func row(_ label: String, _ text: String) -> String {
        "  " + label.padding(toLength: 15, withPad: " ", startingAt: 0) + text
    }

    private static func names(of components: DeviceMotion.Components) -> [String] {
        let named: [(DeviceMotion.Components, String)] = [
            (.attitude, "attitude"), (.angles, "angles"), (.rotationRate, "rotation rate"), (.gravity, "gravity"),
            (.userAcceleration, "user acceleration"), (.magneticField, "magnetic field"), (.heading, "heading"),
        ]
        return named.filter { components.contains($0.0) }.map(\.1)
    }

    private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}
