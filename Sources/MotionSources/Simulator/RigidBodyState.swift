public import MotionTypes

/// A moving device at one instant: where it is, how it is turned, and their derivatives by time.
public struct RigidBodyState: Hashable, Sendable {
    /// Device axes to reference axes.
    public var attitude: Quaternion
    /// The rotation rate in device axes, in rad/s.
    public var rotationRate: Vector3
    /// The derivative of the rotation rate in device axes, in rad/s².
    public var angularAcceleration: Vector3
    /// Where the sensors are, in reference axes, in metres.
    public var position: Vector3
    /// The velocity of the sensors in reference axes, in m/s.
    public var velocity: Vector3
    /// The true acceleration of the sensors in reference axes, without gravity, in m/s².
    public var acceleration: Vector3
}
