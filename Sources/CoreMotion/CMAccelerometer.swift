package import MotionTypes

/// An acceleration in G, 1 G being 9.80665 m/s²; gravity's own direction is positive: -1 on z lying face up.
public struct CMAcceleration: Sendable {
    /// Along the device's x axis, to the right of the screen, in G.
    public var x: Double
    /// Along the device's y axis, to the top of the screen, in G.
    public var y: Double
    /// Along the device's z axis, out of the screen, in G.
    public var z: Double

    /// Three zeros.
    public init() { self.init(x: 0, y: 0, z: 0) }

    /// Three components in G.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ vector: Vector3) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}

/// A reading of the accelerometer.
open class CMAccelerometerData: CMLogItem {
    private static let keys = ["x", "y", "z"]
    private let value: CMAcceleration

    /// A sample of zeros at timestamp 0, for tests that subclass it.
    public override init() {
        value = CMAcceleration()
        super.init()
    }

    package init(_ sample: SensorSample) {
        value = CMAcceleration(sample.value)
        super.init(timestamp: sample.timestamp)
    }

    /// Restores an archived sample; missing values are 0.
    public required init?(coder: NSCoder) {
        let numbers = coder.decodeNumbers(Self.keys)
        value = CMAcceleration(x: numbers[0], y: numbers[1], z: numbers[2])
        super.init(coder: coder)
    }

    /// The acceleration in G, gravity included.
    open var acceleration: CMAcceleration { value }

    /// Archives the sample.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode([value.x, value.y, value.z], as: Self.keys)
    }
}

/// Takes accelerometer data, or nil and an error; runs on the queue that the updates were started with.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
