import MotionTypes

/// What a column's name says about it: the quantity, the axis and the unit.
struct ColumnName {
    /// The quantities that columns hold.
    enum Quantity {
        case time, acceleration, gyroscope, magnetometer, quaternion, rotationRate, gravity, userAcceleration
        case roll, pitch, yaw, heading
    }

    private(set) var quantity: Quantity?
    /// The axis as an offset from the quantity's first slot; for a quaternion w, x, y, z, else x, y, z.
    private(set) var axis = 0
    /// The unit in lower case without blanks; nil if the name has none.
    private(set) var unit: String?

    /// Takes a name such as `acc_x(m/s^2)`, `gyrX [deg/s]`, `time_ms` or `w_RS_S_x [rad s^-1]` apart.
    init(_ name: String) {
        var stem = name[...]
        for (open, close) in [("(", ")"), ("[", "]")] {
            if let start = stem.lastIndex(of: Character(open)), let end = stem.lastIndex(of: Character(close)),
                start < end
            {
                unit = Self.normalized(unit: stem[stem.index(after: start)..<end])
                stem = stem[..<start]
                break
            }
        }
        var words = Self.words(of: stem)
        if unit == nil, words.count > 1, let last = words.last, UnitName.time[last] != nil {
            unit = last
            words.removeLast()
        }
        classify(words.joined())
    }

    private mutating func classify(_ joined: String) {
        if let quantity = Self.whole[joined] {
            self.quantity = quantity
            return
        }
        guard let last = joined.last, let position = "wxyz".firstIndex(of: last) else { return }
        let index = "wxyz".distance(from: "wxyz".startIndex, to: position)
        guard let quantity = Self.stems[String(joined.dropLast())] else { return }
        if quantity == .quaternion {
            axis = index
        } else if index > 0 {
            axis = index - 1
        } else {
            return
        }
        self.quantity = quantity
    }

    /// The words of a name in lower case: parted by anything but letters and digits and before capitals.
    private static func words(of name: Substring) -> [String] {
        var words: [String] = [""]
        var lastWasLower = false
        for character in name {
            let isPart = character.isLetter || character.isNumber
            if (!isPart || (character.isUppercase && lastWasLower)) && words.last != "" { words.append("") }
            if isPart { words[words.count - 1] += character.lowercased() }
            lastWasLower = character.isLowercase
        }
        return words.filter { !$0.isEmpty }
    }

    /// A unit in lower case without blanks and carets.
    ///
    /// Where UTF-8 was taken for Latin-1, an Â stands before ², µ and °; where it is the other way round, U+FFFD stands
    /// for each of them.
    private static func normalized(unit: Substring) -> String {
        String(
            unit.lowercased().filter { !$0.isWhitespace && $0 != "^" && $0 != "â" }
                .map { ["²": "2", "µ": "u", "μ": "u"][$0] ?? $0 })
    }

    private static let whole: [String: Quantity] = [
        "time": .time, "t": .time, "timestamp": .time, "secondselapsed": .time, "elapsedtime": .time,
        "timeelapsed": .time,
        "elapsed": .time, "roll": .roll, "pitch": .pitch, "yaw": .yaw, "attituderoll": .roll, "attitudepitch": .pitch,
        "attitudeyaw": .yaw, "heading": .heading,
    ]

    private static let stems: [String: Quantity] = [
        "a": .acceleration, "acc": .acceleration, "accel": .acceleration, "acceleration": .acceleration,
        "accelerometer": .acceleration, "accelerometeracceleration": .acceleration, "totalacceleration": .acceleration,
        "ars": .acceleration, "arss": .acceleration, "gf": .acceleration, "rawacceleration": .acceleration,
        "g": .gyroscope, "w": .gyroscope, "gyr": .gyroscope, "gyro": .gyroscope, "gyroscope": .gyroscope,
        "omega": .gyroscope, "wrss": .gyroscope, "angularvelocity": .gyroscope, "gyrorotation": .gyroscope,
        "rotationrate": .rotationRate,
        "m": .magnetometer, "mag": .magnetometer, "magnetometer": .magnetometer, "magneticfield": .magnetometer,
        "q": .quaternion, "quat": .quaternion, "quaternion": .quaternion, "attitude": .quaternion,
        "gravity": .gravity, "grav": .gravity,
        "useracceleration": .userAcceleration, "useraccel": .userAcceleration, "useracc": .userAcceleration,
        "linearacceleration": .userAcceleration, "linearaccel": .userAcceleration, "linacc": .userAcceleration,
    ]
}

/// The units that column names carry, in lower case without blanks and carets, with what brings them into ours.
enum UnitName {
    /// Into seconds.
    static let time: [String: Conversion] = [
        "s": .none, "sec": .none, "secs": .none, "second": .none, "seconds": .none,
        "ms": Conversion(factor: 1, divisor: 1e3), "us": Conversion(factor: 1, divisor: 1e6),
        "ns": Conversion(factor: 1, divisor: 1e9),
    ]
    /// Into G.
    static let acceleration: [String: Conversion] = {
        var units = ["g": Conversion.none, "mg": Conversion(factor: 1, divisor: 1e3)]
        for name in ["m/s2", "m/s\u{FFFD}", "m/s/s", "ms-2", "mps2", "m*s-2", "m·s-2"] {
            units[name] = Conversion(factor: 1, divisor: Units.standardGravity)
        }
        return units
    }()
    /// Into rad/s.
    static let rotationRate: [String: Conversion] = {
        var units: [String: Conversion] = [:]
        for name in ["rad/s", "rads-1", "rads", "radians/s", "rad/sec"] { units[name] = Conversion.none }
        for name in ["deg/s", "dps", "°/s", "\u{FFFD}/s", "degs-1", "degrees/s", "deg/sec"] {
            units[name] = Conversion(factor: Units.radiansPerDegree, divisor: 1)
        }
        units["mdps"] = Conversion(factor: Units.radiansPerDegree, divisor: 1e3)
        return units
    }()
    /// Into µT.
    static let magneticField: [String: Conversion] = [
        "ut": .none, "\u{FFFD}t": .none, "microtesla": .none, "nt": Conversion(factor: 1, divisor: 1e3),
        "mt": Conversion(factor: 1e3, divisor: 1),
        "t": Conversion(factor: 1e6, divisor: 1), "g": Conversion(factor: Units.microteslasPerGauss, divisor: 1),
        "gauss": Conversion(factor: Units.microteslasPerGauss, divisor: 1),
        "mg": Conversion(factor: Units.microteslasPerGauss, divisor: 1e3),
        "mgauss": Conversion(factor: Units.microteslasPerGauss, divisor: 1e3),
    ]
    /// Into radians.
    static let angle: [String: Conversion] = [
        "rad": .none, "radians": .none, "deg": Conversion(factor: Units.radiansPerDegree, divisor: 1),
        "degrees": Conversion(factor: Units.radiansPerDegree, divisor: 1),
        "°": Conversion(factor: Units.radiansPerDegree, divisor: 1),
    ]
}
