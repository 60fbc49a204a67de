import MotionTypes

/// The turn that keeps buttons upright, as an angle that always goes the shorter way round when it is animated.
public struct InterfaceRotation: Hashable, Sendable {
    /// The turn in rad; grows beyond π where the device is turned on and on.
    public private(set) var angle = 0.0

    /// A turn of 0, for portrait.
    public init() {}

    /// Turns on to an orientation, by at most π; lying flat and unknown leave the turn as it is.
    ///
    /// - Returns: the turn in rad, equal to the orientation's `interfaceAngle` up to whole turns.
    @discardableResult
    public mutating func turn(to orientation: DeviceOrientation) -> Double {
        if let target = orientation.interfaceAngle { angle += PlatformMath.wrapped(target - angle) }
        return angle
    }
}
