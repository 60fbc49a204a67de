/// A rotation matrix, `m` row column, that maps device axes to reference axes as its quaternion does.
///
/// Core Motion's own matrix runs the other way, from reference to device: it is the `transposed` one.
@frozen public struct RotationMatrix: Hashable, Sendable {
    /// The first row: the reference x axis in device axes.
    public var row1: Vector3
    /// The second row: the reference y axis in device axes.
    public var row2: Vector3
    /// The third row: the reference z axis in device axes.
    public var row3: Vector3

    /// A matrix of three rows.
    @inlinable public init(_ row1: Vector3, _ row2: Vector3, _ row3: Vector3) {
        self.row1 = row1
        self.row2 = row2
        self.row3 = row3
    }

    /// The matrix of a unit quaternion.
    @inlinable public init(_ q: Quaternion) {
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        row1 = Vector3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y))
        row2 = Vector3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))
        row3 = Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    }

    /// The matrix of the opposite rotation.
    @inlinable public var transposed: RotationMatrix {
        RotationMatrix(
            Vector3(row1.x, row2.x, row3.x), Vector3(row1.y, row2.y, row3.y), Vector3(row1.z, row2.z, row3.z))
    }

    /// The vector `v`, given in device axes, in reference axes.
    @inlinable public func rotate(_ v: Vector3) -> Vector3 { Vector3(row1.dot(v), row2.dot(v), row3.dot(v)) }
}
