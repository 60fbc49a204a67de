import MotionSources
import MotionTypes
import Testing

@testable import SensorFusion

/// The covariance's quick ways beside plain matrices.
@Suite("The error covariance")
struct ErrorCovarianceTests {
    private typealias Matrix = [[Double]]

    private func product(_ a: Matrix, _ b: Matrix) -> Matrix {
        a.map { row in b[0].indices.map { j in row.indices.reduce(0) { $0 + row[$1] * b[$1][j] } } }
    }
    private func transposed(_ a: Matrix) -> Matrix { a[0].indices.map { j in a.map { $0[j] } } }
    private func matrix(_ p: ErrorCovariance) -> Matrix { (0..<21).map { i in (0..<21).map { p[i, $0] } } }
    private func difference(_ a: Matrix, _ b: Matrix) -> Double {
        zip(a, b).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
    }

    /// A random covariance and transition.
    private func random(_ seed: UInt64) -> (ErrorCovariance, ErrorTransition) {
        var random = SimulatorRandom(seed: seed, stream: 3)
        let root = (0..<21).map { _ in (0..<21).map { _ in random.uniform(-1, 1) } }
        let square = product(root, transposed(root))
        var covariance = ErrorCovariance()
        for i in 0..<21 { for j in 0..<21 { covariance[i, j] = square[i][j] + (i == j ? 0.5 : 0) } }
        func column() -> SIMD4<Double> {
            SIMD4(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0)
        }
        let transition = ErrorTransition(
            turn: Matrix3(x: column(), y: column(), z: column()),
            rate: Vector3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)),
            velocityChange: column())
        return (covariance, transition)
    }

    /// F as a plain matrix.
    private func plain(_ t: ErrorTransition) -> Matrix {
        var f: Matrix = (0..<21).map { i in (0..<21).map { $0 == i ? 1 : 0 } }
        let (m, w, u) = ([t.turn.x, t.turn.y, t.turn.z], [t.rate.x, t.rate.y, t.rate.z], t.velocityChange)
        for r in 0..<3 {
            for i in 0..<3 {
                f[r][6 + i] = -m[i][r]
                f[3 + r][9 + i] = -m[i][r]
                for j in 0..<3 { f[r][12 + 3 * i + j] = -m[i][r] * w[j] }
            }
        }
        // The velocity's change turns with half of the tilt that the step adds.
        let tilt = (0..<2).map { r in (0..<21).map { ((r == $0 ? 1 : 0) + f[r][$0]) / 2 } }
        for j in 0..<21 {
            f[3][j] += tilt[1][j] * u.z
            f[4][j] -= tilt[0][j] * u.z
            f[5][j] += tilt[0][j] * u.y - tilt[1][j] * u.x
        }
        return f
    }

    @Test("prediction is F·P·F'", arguments: 1..<6 as Range<UInt64>)
    func propagation(seed: UInt64) {
        var (p, t) = random(seed)
        let f = plain(t)
        let expected = product(product(f, matrix(p)), transposed(f))
        p.propagate(t)
        #expect(difference(matrix(p), expected) < 1e-9)
    }

    @Test("three measurements at once are three measurements one after the other", arguments: 1..<6 as Range<UInt64>)
    func threeAtOnce(seed: UInt64) {
        let (p, _) = random(seed)
        var (one, three) = (p, p)
        var (x, y) = (ErrorState(), ErrorState())
        for i in 0..<3 {
            one.measure(state: 3 + i, value: Double(i) - 1.5, variance: 0.3 + Double(i), correction: &x)
        }
        three.measure(
            statesFrom: 3, values: SIMD3(-1.5, -0.5, 0.5), variances: SIMD3(0.3, 1.3, 2.3), correction: &y)
        #expect(difference(matrix(one), matrix(three)) < 1e-9)
        #expect((0..<21).allSatisfy { abs(x[$0] - y[$0]) < 1e-9 })
    }

    @Test("a measurement is Kalman's, and what a negative variance takes away is what was there before")
    func measurement() {
        let (p, _) = random(9)
        var changed = p
        var x = ErrorState()
        changed.measure(state: 4, value: 2, variance: 0.7, correction: &x)
        let gain = (0..<21).map { p[$0, 4] / (p[4, 4] + 0.7) }
        #expect((0..<21).allSatisfy { abs(x[$0] - 2 * gain[$0]) < 1e-12 })
        for i in 0..<21 { for j in 0..<21 { #expect(abs(changed[i, j] - p[i, j] + gain[i] * p[4, j]) < 1e-9) } }
        changed.measure(state: 4, value: 2, variance: -0.7, correction: &x)
        #expect(difference(matrix(changed), matrix(p)) < 1e-6)
        #expect((0..<21).allSatisfy { abs(x[$0]) < 1e-6 })
    }

    @Test("the magnetometer moves heading and bias alone, and the tilt's covariance stays")
    func heading() {
        let (p, _) = random(4)
        var changed = p
        var x = ErrorState()
        changed.measureHeading(value: 1, tilt: SIMD2(0.4, -0.2), variance: 0.5, correction: &x)
        let allowed: Set<Int> = [2, 6, 7, 8]
        for i in 0..<21 {
            #expect((x[i] != 0) == allowed.contains(i))
            for j in 0..<21 where !allowed.contains(i) && !allowed.contains(j) { #expect(changed[i, j] == p[i, j]) }
        }
        #expect(changed[2, 2] < p[2, 2] && changed[0, 2] == changed[2, 0])
    }

    @Test("solving, multiplying and transposing undo each other")
    func going() {
        let (p, t) = random(5)
        var v = ErrorState()
        for i in 0..<21 { v[i] = Double(i) - 8 }
        var (factor, copy) = (p, p)
        let back = copy.multiply(factor.solve(v))
        #expect((0..<21).allSatisfy { abs(back[$0] - v[$0]) < 1e-8 })
        let f = plain(t)
        let result = t.transposed(v)
        #expect((0..<21).allSatisfy { j in abs(result[j] - (0..<21).reduce(0) { $0 + f[$1][j] * v[$1] }) < 1e-12 })
    }

    @Test("a log gives back what was put in")
    func log() {
        var log = CovarianceLog()
        for seed in 0..<150 as Range<UInt64> {
            var (p, _) = random(seed)
            log.append(&p)
        }
        for seed in [0, 63, 64, 149] as [UInt64] {
            #expect(difference(matrix(log[Int(seed)]), matrix(random(seed).0)) < 1e-15)
        }
    }
}
