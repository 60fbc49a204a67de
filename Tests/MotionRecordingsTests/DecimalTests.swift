import Testing

@testable import MotionRecordings

@Suite("Decimal numbers")
struct DecimalTests {
    /// Parses a text as a cell would be, and says how much of it was used.
    private func parse(_ text: String, mark: Character = ".") -> (value: Double, used: Int)? {
        let bytes = Array(text.utf8) + [10] + [UInt8](repeating: 0x39, count: DecimalParser.padding)
        return bytes.withUnsafeBufferPointer { buffer -> (Double, Int)? in
            guard let base = buffer.baseAddress else { return nil }
            var p = base
            var value = 0.0
            let parser = DecimalParser(decimalMark: mark.asciiValue ?? 46)
            return parser.parse(&p, into: &value) ? (value, p - base) : nil
        }
    }

    private func expectExact(_ text: String) {
        let expected = Double(text)
        let parsed = parse(text)
        #expect(parsed?.value.bitPattern == expected?.bitPattern, "\(text)")
        #expect(parsed?.used == text.utf8.count, "\(text)")
    }

    @Test(
        "numbers at the edges of rounding and of the exact paths read as the standard library reads them",
        arguments: [
            "0", "-0", "0.0", "-0.0", "1", "+1.5", ".5", "5.", "9007199254740993", "9007199254740992.5",
            "9007199254740991e22", "9007199254740993e22", "18446744073709551615", "18446744073709551616",
            "1e22", "1e23", "1e27", "1e28", "1e-22", "1e-23", "1e-27", "1e-28", "123456789012345678e-27",
            "9999999999999999999e27", "9999999999999999999e-27", "0.1", "0.30000000000000004",
            "2.2250738585072014e-308",
            "4.9e-324", "1e-400", "1e400", "-1e400", "1.7976931348623157e308", "0.000000000000000000000000000012345",
            "00000000000000000000000012345.678", "12345678901234567890123456789", "1.40363657975856E+018",
            "8.5e1", "1E5", "0e999999999999999999999", "1e-99999999999999999999", "-0.38804299999999997",
            "1663326947268860700", "0.125", "4503599627370496.5", "4503599627370497.5", "67108864.00000000745058059692",
        ])
    func edges(text: String) { expectExact(text) }

    @Test("random decimals of every length read as the standard library reads them")
    func random() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<60_000 {
            let digits = (0..<Int.random(in: 1...23, using: &generator)).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }
            var text = digits.joined()
            let point = Int.random(in: 0...digits.count, using: &generator)
            text.insert(".", at: text.index(text.startIndex, offsetBy: point))
            if Bool.random(using: &generator) { text += "e\(Int.random(in: -40...40, using: &generator))" }
            if Bool.random(using: &generator) { text = "-" + text }
            expectExact(text)
        }
    }

    @Test("decimals halfway between two doubles, and next to that, are rounded to even")
    func halfway() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let odd = UInt64.random(in: 1 << 53..<1 << 63, using: &generator) | 1
            // Whole numbers above 2^53 with the bits below the significand at one half.
            let shift = UInt64(64 - odd.leadingZeroBitCount - 53)
            let half = shift == 0 ? odd : (odd >> shift) << shift | 1 << (shift - 1)
            for value in [half - 1, half, half + 1] {
                expectExact(String(value))
                expectExact("\(value)e-20")
                expectExact("\(value)e15")
            }
        }
    }

    @Test(
        "what is no number is refused and used up to nothing",
        arguments: ["", "-", "+", ".", "-.", "e5", "nan", "x1", "--1"])
    func refused(text: String) { #expect(parse(text) == nil) }

    @Test("a number ends where its text ends")
    func ends() {
        #expect(parse("12e")?.used == 2)
        #expect(parse("12e+,")?.used == 2)
        #expect(parse("1.2.3")?.used == 3)
        #expect(parse("3,25", mark: ",")?.value == 3.25)
        #expect(parse("1,2345678901234567890123", mark: ",")?.value == 1.2345678901234567890123)
    }

    private func format(_ value: Double) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = bytes.withUnsafeMutableBufferPointer {
            $0.baseAddress.map { DecimalFormatter.write(value, to: $0) } ?? 0
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test(
        "numbers are written short",
        arguments: [
            (0.0, "0"), (-0.0, "-0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (2713.982799542, "2713.982799542"),
            (-0.99148563, "-0.99148563"), (1e-5, "0.00001"), (123456789, "123456789"),
            (0.000000000000001, "0.000000000000001"),
            (1663326947.26886, "1663326947.26886"), (.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"),
            (0.1 + 0.2, "0.30000000000000004"), (999999.999999999, "999999.999999999"),
        ])
    func short(value: Double, text: String) { #expect(format(value) == text) }

    @Test("every double reads back to its bits and takes no more digits than it must")
    func roundTrip() {
        func digits(_ text: String) -> Int {
            let mantissa = text.split(separator: "e")[0].filter(\.isNumber)
            let stripped = mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }
            return stripped.count
        }
        var generator = SeededGenerator(seed: 3)
        for round in 0..<60_000 {
            let value =
                switch round % 4 {
                case 0: Double(bitPattern: generator.next())
                case 1: Double.random(in: -10...10, using: &generator)
                case 2: (Double.random(in: -10...10, using: &generator) * 1e6).rounded() / 1e6
                default: (Double.random(in: 0...1e12, using: &generator) * 1e3).rounded() / 1e3
                }
            guard value.isFinite else { continue }
            let text = format(value)
            #expect(Double(text)?.bitPattern == value.bitPattern)
            #expect(digits(text) == digits(value.description), "\(text) \(value)")
        }
    }
}
