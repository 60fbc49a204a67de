package import MotionTypes

/// A rotation rate in radians per second, by the right-hand rule about each axis.
public struct CMRotationRate: Sendable {
    /// Along the device's x axis, to the right of the screen, in rad/s.
    public var x: Double
    /// Along the device's y axis, to the top of the screen, in rad/s.
    public var y: Double
    /// Along the device's z axis, out of the screen, in rad/s.
    public var z: Double

    /// Three zeros.
    public init() { self.init(x: 0, y: 0, z: 0) }

    /// Three components in rad/s.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ vector: Vector3) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}

/// A reading of the gyroscope.
open class CMGyroData: CMLogItem {
    private static let keys = ["x", "y", "z"]
    private let value: CMRotationRate

    /// A sample of zeros at timestamp 0, for tests that subclass it.
    public override init() {
        value = CMRotationRate()
        super.init()
    }

    package init(_ sample: SensorSample) {
        value = CMRotationRate(sample.value)
        super.init(timestamp: sample.timestamp)
    }

    /// Restores an archived sample; missing values are 0.
    public required init?(coder: NSCoder) {
        let numbers = coder.decodeNumbers(Self.keys)
        value = CMRotationRate(x: numbers[0], y: numbers[1], z: numbers[2])
        super.init(coder: coder)
    }

    /// The rotation rate in rad/s, with the sensor's bias.
    open var rotationRate: CMRotationRate { value }

    /// Archives the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode([value.x, value.y, value.z], as: Self.keys)
    }
}

/// Takes gyroscope data, or nil and an error; runs on the queue that the updates were started with.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
