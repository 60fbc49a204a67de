import MotionTypes

/// The gyroscope's gain error: the reading is (1 + error)·rate; scale on the diagonal, misalignment beside it.
struct GainError: Sendable {
    /// Row by row.
    private var elements = InlineArray<9, Double>(repeating: 0)

    /// Adds the correction that a step found.
    mutating func add(_ x: ErrorState) { for i in 0..<9 { elements[i] += x[12 + i] } }

    /// Finite as long as every element is.
    var sum: Double {
        var sum = 0.0
        for i in 0..<9 { sum += elements[i] }
        return sum
    }

    /// What it makes of a rate.
    @inline(__always)
    func applied(to rate: Vector3) -> Vector3 {
        Vector3(
            elements[0] * rate.x + elements[1] * rate.y + elements[2] * rate.z,
            elements[3] * rate.x + elements[4] * rate.y + elements[5] * rate.z,
            elements[6] * rate.x + elements[7] * rate.y + elements[8] * rate.z)
    }
}
