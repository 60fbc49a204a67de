extension String {
    /// The text for one line of a terminal: control characters, which could move the cursor or colour what follows, and
    /// characters that turn the direction of writing are escaped as in Swift.
    package var printable: String {
        var text = ""
        for scalar in unicodeScalars {
            let kind = scalar.properties.generalCategory
            if [.control, .lineSeparator, .paragraphSeparator].contains(kind) || scalar.properties.isBidiControl {
                text += scalar.escaped(asASCII: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// A file name that is not UTF-8, with the bytes beyond ASCII escaped as `\xE9`.
    init(escapingFileName bytes: UnsafePointer<CChar>) {
        self = ""
        var p = bytes
        while p.pointee != 0 {
            let byte = UInt8(bitPattern: p.pointee)
            if (32..<127).contains(byte) {
                unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                self += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            p += 1
        }
    }
}
