/// Turns doubles into the shortest decimal text that reads back to the same bits.
///
/// Two different decimals of at most 15 digits never read as the same double, so a decimal of at most 15 digits that
/// reads back to a value is the shortest one once its trailing zeros are gone. Whether there is one is found with one
/// multiplication and one division, which is exact (integer below 2^53, power of ten up to 10^22). Values from files are
/// nearly all of this kind; the others are left to the standard library.
enum DecimalFormatter {
    /// Writes a value and returns the number of bytes, at most 32.
    static func write(_ value: Double, to p: UnsafeMutablePointer<UInt8>) -> Int {
        guard value.isFinite else { return writeSlowly(value, to: p) }
        let magnitude = value.magnitude
        var q = p
        if value.sign == .minus {
            q[0] = UInt8(ascii: "-")
            q += 1
        }
        if magnitude < 1e15, magnitude == magnitude.rounded(.towardZero) {
            return q - p + write(digits: UInt64(magnitude), to: q)
        }
        if magnitude < 1e6, let count = write(magnitude, decimals: 9, scale: 1e9, to: q) { return q - p + count }
        if magnitude < 1, let count = write(magnitude, decimals: 15, scale: 1e15, to: q) { return q - p + count }
        if magnitude < 1e10, magnitude >= 1e6, let count = write(magnitude, decimals: 5, scale: 1e5, to: q) {
            return q - p + count
        }
        return writeSlowly(value, to: p)
    }

    /// Writes an integer and returns the number of digits.
    static func write(digits value: UInt64, to p: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        put(value, digits: count, to: p)
        return count
    }

    /// Writes a magnitude with at most so many decimals and returns the number of bytes; nil if it takes more decimals.
    @inline(__always)
    private static func write(
        _ magnitude: Double, decimals: Int, scale: Double, to p: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        let scaled = (magnitude * scale).rounded()
        guard scaled / scale == magnitude else { return nil }
        let power = UInt64(scale)
        let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: power)
        var count = write(digits: whole, to: p)
        p[count] = UInt8(ascii: ".")
        count += 1
        put(fraction, digits: decimals, to: p + count)
        count += decimals
        while p[count - 1] == UInt8(ascii: "0") { count -= 1 }
        return count
    }

    /// Writes the last `digits` digits of a number, with leading zeros.
    private static func put(_ value: UInt64, digits: Int, to p: UnsafeMutablePointer<UInt8>) {
        var rest = value
        var index = digits
        while index > 0 {
            index -= 1
            let tenth = rest / 10
            p[index] = UInt8(truncatingIfNeeded: rest &- tenth &* 10) &+ 48
            rest = tenth
        }
    }

    @inline(never)
    private static func writeSlowly(_ value: Double, to p: UnsafeMutablePointer<UInt8>) -> Int {
        var text = value.isNaN ? "nan" : value.description
        return text.withUTF8 { bytes in
            for (index, byte) in bytes.prefix(32).enumerated() { p[index] = byte }
            return min(32, bytes.count)
        }
    }
}
