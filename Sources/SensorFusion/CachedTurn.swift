import MotionTypes

/// A turn about z whose sine and cosine are kept until its angle changes.
struct CachedTurn: Sendable {
    private var angle = 0.0
    private var quaternion = Quaternion.identity

    /// The attitude turned by `angle` (rad) about the reference z axis.
    @inline(__always)
    mutating func apply(_ angle: Double, to attitude: Quaternion) -> Quaternion {
        if angle != self.angle {
            self.angle = angle
            quaternion = Quaternion(aboutZ: angle)
        }
        let (c, s) = (quaternion.w, quaternion.z)
        return Quaternion(
            w: c * attitude.w - s * attitude.z, x: c * attitude.x - s * attitude.y, y: c * attitude.y + s * attitude.x,
            z: c * attitude.z + s * attitude.w)
    }
}
