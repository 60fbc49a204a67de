/// The options behind the `?` of a source's words, taken one by one; what is left over is an error.
struct SourceQuery {
    private var values: [(key: String, value: String)] = []

    /// Splits `NAME?key=value&…`; a `?` that no `key=value` follows belongs to the name.
    static func split(_ text: String) throws(SourceError) -> (name: String, query: SourceQuery) {
        guard let mark = text.lastIndex(of: "?"), text[mark...].contains("=") else { return (text, SourceQuery()) }
        var query = SourceQuery()
        for pair in text[text.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw SourceError("source option ‘\(pair)’: expected key=value") }
            query.values.append((String(parts[0]), String(parts[1])))
        }
        return (String(text[..<mark]), query)
    }

    mutating func takeReplayOptions() throws(SourceError) -> ReplayOptions {
        var options = ReplayOptions()
        if let speed = take("speed") {
            guard let value = speed == "max" ? .infinity : Double(speed), value > 0 else {
                throw SourceError("source option speed=\(speed): expected a number above 0 or max")
            }
            options.speed = value
        }
        if let loop = take("loop") {
            guard loop == "1" || loop == "0" else { throw SourceError("source option loop=\(loop): expected 0 or 1") }
            options.loops = loop == "1"
        }
        options.motionPolicy = try take("motion", as: MotionPolicy.self) ?? .automatic
        return options
    }

    mutating func takeSeed() throws(SourceError) -> UInt64? {
        guard let text = take("seed") else { return nil }
        guard let seed = UInt64(text) else {
            throw SourceError("source option seed=\(text): expected a whole number from 0 to \(UInt64.max)")
        }
        return seed
    }

    mutating func takeNumber(_ key: String, in range: ClosedRange<Double>) throws(SourceError) -> Double? {
        guard let text = take(key) else { return nil }
        guard let value = Double(text), range.contains(value) else {
            throw SourceError(
                "source option \(key)=\(text): expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    mutating func take<Choice>(_ key: String, as type: Choice.Type) throws(SourceError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = take(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            throw SourceError("source option \(key)=\(text): expected \(known)")
        }
        return choice
    }

    /// Fails if an option was given that nothing took.
    func finish() throws(SourceError) {
        if let extra = values.first { throw SourceError("unknown source option ‘\(extra.key)’") }
    }

    private mutating func take(_ key: String) -> String? {
        guard let index = values.lastIndex(where: { $0.key == key }) else { return nil }
        let value = values[index].value
        values.removeAll { $0.key == key }
        return value
    }
}
