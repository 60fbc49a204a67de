// MotionRecognition: what a device's motion means: the way it is held, squats. Pure computation on values: it may import
// MotionTypes alone, and knows no clock, thread, file or Foundation.

/// Which way a device is held, in the meaning and with the raw values of UIKit's `UIDeviceOrientation`.
public enum DeviceOrientation: Int, Sendable, CaseIterable {
    /// Not determined, or the data are of no use.
    case unknown = 0
    /// Upright: gravity along -y.
    case portrait
    /// Upside down: gravity along +y.
    case portraitUpsideDown
    /// On its left side, the top to the left: gravity along -x.
    case landscapeLeft
    /// On its right side, the top to the right: gravity along +x.
    case landscapeRight
    /// Flat on its back: gravity along -z.
    case faceUp
    /// Flat on its face: gravity along +z.
    case faceDown

    /// The four ways to hold a device upright, by the angle of the screen: 0, π/2, π, -π/2.
    static let planar: [DeviceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]

    /// Whether it is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }

    /// Whether it is on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// Whether it lies on its back or face.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }

    /// Whether it is one of the four that an interface can take.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }

    /// The turn in rad, [-π/2, π], that keeps a button upright on the screen: 0, π, π/2 for landscape left, -π/2 for
    /// landscape right; nil lying flat and where unknown.
    public var interfaceAngle: Double? {
        switch self {
        case .portrait: 0
        case .landscapeLeft: .pi / 2
        case .portraitUpsideDown: .pi
        case .landscapeRight: -.pi / 2
        case .faceUp, .faceDown, .unknown: nil
        }
    }
}
