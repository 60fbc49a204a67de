import MotionSources
import MotionTypes
import Synchronization

/// Starts and stops the motion services of a device and hands out their data.
///
/// Any thread may call anything. A service is *pulled* (`start…Updates()` and then the data property) or *pushed*
/// (`start…Updates(to:withHandler:)`: one operation a sample on the caller's queue, in order, none lost). What Apple
/// leaves undocumented is chosen here and written in <doc:Behaviour>.
open class CMMotionManager: NSObject {
    /// The services, for the extras in OpenCoreMotion.
    package final let services: MotionServices
    private let showsMovementDisplay = Atomic(false)

    /// A manager of the device's sensors: of the source that `COREMOTION_SOURCE` names, or of the one set in code.
    public override init() {
        services = MotionServices(source: SourceEnvironment.makeSource())
        super.init()
    }

    package init(services: MotionServices) {
        self.services = services
        super.init()
    }

    deinit { services.shutDown() }

    // MARK: Accelerometer

    /// The wished time between samples in seconds, kept as set; the source's own rate is the fastest.
    open var accelerometerUpdateInterval: TimeInterval {
        get { services.accelerometer.interval }
        set { services.accelerometer.interval = newValue }
    }

    /// Whether the source has an accelerometer.
    open var isAccelerometerAvailable: Bool { services.isAvailable(.accelerometer) }

    /// Whether accelerometer updates were started and not stopped since, or are being read as an asynchronous sequence.
    open var isAccelerometerActive: Bool { services.accelerometer.isActive }

    /// The latest sample; nil before the first one and after a stop.
    open var accelerometerData: CMAccelerometerData? { services.accelerometer.latest.map(CMAccelerometerData.init) }

    /// Starts updates of `accelerometerData`.
    open func startAccelerometerUpdates() { services.start(.accelerometer) }

    /// Starts updates that are handed to a handler on a queue, one operation a sample; replaces an earlier start.
    open func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler)
    {
        services.start(.accelerometer, queue: queue) { handler($0.map(CMAccelerometerData.init), $1) }
    }

    /// Stops the updates and cancels all pending operations of their queue.
    open func stopAccelerometerUpdates() { services.stop(.accelerometer) }

    // MARK: Gyroscope

    /// The wished time between samples in seconds, kept as set; the source's own rate is the fastest.
    open var gyroUpdateInterval: TimeInterval {
        get { services.gyroscope.interval }
        set { services.gyroscope.interval = newValue }
    }

    /// Whether the source has a gyroscope.
    open var isGyroAvailable: Bool { services.isAvailable(.gyroscope) }

    /// Whether gyroscope updates were started and not stopped since, or are being read as an asynchronous sequence.
    open var isGyroActive: Bool { services.gyroscope.isActive }

    /// The latest sample; nil before the first one and after a stop.
    open var gyroData: CMGyroData? { services.gyroscope.latest.map(CMGyroData.init) }

    /// Starts updates of `gyroData`.
    open func startGyroUpdates() { services.start(.gyroscope) }

    /// Starts updates that are handed to a handler on a queue, one operation a sample; replaces an earlier start.
    open func startGyroUpdates(to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler) {
        services.start(.gyroscope, queue: queue) { handler($0.map(CMGyroData.init), $1) }
    }

    /// Stops the updates and cancels all pending operations of their queue.
    open func stopGyroUpdates() { services.stop(.gyroscope) }

    // MARK: Magnetometer

    /// The wished time between samples in seconds, kept as set; the source's own rate is the fastest.
    open var magnetometerUpdateInterval: TimeInterval {
        get { services.magnetometer.interval }
        set { services.magnetometer.interval = newValue }
    }

    /// Whether the source has a magnetometer.
    open var isMagnetometerAvailable: Bool { services.isAvailable(.magnetometer) }

    /// Whether magnetometer updates were started and not stopped since, or are being read as an asynchronous sequence.
    open var isMagnetometerActive: Bool { services.magnetometer.isActive }

    /// The latest sample; nil before the first one and after a stop.
    open var magnetometerData: CMMagnetometerData? { services.magnetometer.latest.map(CMMagnetometerData.init) }

    /// Starts updates of `magnetometerData`.
    open func startMagnetometerUpdates() { services.start(.magnetometer) }

    /// Starts updates that are handed to a handler on a queue, one operation a sample; replaces an earlier start.
    open func startMagnetometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler) {
        services.start(.magnetometer, queue: queue) { handler($0.map(CMMagnetometerData.init), $1) }
    }

    /// Stops the updates and cancels all pending operations of their queue.
    open func stopMagnetometerUpdates() { services.stop(.magnetometer) }

    // MARK: Device motion

    /// The wished time between samples in seconds, kept as set; the source's own rate is the fastest.
    open var deviceMotionUpdateInterval: TimeInterval {
        get { services.deviceMotion.interval }
        set { services.deviceMotion.interval = newValue }
    }

    /// The frames that the process's source can give, together.
    open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
        CMAttitudeReferenceFrame(
            rawValue: MotionServices.availableFrames(
                of: SourceEnvironment.capabilities, location: SourceEnvironment.location))
    }

    /// The frame in use; when inactive the last one used, at first `xArbitraryZVertical`.
    open var attitudeReferenceFrame: CMAttitudeReferenceFrame { .init(rawValue: services.lastFrame) }

    /// Whether the source has device motion: recorded, or an accelerometer and a gyroscope to fuse.
    open var isDeviceMotionAvailable: Bool { services.isDeviceMotionAvailable }

    /// Whether device motion updates were started and not stopped since, or are being read as an asynchronous sequence.
    open var isDeviceMotionActive: Bool { services.deviceMotion.isActive }

    /// The latest sample; nil before the first one and after a stop.
    open var deviceMotion: CMDeviceMotion? { services.deviceMotion.latest.map(CMDeviceMotion.init) }

    /// Starts updates of `deviceMotion` in the frame `xArbitraryZVertical`.
    open func startDeviceMotionUpdates() {
        // Not through the other methods, which a subclass may have overridden to call this one.
        services.startDeviceMotion(frame: CMAttitudeReferenceFrame.xArbitraryZVertical.rawValue)
    }

    /// Starts updates in the frame `xArbitraryZVertical` that are handed to a handler on a queue.
    open func startDeviceMotionUpdates(to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler) {
        services.startDeviceMotion(frame: CMAttitudeReferenceFrame.xArbitraryZVertical.rawValue, queue: queue) {
            handler($0.map(CMDeviceMotion.init), $1)
        }
    }

    /// Starts updates of `deviceMotion` in a frame.
    open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
        services.startDeviceMotion(frame: referenceFrame.rawValue)
    }

    /// Starts updates in a frame that are handed to a handler on a queue, one operation a sample.
    ///
    /// Replaces an earlier start. A frame that cannot be had is told to the handler once, after which nothing comes:
    /// `CMErrorTrueNorthNotAvailable` where the location is missing, `CMErrorNotAvailable` where the magnetometer is,
    /// `CMErrorInvalidParameter` where the set does not hold exactly one frame.
    open func startDeviceMotionUpdates(
        using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
        withHandler handler: @escaping CMDeviceMotionHandler
    ) {
        services.startDeviceMotion(frame: referenceFrame.rawValue, queue: queue) {
            handler($0.map(CMDeviceMotion.init), $1)
        }
    }

    /// Stops the updates and cancels all pending operations of their queue.
    open func stopDeviceMotionUpdates() { services.stopDeviceMotion() }

    /// Whether the device may show its own display that asks to be moved; kept and without effect.
    open var showsDeviceMovementDisplay: Bool {
        get { showsMovementDisplay.load(ordering: .relaxed) }
        set { showsMovementDisplay.store(newValue, ordering: .relaxed) }
    }
}
