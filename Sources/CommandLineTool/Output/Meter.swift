import Foundation

/// Numbers and bars that are redrawn in place on a terminal, at most 30 times a second.
struct Meter {
    /// What fills a bar to one side, and the unit.
    struct Scale {
        let full: Double
        let unit: String
        init(_ full: Double, _ unit: String) { (self.full, self.unit) = (full, unit) }
    }

    /// Half the width of a bar, in characters.
    private static let half = 20
    private var linesDrawn = 0
    private var nextDraw = ContinuousClock.now
    private var count = 0
    private var first: Double?
    private var last: (text: String, lines: Int)?

    /// Draws labelled values with the time (s); a value that is not finite has no bar.
    mutating func draw(_ values: [(label: String, value: Double, scale: Scale)], at time: Double) {
        count += 1
        first = first ?? time
        let elapsed = time - (first ?? time)
        let rate = elapsed > 0 ? Double(count - 1) / elapsed : 0
        var lines = [
            String(fixed: time, decimals: 2, width: 10) + String(format: " s   %6.1f Hz   %d samples", rate, count)
        ]
        for (label, value, scale) in values {
            let name = label.padding(toLength: 8, withPad: " ", startingAt: 0)
            lines.append(
                name + String(fixed: value, decimals: 3, width: 10) + " \(scale.unit)  " + Self.bar(value / scale.full))
        }
        last = (lines.map { "\u{1B}[K" + $0 + "\n" }.joined(), lines.count)
        guard ContinuousClock.now >= nextDraw else { return }
        nextDraw = ContinuousClock.now + .milliseconds(33)
        show()
    }

    /// Draws what came last, if it was not drawn yet.
    mutating func finish() { show() }

    private mutating func show() {
        guard let last else { return }
        let up = linesDrawn > 0 ? "\u{1B}[\(linesDrawn)A" : ""
        try? FileHandle.standardOutput.write(contentsOf: Data((up + last.text).utf8))
        linesDrawn = last.lines
        self.last = nil
    }

    /// A bar from the middle to the left or right; 1 fills a side.
    static func bar(_ part: Double) -> String {
        let length = part.isFinite ? Int((min(max(abs(part), 0), 1) * Double(half)).rounded()) : 0
        let (full, empty) = (String(repeating: "█", count: length), String(repeating: " ", count: half - length))
        let blank = String(repeating: " ", count: half)
        return part < 0 ? empty + full + "|" + blank : blank + "|" + full + empty
    }
}
