import Foundation
import MotionRecordings
import MotionSources
import MotionTypes
import SensorFusion

/// An analysis in the shape that `analyze` prints.
struct RecordingSummary: Encodable {
    /// A number; null in JSON where it is not finite, as the difference of huge values may be.
    struct Figure: Encodable {
        let value: Double

        /// A number, rounded to a part of one.
        init(_ value: Double, parts: Double? = nil) {
            let rounded = parts.map { (value * $0).rounded() / $0 } ?? value
            self.value = rounded.isFinite ? rounded : value
        }

        /// The number for a reader, with so many decimals.
        func text(_ decimals: Int) -> String { String(fixed: value, decimals: decimals) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
        }
    }

    struct Comparison: Encodable {
        /// Recorded samples that were compared.
        let samples: Int
        /// Angle between recorded and fused gravity, root mean square and largest, in degrees.
        let gravityError, largestGravityError: Figure
        /// Difference of user acceleration, root mean square, in G.
        let userAccelerationError: Figure
    }

    let file: String
    let format: String
    let formatReason: String
    let sign: String
    let signReason: String
    let device: String?
    /// The Unix time of timestamp 0, in seconds.
    let unixTimeOfZero: Figure?
    let samples: [String: Int]
    /// Samples a second.
    let rate: [String: Figure]
    /// Seconds from the first sample to the last.
    let duration: Figure
    /// What recorded device motion holds.
    let recorded: [String]?
    let comparison: Comparison?
    /// The gyroscope's bias at the end, in rad/s.
    let gyroscopeBias: [Figure]?
    /// The accelerometer's reading at the first stillness, in G.
    let accelerationAtRest: [Figure]?
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
        unixTimeOfZero = recording.metadata.unixTimeOfZero.map { Figure($0) }
        var streams = analysis.sensors.map { ("\($0)", $1) }
        if analysis.deviceMotion.count > 0 { streams.append(("deviceMotion", analysis.deviceMotion)) }
        samples = Dictionary(uniqueKeysWithValues: streams.map { ($0, $1.count) })
        rate = Dictionary(
            uniqueKeysWithValues: streams.compactMap { name, statistics in
                statistics.rate.map { (name, Figure($0, parts: 1e3)) }
            })
        duration = Figure(analysis.duration, parts: 1e6)
        recorded = recording.streams.contains(.deviceMotion) ? Self.names(of: recording.motionComponents) : nil
        comparison = analysis.comparison.flatMap { comparison in
            guard let gravity = comparison.gravityError, let user = comparison.userAccelerationError else { return nil }
            return Comparison(
                samples: comparison.count, gravityError: Figure(gravity, parts: 1e4),
                largestGravityError: Figure(comparison.largestGravityError, parts: 1e4),
                userAccelerationError: Figure(user, parts: 1e6))
        }
        gyroscopeBias = analysis.gyroscopeBias.map { Self.figures($0.value) }
        accelerationAtRest = analysis.stillness.map { Self.figures($0.acceleration) }
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
        var lines = [
            file.printable, row("format", "\(format): \(formatReason)"), row("sign", "\(sign): \(signReason)"),
        ]
        if let device { lines.append(row("device", device)) }
        if let unixTimeOfZero {
            lines.append(row("zero", Date(timeIntervalSince1970: unixTimeOfZero.value).formatted(.iso8601)))
        }
        lines.append(row("duration", duration.text(3) + " s"))
        for name in ["accelerometer", "gyroscope", "magnetometer", "deviceMotion"] {
            guard let count = samples[name] else { continue }
            let label = name == "deviceMotion" ? "device motion" : name
            let rate = rate[name].map { " at \($0.text(1)) Hz" } ?? ""
            let held = name == "deviceMotion" ? recorded.map { ": " + $0.joined(separator: ", ") } ?? "" : ""
            lines.append(row(label, "\(count) samples\(rate)\(held)"))
        }
        if let acceleration = accelerationAtRest {
            lines.append(row("at rest", "acceleration \(acceleration.map { $0.text(3) }.joined(separator: " ")) G"))
        }
        if let bias = gyroscopeBias {
            let degrees = bias.map { Figure($0.value * Units.degreesPerRadian).text(3) }
            lines.append(row("gyro bias", "\(degrees.joined(separator: " ")) deg/s at the end"))
        }
        if let comparison {
            let gravity =
                "\(comparison.gravityError.text(2)) deg rms (at most \(comparison.largestGravityError.text(2)))"
            let user = "\(comparison.userAccelerationError.text(4)) G rms"
            lines.append(row("fused here", "gravity \(gravity) from the recorded one, user acceleration \(user)"))
        }
        lines += warnings.map { row("warning", $0) }
        return lines.joined(separator: "\n")
    }

    private func row(_ label: String, _ text: String) -> String {
        "  " + label.padding(toLength: 15, withPad: " ", startingAt: 0) + text.printable
    }

    private static func names(of components: DeviceMotion.Components) -> [String] {
        let named: [(DeviceMotion.Components, String)] = [
            (.attitude, "attitude"), (.angles, "angles"), (.rotationRate, "rotation rate"), (.gravity, "gravity"),
            (.userAcceleration, "user acceleration"), (.magneticField, "magnetic field"), (.heading, "heading"),
        ]
        return named.filter { components.contains($0.0) }.map(\.1)
    }

    private static func figures(_ vector: Vector3) -> [Figure] { [vector.x, vector.y, vector.z].map { Figure($0) } }
}
