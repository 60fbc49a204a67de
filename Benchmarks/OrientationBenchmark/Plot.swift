import Foundation
import MotionRecognition
import MotionTypes

/// A picture of a scene: the screen's turn and lean over time, and below it what every detector said.
struct Plot {
    private static let width = 1000.0
    private static let left = 210.0
    private static let chart = 170.0
    private static let row = 18.0
    private static let colors: [DeviceOrientation: String] = [
        .portrait: "#4c78a8", .landscapeLeft: "#f58518", .portraitUpsideDown: "#54a24b", .landscapeRight: "#e45756",
        .unknown: "#dddddd",
    ]

    let title: String
    let moments: [Moment]
    /// What each contestant said, in the order of `Contestant.all`.
    let states: [[DeviceOrientation]]
    /// The true turn of the screen and lean in degrees, where they are known.
    let truth: [RecordedTrial.Truth?]

    /// Writes it as SVG into a folder, under a name made of the title.
    func write(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = title.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        try svg.write(to: folder.appending(path: name + ".svg"), atomically: true, encoding: .utf8)
    }

    private var svg: String {
        let height = Self.chart + 50 + Self.row * Double(states.count) + 30
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Self.width)) \(Int(height))\""
                + " font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>", text(title, 10, 18, "font-weight=\"bold\""),
        ]
        for angle in [-180.0, -90, 0, 90, 180] {
            let y = verticalPosition(angle)
            lines.append(
                "<line x1=\"\(Self.left)\" x2=\"\(Self.width - 10)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#dddddd\"/>")
            lines.append(text("\(Int(angle))°", Self.left - 40, y + 4))
        }
        lines.append(curve(color: "#333333") { $0.angle })
        lines.append(curve(color: "#b279a2") { $0.lean })
        lines.append(text("turn of the screen", 10, 50, "fill=\"#333333\""))
        lines.append(text("lean", 10, 66, "fill=\"#b279a2\""))
        for (index, (contestant, states)) in zip(Contestant.all, states).enumerated() {
            let y = Self.chart + 50 + Double(index) * Self.row
            lines.append(text(contestant.name, 10, y + 12))
            lines += bands(states, y)
        }
        return (lines + ["</svg>"]).joined(separator: "\n")
    }

    private func horizontalPosition(_ index: Int) -> Double {
        guard let first = moments.first?.time, let last = moments.last?.time, last > first else { return Self.left }
        return Self.left + (moments[index].time - first) / (last - first) * (Self.width - 10 - Self.left)
    }

    private func verticalPosition(_ angle: Double) -> Double { 30 + (180 - angle) / 360 * Self.chart }

    private func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String = "") -> String {
        "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(text)</text>"
    }

    /// A curve of at most some 2000 points, interrupted where the truth is not known or wraps around.
    private func curve(color: String, _ value: (RecordedTrial.Truth) -> Double) -> String {
        var path = ""
        var last: Double?
        for index in stride(from: 0, to: moments.count, by: max(1, moments.count / 2000)) {
            guard let angle = truth[index].map(value) else {
                last = nil
                continue
            }
            let isContinued = last.map { abs($0 - angle) < 180 } ?? false
            path += String(
                format: "%@%.1f %.1f", isContinued ? "L" : "M", horizontalPosition(index), verticalPosition(angle))
            last = angle
        }
        return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"/>"
    }

    private func bands(_ states: [DeviceOrientation], _ y: Double) -> [String] {
        var bands: [String] = []
        var start = 0
        for index in states.indices where index == states.count - 1 || states[index + 1] != states[index] {
            let (from, to) = (horizontalPosition(start), horizontalPosition(min(index + 1, states.count - 1)))
            bands.append(
                String(
                    format: "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"14\" fill=\"%@\"/>", from, y,
                    max(0.3, to - from), Self.colors[states[index]] ?? "#dddddd"))
            start = index + 1
        }
        return bands
    }
}

extension RecordedTrial.Truth {
    /// How a device with this direction of gravity is held.
    init(gravity: Vector3) {
        let up = -gravity
        angle = PlatformMath.arcTangent(up.x, up.y) * Units.degreesPerRadian
        lean = PlatformMath.arcTangent(up.z, (up.x * up.x + up.y * up.y).squareRoot()) * Units.degreesPerRadian
    }
}
