import MotionTypes

/// The error states of the filter, or a row of their covariance: 21 numbers, padded to 24 lanes; the last three stay 0.
///
/// States: 0, 1 tilt about the reference x and y axes (rad); 2 heading offset (rad); 3-5 velocity (m/s); 6-8 gyroscope
/// bias (rad/s); 9-11 accelerometer offset (m/s²); 12-20 the gyroscope's gain error, a 3 x 3 matrix row by row: scale on
/// the diagonal, misalignment beside it.
struct ErrorState: Sendable {
    static let count = 21
    static let lanes = 24

    var elements = InlineArray<24, Double>(repeating: 0)

    subscript(_ i: Int) -> Double {
        @inline(__always) get { elements[i] }
        @inline(__always) set { elements[i] = newValue }
    }
}

/// Independent variances of the error states.
struct StateNoise: Sendable {
    /// About both horizontal axes, in rad².
    var tilt = 0.0
    /// In rad².
    var heading = 0.0
    /// In m²/s².
    var velocity = SIMD3<Double>.zero
    /// In rad²/s².
    var bias = 0.0
    /// In m²/s⁴.
    var accelerometerOffset = 0.0

    static func += (a: inout StateNoise, b: StateNoise) {
        a.tilt += b.tilt
        a.heading += b.heading
        a.velocity += b.velocity
        a.bias += b.bias
        a.accelerometerOffset += b.accelerometerOffset
    }
}

/// The covariance of the filter's error states.
///
/// The loops run over flat rows of fixed length, which the compiler turns into vector instructions.
struct ErrorCovariance: Sendable {
    /// 21 rows of 24 lanes.
    private var elements = InlineArray<504, Double>(repeating: 0)

    /// All zero.
    init() {}

    subscript(_ i: Int, _ j: Int) -> Double {
        @inline(__always) get { elements[i * ErrorState.lanes + j] }
        @inline(__always) set { elements[i * ErrorState.lanes + j] = newValue }
    }

    /// Sums the variances: finite as long as all of them are.
    ///
    /// Mutating, as a copy would cost more than the sum.
    mutating func trace() -> Double {
        withRows { p in
            var sum = 0.0
            for i in 0..<ErrorState.count { sum += p[i * 25] }
            return sum
        }
    }

    /// Adds independent variances.
    mutating func add(_ noise: StateNoise) {
        self[0, 0] += noise.tilt
        self[1, 1] += noise.tilt
        self[2, 2] += noise.heading
        for i in 0..<3 {
            self[3 + i, 3 + i] += noise.velocity[i]
            self[6 + i, 6 + i] += noise.bias
            self[9 + i, 9 + i] += noise.accelerometerOffset
        }
    }

    /// Makes state `i` independent of all others, with the given variance.
    mutating func decouple(_ i: Int, variance: Double) {
        for j in 0..<ErrorState.count {
            self[j, i] = 0
            self[i, j] = 0
        }
        self[i, i] = variance
    }

    // The rows as memory; every pointer is used within the call alone.

    @inline(__always)
    private mutating func withRows<Result>(_ body: (UnsafeMutablePointer<Double>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &elements) {
            $0.withMemoryRebound(to: Double.self, capacity: 504, body)
        }
    }
}

// MARK: - Prediction

/// How the error states follow from those before a step: F, of which only the six rows of tilt, heading and velocity
/// differ from the identity.
struct ErrorTransition: Sendable {
    /// Sum of R·dt in s.
    var turn = Matrix3.zero
    /// The mean rate without bias, in rad/s, in device axes.
    var rate = Vector3.zero
    /// Sum of R·f·dt in m/s.
    var velocityChange = SIMD4<Double>.zero

    /// What F adds to tilt and heading, and to the velocity, of a state with the given parts; lanes x, y, z.
    ///
    /// `tilt` is the tilt before the step; `gain` the gain error times the mean rate.
    @inline(__always)
    func change(
        tilt: (Double, Double), bias: SIMD3<Double>, gain: SIMD3<Double>, offset: SIMD3<Double>
    ) -> (attitude: SIMD4<Double>, velocity: SIMD4<Double>) {
        let drift = bias + gain
        let turned = turn.x * drift.x + turn.y * drift.y + turn.z * drift.z
        var velocity = turn.x * offset.x + turn.y * offset.y + turn.z * offset.z
        // The velocity's change turns with the tilt, whose own change counts by half over the step.
        let (x, y) = (tilt.0 - turned.x / 2, tilt.1 - turned.y / 2)
        let u = velocityChange
        velocity = SIMD4(y * u.z, -x * u.z, x * u.y - y * u.x, 0) - velocity
        return (-turned, velocity)
    }
}

extension ErrorCovariance {
    /// Carries the covariance over one step: P <- F·P·F'.
    mutating func propagate(_ transition: ErrorTransition) {
        withRows { p in
            // The first six rows of F·P.
            var product = InlineArray<144, Double>(repeating: 0)
            withUnsafeMutablePointer(to: &product) {
                $0.withMemoryRebound(to: Double.self, capacity: 144) { a in
                    Self.multiply(p, transition, into: a)
                    for row in 0..<6 {
                        let from = a + row * 24
                        let into = p + row * 24
                        let (attitude, velocity) = transition.change(
                            tilt: (from[0], from[1]), bias: SIMD3(from[6], from[7], from[8]),
                            gain: Self.gain(from, transition.rate), offset: SIMD3(from[9], from[10], from[11]))
                        for i in 0..<3 {
                            into[i] = from[i] + attitude[i]
                            into[3 + i] = from[3 + i] + velocity[i]
                        }
                        for column in 6..<24 { into[column] = from[column] }
                    }
                    for row in 6..<ErrorState.count {
                        for column in 0..<6 { p[row * 24 + column] = a[column * 24 + row] }
                    }
                }
            }
        }
    }

    /// The gain error, as it stands in a row, times the mean rate.
    @inline(__always)
    private static func gain(_ row: UnsafePointer<Double>, _ rate: Vector3) -> SIMD3<Double> {
        SIMD3(
            dot(rate.x, rate.y, rate.z, row[12], row[13], row[14]),
            dot(rate.x, rate.y, rate.z, row[15], row[16], row[17]),
            dot(rate.x, rate.y, rate.z, row[18], row[19], row[20]))
    }

    /// The first six rows of F·P.
    @inline(__always)
    private static func multiply(
        _ p: UnsafePointer<Double>, _ t: ErrorTransition, into a: UnsafeMutablePointer<Double>
    ) {
        let (m, w, u) = (t.turn, t.rate, t.velocityChange)
        for lane in 0..<24 {
            let column = p + lane
            let x = column[144] + dot(w.x, w.y, w.z, column[288], column[312], column[336])
            let y = column[168] + dot(w.x, w.y, w.z, column[360], column[384], column[408])
            let z = column[192] + dot(w.x, w.y, w.z, column[432], column[456], column[480])
            let turnedX = dot(m.x.x, m.y.x, m.z.x, x, y, z)
            let turnedY = dot(m.x.y, m.y.y, m.z.y, x, y, z)
            let turnedZ = dot(m.x.z, m.y.z, m.z.z, x, y, z)
            let (offsetX, offsetY, offsetZ) = (column[216], column[240], column[264])
            let tiltX = column[0] - turnedX / 2
            let tiltY = column[24] - turnedY / 2
            a[lane] = column[0] - turnedX
            a[24 + lane] = column[24] - turnedY
            a[48 + lane] = column[48] - turnedZ
            let speedX = dot(m.x.x, m.y.x, m.z.x, offsetX, offsetY, offsetZ)
            let speedY = dot(m.x.y, m.y.y, m.z.y, offsetX, offsetY, offsetZ)
            let speedZ = dot(m.x.z, m.y.z, m.z.z, offsetX, offsetY, offsetZ)
            a[72 + lane] = column[72] - speedX + tiltY * u.z
            a[96 + lane] = column[96] - speedY - tiltX * u.z
            a[120 + lane] = column[120] - speedZ + tiltX * u.y - tiltY * u.x
        }
    }

    @inline(__always)
    private static func dot(
        _ a: Double, _ b: Double, _ c: Double, _ x: Double, _ y: Double, _ z: Double
    ) -> Double {
        let first = a * x
        let second = b * y
        return first + second + c * z
    }
}

// MARK: - Measurements

extension ErrorCovariance {
    /// Uses a measurement `value` of state `i` with the given variance; the correction so far is `x`.
    ///
    /// A negative variance takes information away again (by the same formulas).
    mutating func measure(state i: Int, value: Double, variance: Double, correction x: inout ErrorState) {
        var gained = InlineArray<24, Double>(repeating: 0)
        withRows { p in
            for lane in 0..<24 { gained[lane] = p[i * 24 + lane] }
            let inverse = 1 / (gained[i] + variance)
            let step = inverse * (value - x[i])
            for lane in 0..<24 { x.elements[lane] += gained[lane] * step }
            for row in 0..<ErrorState.count {
                let factor = gained[row] * inverse
                for lane in 0..<24 { p[row * 24 + lane] -= gained[lane] * factor }
            }
        }
    }

    /// Uses measurements of the states `first`, `first` + 1 and `first` + 2, one after the other, in one pass over the
    /// covariance.
    mutating func measure(
        statesFrom first: Int, values: SIMD3<Double>, variances: SIMD3<Double>, correction x: inout ErrorState
    ) {
        // The rows as each measurement finds them, after those before it.
        var (a, b, c) = (
            InlineArray<24, Double>(repeating: 0), InlineArray<24, Double>(repeating: 0),
            InlineArray<24, Double>(repeating: 0)
        )
        withRows { p in
            let rows = p + first * 24
            for lane in 0..<24 { a[lane] = rows[lane] }
            let inverseA = 1 / (a[first] + variances.x)
            let stepA = inverseA * (values.x - x[first])
            let shareB = a[first + 1] * inverseA
            for lane in 0..<24 {
                x.elements[lane] += a[lane] * stepA
                b[lane] = rows[24 + lane] - a[lane] * shareB
            }
            let inverseB = 1 / (b[first + 1] + variances.y)
            let stepB = inverseB * (values.y - x[first + 1])
            let (shareA, shareC) = (a[first + 2] * inverseA, b[first + 2] * inverseB)
            for lane in 0..<24 {
                x.elements[lane] += b[lane] * stepB
                c[lane] = rows[48 + lane] - a[lane] * shareA - b[lane] * shareC
            }
            let inverseC = 1 / (c[first + 2] + variances.z)
            let stepC = inverseC * (values.z - x[first + 2])
            for lane in 0..<24 { x.elements[lane] += c[lane] * stepC }
            for row in 0..<ErrorState.count {
                let (factorA, factorB, factorC) = (a[row] * inverseA, b[row] * inverseB, c[row] * inverseC)
                let into = p + row * 24
                for lane in 0..<24 {
                    into[lane] -= a[lane] * factorA + b[lane] * factorB + c[lane] * factorC
                }
            }
        }
    }

    /// Uses a measurement of heading + `tilt`·(states 0, 1), which may correct heading and bias alone.
    ///
    /// The covariance of the barred states among themselves stays as it is (Schmidt's consider filter).
    mutating func measureHeading(
        value: Double, tilt: SIMD2<Double>, variance: Double, correction x: inout ErrorState
    ) {
        var gained = InlineArray<24, Double>(repeating: 0)
        withRows { p in
            for lane in 0..<24 { gained[lane] = p[48 + lane] + p[lane] * tilt.x + p[24 + lane] * tilt.y }
            let inverse = 1 / (gained[2] + gained[0] * tilt.x + gained[1] * tilt.y + variance)
            let step = inverse * (value - (x[2] + x[0] * tilt.x + x[1] * tilt.y))
            x[2] += gained[2] * step
            for i in 6..<9 { x[i] += gained[i] * step }
            for row in 0..<ErrorState.count {
                let factor = gained[row] * inverse
                let into = p + row * 24
                if row == 2 || (row >= 6 && row < 9) {
                    for lane in 0..<24 { into[lane] -= gained[lane] * factor }
                } else {
                    into[2] -= gained[2] * factor
                    for i in 6..<9 { into[i] -= gained[i] * factor }
                }
            }
        }
    }
}

// MARK: - Going back

extension ErrorCovariance {
    /// The numbers of one triangle.
    static let packedCount = ErrorState.count * (ErrorState.count + 1) / 2

    /// Writes the lower triangle.
    mutating func pack(into target: UnsafeMutablePointer<Double>) {
        withRows { p in
            var next = target
            for i in 0..<ErrorState.count {
                for j in 0...i { next[j] = p[i * ErrorState.lanes + j] }
                next += i + 1
            }
        }
    }

    /// A covariance from its lower triangle.
    init(unpacking source: UnsafePointer<Double>) {
        self.init()
        withRows { p in
            var next = source
            for i in 0..<ErrorState.count {
                for j in 0...i {
                    p[i * ErrorState.lanes + j] = next[j]
                    p[j * ErrorState.lanes + i] = next[j]
                }
                next += i + 1
            }
        }
    }

    /// P·v.
    mutating func multiply(_ v: ErrorState) -> ErrorState {
        withRows { p in
            var result = ErrorState()
            for j in 0..<ErrorState.count {
                let factor = v[j]
                for lane in 0..<24 { result.elements[lane] += p[j * 24 + lane] * factor }
            }
            return result
        }
    }

    /// P⁻¹·v by Cholesky's method; the covariance is lost to its factor.
    ///
    /// A state that is not uncertain at all, such as a gain error that is switched off, counts as nearly so.
    mutating func solve(_ v: ErrorState) -> ErrorState {
        withRows { p in
            let n = ErrorState.count
            var result = v
            // Column by column: the rest of the matrix loses what a column explains.
            for k in 0..<n {
                let pivot = max(p[k * 25], 1e-14)
                let root = pivot.squareRoot()
                let inverse = 1 / root
                let column = p + k * 24
                for lane in k..<n { column[lane] *= inverse }
                column[k] = root
                result[k] *= inverse
                let value = result[k]
                for row in (k + 1)..<n where column[row] != 0 {
                    let factor = column[row]
                    let into = p + row * 24
                    for lane in row..<n { into[lane] -= column[lane] * factor }
                    result[row] -= factor * value
                }
            }
            for k in stride(from: n - 1, through: 0, by: -1) {
                let column = p + k * 24
                var value = result[k]
                for lane in (k + 1)..<n { value -= column[lane] * result[lane] }
                result[k] = value / column[k]
            }
            return result
        }
    }
}

extension ErrorTransition {
    /// F'·y.
    func transposed(_ y: ErrorState) -> ErrorState {
        var result = y
        let (a, b, c) = (y[3], y[4], y[5])
        let u = velocityChange
        let x = c * u.y - b * u.z
        let z = a * u.z - c * u.x
        result[0] += x
        result[1] += z
        let attitude = SIMD4(y[0] + x / 2, y[1] + z / 2, y[2], 0)
        let speed = SIMD4(a, b, c, 0)
        let columns = [turn.x, turn.y, turn.z]
        for i in 0..<3 {
            let drift = (columns[i] * attitude).sum()
            result[6 + i] -= drift
            result[9 + i] -= (columns[i] * speed).sum()
            result[12 + 3 * i] -= drift * rate.x
            result[13 + 3 * i] -= drift * rate.y
            result[14 + 3 * i] -= drift * rate.z
        }
        return result
    }

    /// The states before the step from those after it: F⁻¹·y, but for the velocity, which says nothing of the others.
    func undone(_ y: ErrorState) -> ErrorState {
        let gain = SIMD3(
            y[12] * rate.x + y[13] * rate.y + y[14] * rate.z, y[15] * rate.x + y[16] * rate.y + y[17] * rate.z,
            y[18] * rate.x + y[19] * rate.y + y[20] * rate.z)
        let drift = SIMD3(y[6], y[7], y[8]) + gain
        let turned = turn.x * drift.x + turn.y * drift.y + turn.z * drift.z
        var result = y
        for i in 0..<3 { result[i] += turned[i] }
        return result
    }
}
