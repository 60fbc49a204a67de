/// A sample with the time it was taken; the base class of all sensor data.
open class CMLogItem: NSObject, NSSecureCoding, NSCopying {
    private let time: TimeInterval

    /// An item with timestamp 0, for tests that subclass it.
    public override init() {
        time = 0
        super.init()
    }

    /// An item with a time in seconds since the device booted.
    package init(timestamp: TimeInterval) {
        time = timestamp
        super.init()
    }

    /// Restores an archived item; never nil: missing values are 0.
    public required init?(coder: NSCoder) {
        time = coder.decodeDouble(forKey: "timestamp")
        super.init()
    }

    /// The time of the sample, in seconds since the device booted.
    open var timestamp: TimeInterval { time }

    /// Whether archives are secure: true.
    open class var supportsSecureCoding: Bool { true }

    /// Archives the item.
    open func encode(with coder: NSCoder) { coder.encode(time, forKey: "timestamp") }

    /// The item itself: items do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSCoder {
    func encode(_ numbers: [Double], as keys: [String]) {
        for (number, key) in zip(numbers, keys) { encode(number, forKey: key) }
    }

    func decodeNumbers(_ keys: [String]) -> [Double] { keys.map { decodeDouble(forKey: $0) } }
}
