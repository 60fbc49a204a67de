import MotionTypes

/// A 3 x 3 matrix as three columns, each padded to four lanes; the fourth lane is zero.
struct Matrix3: Sendable {
    var x: SIMD4<Double>
    var y: SIMD4<Double>
    var z: SIMD4<Double>

    static let zero = Matrix3(x: .zero, y: .zero, z: .zero)

    init(x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The rotation matrix of a unit quaternion, device axes to reference axes.
    @inline(__always)
    init(_ q: Quaternion) {
        let (w, i, j, k) = (q.w, q.x, q.y, q.z)
        x = SIMD4(1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j), 0)
        y = SIMD4(2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i), 0)
        z = SIMD4(2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j), 0)
    }

    @inline(__always)
    static func * (m: Matrix3, v: Vector3) -> SIMD4<Double> { m.x * v.x + m.y * v.y + m.z * v.z }

    /// Adds `m` times `factor`.
    @inline(__always)
    mutating func add(_ m: Matrix3, times factor: Double) {
        x += m.x * factor
        y += m.y * factor
        z += m.z * factor
    }
}

extension Vector3 {
    /// The first three lanes.
    init(_ lanes: SIMD4<Double>) { self.init(lanes.x, lanes.y, lanes.z) }

    /// The components and a zero.
    var lanes: SIMD4<Double> { SIMD4(x, y, z, 0) }
}
