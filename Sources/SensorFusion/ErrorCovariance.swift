/// The covariance of the filter's 15 error states, and the corrections gathered within a step.
///
/// States: 0, 1 tilt about the reference x and y axes (rad); 2 heading offset (rad); 3-5 velocity (m/s); 6-8 gyroscope
/// bias (rad/s); 9-11 accelerometer offset (m/s²); 12-14 gyroscope scale error. Rows are padded to 16 lanes; the last
/// lane stays zero.
struct ErrorCovariance: Sendable {
    typealias Row = SIMD16<Double>

    var rows = InlineArray<15, Row>(repeating: .zero)

    /// A diagonal covariance.
    init(diagonal: Row) {
        for i in 0..<15 { rows[i][i] = diagonal[i] }
    }

    /// The variances; lane 15 is zero.
    var diagonal: Row {
        Row(
            rows[0][0], rows[1][1], rows[2][2], rows[3][3], rows[4][4], rows[5][5], rows[6][6], rows[7][7], rows[8][8],
            rows[9][9], rows[10][10], rows[11][11], rows[12][12], rows[13][13], rows[14][14], 0)
    }

    /// Adds independent variances.
    mutating func add(diagonal: Row) {
        for i in 0..<15 { rows[i][i] += diagonal[i] }
    }

    /// Makes state `i` independent of all others, with the given variance.
    mutating func decouple(_ i: Int, variance: Double) {
        for j in 0..<15 { rows[j][i] = 0 }
        rows[i] = .zero
        rows[i][i] = variance
    }

    /// Carries the covariance over one step: P <- F·P·F'.
    ///
    /// `turn` is the sum of R·dt, `scaledTurn` that of R·diag(rate)·dt, `velocityChange` that of R·f·dt. Only the six
    /// rows of tilt, heading and velocity of F differ from the identity.
    mutating func propagate(turn: Matrix3, scaledTurn: Matrix3, velocityChange u: SIMD4<Double>) {
        let a = Self.transition(rows, turn, scaledTurn, u)
        // Column k of F·P, which by symmetry is also the new row k of the states that F leaves alone.
        var columns = InlineArray<15, SIMD8<Double>>(repeating: .zero)
        for k in 0..<15 { columns[k] = SIMD8(a[0][k], a[1][k], a[2][k], a[3][k], a[4][k], a[5][k], 0, 0) }
        let block = Self.transition(columns, turn, scaledTurn, u)
        for i in 0..<6 {
            rows[i] = a[i]
            for j in 0..<6 { rows[i][j] = block[i][j] }
        }
        for k in 6..<15 {
            for j in 0..<6 { rows[k][j] = columns[k][j] }
        }
    }

    /// The first six rows of F·X for a matrix X of 15 rows.
    @inline(__always)
    private static func transition<V: SIMD>(
        _ x: borrowing InlineArray<15, V>, _ m: Matrix3, _ w: Matrix3, _ u: SIMD4<Double>
    ) -> InlineArray<6, V> where V.Scalar == Double {
        var result = InlineArray<6, V>(repeating: .zero)
        var turned = InlineArray<3, V>(repeating: .zero)
        for r in 0..<3 {
            let rate = x[6] * m.x[r] + x[7] * m.y[r] + x[8] * m.z[r]
            let scale = x[12] * w.x[r] + x[13] * w.y[r] + x[14] * w.z[r]
            turned[r] = rate + scale
            result[r] = x[r] - turned[r]
            let offset = x[9] * m.x[r] + x[10] * m.y[r] + x[11] * m.z[r]
            result[3 + r] = x[3 + r] - offset
        }
        // The velocity's change turns with the tilt, whose own change counts by half over the step.
        let tiltX = x[0] - turned[0] * 0.5
        let tiltY = x[1] - turned[1] * 0.5
        result[3] += tiltY * u.z
        result[4] -= tiltX * u.z
        result[5] += tiltX * u.y - tiltY * u.x
        return result
    }

    /// Uses a measurement `value` of state `i` with the given variance; the correction so far is `x`.
    ///
    /// A negative variance takes information away again (by the same formulas).
    mutating func measure(state i: Int, value: Double, variance: Double, correction x: inout Row) {
        let ph = rows[i]
        let inverse = 1 / (ph[i] + variance)
        x += ph * (inverse * (value - x[i]))
        for k in 0..<15 { rows[k] -= ph * (ph[k] * inverse) }
    }

    /// Uses a measurement of heading + `tilt`·(states 0, 1), which may correct heading and bias alone.
    ///
    /// The covariance of the barred states among themselves stays as it is (Schmidt's consider filter).
    mutating func measureHeading(
        value: Double, tilt: SIMD2<Double>, variance: Double, correction x: inout Row
    ) {
        let ph = rows[2] + rows[0] * tilt.x + rows[1] * tilt.y
        let inverse = 1 / (ph[2] + ph[0] * tilt.x + ph[1] * tilt.y + variance)
        let innovation = value - (x[2] + x[0] * tilt.x + x[1] * tilt.y)
        let allowed: Row = [0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
        let barred = ph * allowed
        x += barred * (inverse * innovation)
        for k in 0..<15 { rows[k] -= (allowed[k] > 0 ? ph : barred) * (ph[k] * inverse) }
    }
}
