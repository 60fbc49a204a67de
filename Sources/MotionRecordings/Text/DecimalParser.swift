/// Turns decimal text into the nearest double, without allocation for all but the rarest numbers.
///
/// Every number of at most 19 significant digits and a decimal exponent in -27...27 is rounded exactly with one integer
/// multiplication or division of 128 bits (5^27 < 2^64); up to 2^53 and 10^22 one operation in floating point is exact
/// already (Clinger, "How to read floating point numbers accurately", 1990). The rest goes to the standard library,
/// which reads numbers without regard to the locale.
struct DecimalParser {
    /// 10^0 to 10^22, all exact as doubles; never written to after its making, and kept for the life of the process.
    nonisolated(unsafe) private static let tens: UnsafePointer<Double> = {
        let table = UnsafeMutablePointer<Double>.allocate(capacity: 23)
        var power = 1.0
        for index in 0..<23 {
            table[index] = power
            power *= 10
        }
        return UnsafePointer(table)
    }()

    /// 5^0 to 5^27, as constant.
    nonisolated(unsafe) private static let fives: UnsafePointer<UInt64> = {
        let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 28)
        var power: UInt64 = 1
        for index in 0..<28 {
            table[index] = power
            power &*= 5
        }
        return UnsafePointer(table)
    }()

    private let tens = DecimalParser.tens
    private let fives = DecimalParser.fives

    /// The byte that separates the fraction: a point or a comma.
    let decimalMark: UInt8

    /// Bytes that must be readable after the end of the text, for reading eight digits at a time.
    static let padding = 16

    /// Reads the number that starts at `p` and moves `p` behind it.
    ///
    /// The text has to end in a byte that is no part of a number (a line feed, say), followed by `padding` bytes.
    /// Returns false, with `p` where it was, if no number starts there. The value may be infinite.
    @inline(__always)
    func parse(_ p: inout UnsafePointer<UInt8>, into value: inout Double) -> Bool {
        let start = p
        var q = p
        let negative = q.pointee == UInt8(ascii: "-")
        if negative || q.pointee == UInt8(ascii: "+") { q += 1 }
        var mantissa: UInt64 = 0
        let integerStart = q
        var digit = q.pointee &- 48
        while digit < 10 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            q += 1
            digit = q.pointee &- 48
        }
        var digits = q - integerStart
        var exponent = 0
        if q.pointee == decimalMark {
            q += 1
            let fractionStart = q
            while let eight = Self.eightDigits(q) {
                mantissa = mantissa &* 100_000_000 &+ eight
                q += 8
            }
            digit = q.pointee &- 48
            while digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                q += 1
                digit = q.pointee &- 48
            }
            exponent = fractionStart - q
            digits -= exponent
        }
        guard digits > 0 else { return false }
        if q.pointee | 0x20 == UInt8(ascii: "e") { Self.parseExponent(&q, into: &exponent) }
        p = q
        guard digits <= 19 || Self.significantDigits(from: integerStart, to: q) <= 19,
            let magnitude = exact(mantissa, exponent)
        else {
            return Self.parseSlowly(from: start, to: q, decimalMark: decimalMark, into: &value)
        }
        value = negative ? -magnitude : magnitude
        return true
    }

    /// `mantissa`·10^`exponent` rounded to the nearest double, ties to even; nil where that takes more than 128 bits.
    @inline(__always)
    private func exact(_ mantissa: UInt64, _ exponent: Int) -> Double? {
        if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            return exponent < 0 ? Double(mantissa) / tens[-exponent] : Double(mantissa) * tens[exponent]
        }
        if mantissa == 0 { return 0 }
        guard exponent >= -27, exponent <= 27 else { return nil }
        return exponent < 0 ? quotient(mantissa, -exponent) : product(mantissa, exponent)
    }

    /// `mantissa` / 10^`power`: a quotient of at least 63 bits and whether something remains decide the rounding.
    private func quotient(_ mantissa: UInt64, _ power: Int) -> Double {
        let divisor = fives[power]
        let divisorShift = divisor.leadingZeroBitCount
        let mantissaShift = mantissa.leadingZeroBitCount
        let dividend = mantissa << UInt64(mantissaShift)
        let (quotient, remainder) = (divisor << UInt64(divisorShift))
            .dividingFullWidth((dividend >> 1, dividend << 63))
        return Self.round(
            quotient, sticky: remainder != 0, exponent: divisorShift - mantissaShift - power - 63)
    }

    /// `mantissa`·10^`power` from the full 128 bits of the product with the power of five.
    private func product(_ mantissa: UInt64, _ power: Int) -> Double {
        let (high, low) = mantissa.multipliedFullWidth(by: fives[power])
        guard high != 0 else { return Self.round(low, sticky: false, exponent: power) }
        let shift = high.leadingZeroBitCount
        let top = shift == 0 ? high : high << UInt64(shift) | low >> UInt64(64 - shift)
        return Self.round(top, sticky: low << UInt64(shift) != 0, exponent: power + 64 - shift)
    }

    /// `bits`·2^`exponent`, and a little more if `sticky`, rounded to the nearest double, ties to even.
    ///
    /// The result is a normal number for every exponent that the callers can form.
    private static func round(_ bits: UInt64, sticky: Bool, exponent: Int) -> Double {
        let shift = bits.leadingZeroBitCount
        let normalized = bits << UInt64(shift)
        var significand = normalized >> 11
        let rest = normalized & 0x7FF
        if rest > 0x400 || (rest == 0x400 && (sticky || significand & 1 == 1)) { significand += 1 }
        // A significand that was rounded up to 2^53 is exact as a double, so the scaling below stays exact.
        return Double(sign: .plus, exponent: exponent - shift + 11, significand: Double(significand))
    }

    /// The value of the eight digits at `p`, or nil if one of the eight bytes is no digit.
    @inline(__always)
    private static func eightDigits(_ p: UnsafePointer<UInt8>) -> UInt64? {
        let word = UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
        let zeros: UInt64 = 0x3030_3030_3030_3030
        // Digits are 0x30 to 0x39: the high half of each byte is 3, and stays 3 when 6 is added.
        guard word & 0xF0F0_F0F0_F0F0_F0F0 == zeros,
            (word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0 == zeros
        else { return nil }
        // Neighbours are joined in three steps: eight digits, four numbers below 100, two below 10,000, one.
        var digits = word &- zeros
        digits = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits &* 100 &+ digits >> 16) & 0x0000_FFFF_0000_FFFF
        return (digits &* 10_000 &+ digits >> 32) & 0xFFFF_FFFF
    }

    /// Reads an exponent behind an `e`; leaves everything alone if there are no digits, so that the `e` is left over.
    private static func parseExponent(_ q: inout UnsafePointer<UInt8>, into exponent: inout Int) {
        var r = q + 1
        let negative = r.pointee == UInt8(ascii: "-")
        if negative || r.pointee == UInt8(ascii: "+") { r += 1 }
        let start = r
        var power = 0
        while r.pointee &- 48 < 10 {
            // Beyond any double's range nothing changes any more, and nothing may overflow.
            if power < 1_000_000 { power = power * 10 + Int(r.pointee &- 48) }
            r += 1
        }
        guard r > start else { return }
        q = r
        exponent += negative ? -power : power
    }

    /// The digits of a number without its leading zeros, which do not count.
    private static func significantDigits(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Int {
        var count = 0
        var p = start
        while p < end, p.pointee | 0x20 != UInt8(ascii: "e") {
            if p.pointee &- 48 < 10, count > 0 || p.pointee != 48 { count += 1 }
            p += 1
        }
        return count
    }

    /// Reads a number that is too long or too large for the exact path.
    @inline(never)
    private static func parseSlowly(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, decimalMark: UInt8, into value: inout Double
    ) -> Bool {
        var text = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        if decimalMark != UInt8(ascii: ".") {
            text = String(decoding: text.utf8.map { $0 == decimalMark ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        }
        guard let number = Double(text) else { return false }
        value = number
        return true
    }
}
