import MotionRecordings
import MotionRecognition

/// Tells which way the device is held, whatever the rotation lock says: when it is first known, and when it changes.
///
/// The sensors run while it is started or a stream is being read, and stop when nobody listens.
///
/// ```swift
/// let orientations = OrientationManager()
/// orientations.onOrientationChanged = { orientation in … }
/// orientations.startDeviceMotionUpdates()
/// ```
public final class OrientationManager: Sendable {
    /// How gravity is judged.
    public enum Rule: Sendable {
        /// By evidence over time (`OrientationDetector`); lying flat included.
        case evidence
        /// By the larger of gravity's x and y at every sample, as tutorials do; for comparison.
        case largerAxis
    }

    /// The longest update interval in seconds that the detector's times are made for.
    private static let longestInterval = 0.02

    private struct State {
        var isStarted = false
        var handler: (@Sendable (DeviceOrientation) -> Void)?
        var listeners: [Int: AsyncStream<DeviceOrientation>.Continuation] = [:]
        var nextListener = 0
        /// Ends the streams with the source.
        var ending: Task<Void, Never>?
        var sourceHasEnded = false
        /// The manager's update interval before this lowered it, and what this made of it.
        var intervals: (former: Double, own: Double)?
        var detector = OrientationDetector()
        var current = DeviceOrientation.unknown
        var planar = DeviceOrientation.unknown

        var isListenedTo: Bool { isStarted || !listeners.isEmpty }
    }

    /// The manager takes calls from any thread; Apple's surface does not say so.
    private nonisolated(unsafe) let motion: CMMotionManager
    private let queue: OperationQueue
    private let rule: Rule
    /// A queue of its own: stopping updates cancels all that is pending on theirs.
    private let samples = OperationQueue()
    private let state = Guarded(State())

    /// A manager of orientations.
    ///
    /// - Parameters:
    ///   - motion: where device motion comes from; its device-motion updates are taken over.
    ///   - queue: where `onOrientationChanged` is called.
    ///   - rule: how gravity is judged.
    public init(motion: CMMotionManager = CMMotionManager(), queue: OperationQueue = .main, rule: Rule = .evidence) {
        self.motion = motion
        self.queue = queue
        self.rule = rule
        samples.maxConcurrentOperationCount = 1
    }

    deinit { unlisten { ($0.isStarted, $0.listeners) = (false, [:]) } }

    /// Which way the device is held; `unknown` before the first determination.
    public var currentOrientation: DeviceOrientation { state.withLock { $0.current } }

    /// Which way up the screen is, also while the device lies flat; `unknown` before the first determination.
    public var planarOrientation: DeviceOrientation { state.withLock { $0.planar } }

    /// Called with the first determination and every change.
    public var onOrientationChanged: (@Sendable (DeviceOrientation) -> Void)? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    /// Starts the sensors, at 50 Hz or what the manager's interval says if that is less.
    public func startDeviceMotionUpdates() {
        listen { $0.isStarted = true }
    }

    /// Stops the sensors, unless a stream is being read.
    public func stopUpdates() {
        unlisten { $0.isStarted = false }
    }

    /// The orientation now, if it is known, and every change; the sensors run while it is read.
    ///
    /// Ends with the source; the manager stays until then, or until the stream is left.
    public func orientations() -> AsyncStream<DeviceOrientation> {
        AsyncStream { continuation in
            var number = 0
            listen { state in
                number = state.nextListener
                state.nextListener += 1
                state.listeners[number] = continuation
                if state.current != .unknown { continuation.yield(state.current) }
                if state.sourceHasEnded { continuation.finish() }
            }
            continuation.onTermination = { [number] _ in self.unlisten { $0.listeners[number] = nil } }
        }
    }

    private func listen(_ change: (inout State) -> Void) {
        state.withLock { state in
            let wasListenedTo = state.isListenedTo
            change(&state)
            guard !wasListenedTo else { return }
            state.detector = OrientationDetector()
            (state.current, state.planar, state.sourceHasEnded) = (.unknown, .unknown, false)
            let interval = motion.deviceMotionUpdateInterval
            state.intervals = (interval, min(interval, Self.longestInterval))
            motion.deviceMotionUpdateInterval = min(interval, Self.longestInterval)
            let services = motion.services
            motion.startDeviceMotionUpdates(to: samples) { [weak self] motion, _ in
                if let motion { self?.take(motion) }
            }
            state.ending = Task { [weak self] in
                switch await services.waitUntilFinished() {
                case .finished, .failed: self?.finishStreams()
                case .idle, .running: break
                }
            }
        }
    }

    private func finishStreams() {
        let listeners = state.withLock { state in
            state.sourceHasEnded = true
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.finish() }
    }

    private func unlisten(_ change: (inout State) -> Void) {
        state.withLock { state in
            let wasListenedTo = state.isListenedTo
            change(&state)
            guard wasListenedTo, !state.isListenedTo else { return }
            state.ending?.cancel()
            state.ending = nil
            motion.stopDeviceMotionUpdates()
            if let (former, own) = state.intervals, motion.deviceMotionUpdateInterval == own {
                motion.deviceMotionUpdateInterval = former
            }
        }
    }

    private func take(_ motion: CMDeviceMotion) {
        let values = motion.values
        let (changed, handler) = state.withLock { state in
            let before = state.current
            switch rule {
            case .evidence:
                let reading = state.detector.update(
                    gravity: values.gravity, acceleration: values.totalAcceleration, at: values.timestamp)
                (state.current, state.planar) = (reading.orientation, reading.planar)
            case .largerAxis:
                state.current = DeviceOrientation(largerAxisOf: values.gravity)
                state.planar = state.current
            }
            let current = state.current
            guard current != before else {
                return (nil as DeviceOrientation?, nil as (@Sendable (DeviceOrientation) -> Void)?)
            }
            for listener in state.listeners.values { listener.yield(current) }
            return (current, state.handler)
        }
        if let changed, let handler { queue.addOperation { handler(changed) } }
    }
}
