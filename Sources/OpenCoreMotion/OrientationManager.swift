import CoreMotion
import MotionRecognition
import MotionRecordings
import MotionSources

/// Tells which way the device is held, whatever the rotation lock says: when it is first known, and when it changes.
///
/// The sensors run while it is started or a stream is being read, and stop when nobody listens; what else the motion
/// manager serves is left alone, and several of these may share one. Any thread may call anything.
///
/// ```swift
/// let orientations = OrientationManager()
/// orientations.onOrientationChanged = { orientation in … }
/// orientations.startDeviceMotionUpdates()
/// ```
public final class OrientationManager: Sendable {
    /// How gravity is judged.
    public typealias Rule = OrientationPipeline.Rule

    /// One of the two things that are told: the orientation, lying flat included, or the planar one.
    private struct Channel {
        var current = DeviceOrientation.unknown
        var handler: (@Sendable (DeviceOrientation) -> Void)?
        /// What `handler` was called with last.
        var told: DeviceOrientation?
        /// Calls `handler` in order, on the client's queue; nil while not started.
        var delivery: QueueDelivery<DeviceOrientation>?
        var listeners: [Int: AsyncStream<DeviceOrientation>.Continuation] = [:]

        /// Takes what is known now; what is to be handed to the handler comes back.
        mutating func take(_ orientation: DeviceOrientation) -> QueueDelivery<DeviceOrientation>? {
            guard orientation != current else { return nil }
            current = orientation
            for listener in listeners.values { listener.yield(orientation) }
            return handler == nil ? nil : delivery
        }
    }

    private struct State {
        var isStarted = false
        var orientation = Channel()
        var planar = Channel()
        var nextListener = 0
        /// The sensors' present run; nil while nobody listens.
        var session: Session?
        var sourceHasEnded = false

        var isListenedTo: Bool {
            isStarted || !orientation.listeners.isEmpty || !planar.listeners.isEmpty
        }
    }

    /// The manager takes calls from any thread; Apple's surface does not say so.
    private nonisolated(unsafe) let motion: CMMotionManager
    private let queue: OperationQueue
    private let rule: Rule
    private let state = Guarded(State())
    /// Held while the sensors are started and stopped, so that the last word is the last call's.
    private let transition = NSLock()

    /// A manager of orientations.
    ///
    /// - Parameters:
    ///   - motion: whose source tells the orientation; its own services are left alone.
    ///   - queue: where the handlers are called, in order and never two at a time.
    ///   - rule: how gravity is judged.
    public init(motion: CMMotionManager = CMMotionManager(), queue: OperationQueue = .main, rule: Rule = .evidence) {
        self.motion = motion
        self.queue = queue
        self.rule = rule
    }

    deinit { unlisten { $0.isStarted = false } }

    /// Whether the source can tell the orientation: it has an accelerometer, or recorded gravity.
    public var isAvailable: Bool { motion.services.isOrientationAvailable }

    /// Whether it is started or a stream is being read.
    public var isActive: Bool { state.withLock { $0.isListenedTo } }

    /// Which way the device is held; `unknown` before the first determination, after a stop what was known last.
    public var currentOrientation: DeviceOrientation { state.withLock { $0.orientation.current } }

    /// Which way up the screen is, also while the device lies flat; `unknown` before the first determination.
    public var planarOrientation: DeviceOrientation { state.withLock { $0.planar.current } }

    /// Called with the orientation, once it is known, and every change, while started.
    ///
    /// One that is set later begins with what is known. After a stop no call comes any more.
    public var onOrientationChanged: (@Sendable (DeviceOrientation) -> Void)? {
        get { state.withLock { $0.orientation.handler } }
        set { set(newValue, in: \.orientation) }
    }

    /// The same for the planar orientation, by which an interface is turned.
    public var onPlanarOrientationChanged: (@Sendable (DeviceOrientation) -> Void)? {
        get { state.withLock { $0.planar.handler } }
        set { set(newValue, in: \.planar) }
    }

    /// Starts the sensors and the calls of the handlers.
    public func startDeviceMotionUpdates() {
        let waits = motion.services.source.capabilities.waitsForConsumer
        listen { state in
            guard !state.isStarted else { return }
            state.isStarted = true
            for channel in [\State.orientation, \State.planar] {
                state[keyPath: channel].told = nil
                state[keyPath: channel].delivery = QueueDelivery(queue: queue, waitsForConsumer: waits) {
                    [weak self] orientation, _ in
                    if let orientation { self?.tell(orientation, channel) }
                }
            }
        }
        for channel in [\State.orientation, \State.planar] {
            let known = state.withLock { $0[keyPath: channel] }
            if known.handler != nil, known.current != .unknown { known.delivery?.receive([known.current]) }
        }
    }

    /// Stops the calls of the handlers, and the sensors, unless a stream is being read.
    public func stopUpdates() { unlisten { $0.isStarted = false } }

    /// The orientation now, if it is known, and every change; the sensors run while it is read.
    ///
    /// Ends with the source, and at once where orientation is not available; the manager stays until then, or until the
    /// stream is left.
    public func orientations() -> AsyncStream<DeviceOrientation> { stream(of: \.orientation) }

    /// The same for the planar orientation, by which an interface is turned.
    public func planarOrientations() -> AsyncStream<DeviceOrientation> { stream(of: \.planar) }

    /// Calls the handler of the moment, unless a former one's values have told it the same before.
    private func tell(_ orientation: DeviceOrientation, _ channel: WritableKeyPath<State, Channel>) {
        let handler = state.withLock { state -> (@Sendable (DeviceOrientation) -> Void)? in
            guard state[keyPath: channel].told != orientation else { return nil }
            state[keyPath: channel].told = orientation
            return state[keyPath: channel].handler
        }
        handler?(orientation)
    }

    private func set(
        _ handler: (@Sendable (DeviceOrientation) -> Void)?,
        in channel: any WritableKeyPath<State, Channel> & Sendable
    ) {
        let (delivery, current) = state.withLock { state in
            (state[keyPath: channel].handler, state[keyPath: channel].told) = (handler, nil)
            return (state[keyPath: channel].delivery, state[keyPath: channel].current)
        }
        if handler != nil, current != .unknown { delivery?.receive([current]) }
    }

    private func stream(of channel: any WritableKeyPath<State, Channel> & Sendable) -> AsyncStream<DeviceOrientation> {
        AsyncStream { continuation in
            var number = 0
            listen { state in
                number = state.nextListener
                state.nextListener += 1
                state[keyPath: channel].listeners[number] = continuation
                let current = state[keyPath: channel].current
                if current != .unknown { continuation.yield(current) }
                if state.sourceHasEnded { continuation.finish() }
            }
            continuation.onTermination = { [number] _ in
                self.unlisten { $0[keyPath: channel].listeners[number] = nil }
            }
        }
    }

    // MARK: The sensors

    private func listen(_ change: (inout State) -> Void) {
        transition.withLock {
            let session = state.withLock { state -> Session? in
                let begins = state.session == nil
                if begins {
                    state.session = Session(manager: self)
                    (state.orientation.current, state.planar.current) = (.unknown, .unknown)
                    state.sourceHasEnded = false
                }
                change(&state)
                return begins ? state.session : nil
            }
            if let session { motion.services.addOrientation(session, rule: rule) }
        }
    }

    private func unlisten(_ change: (inout State) -> Void) {
        transition.withLock {
            let (session, deliveries) = state.withLock { state in
                change(&state)
                var deliveries: [QueueDelivery<DeviceOrientation>?] = []
                if !state.isStarted {
                    deliveries = [state.orientation.delivery, state.planar.delivery]
                    (state.orientation.delivery, state.planar.delivery) = (nil, nil)
                }
                guard !state.isListenedTo else { return (nil as Session?, deliveries) }
                defer { state.session = nil }
                return (state.session, deliveries)
            }
            deliveries.forEach { $0?.cancel(cancellingOperations: false) }
            if let session { motion.services.removeOrientation(session) }
        }
    }

    /// Takes in what a session has read, if it is still the present one.
    private func take(_ reading: OrientationDetector.Reading, of session: Session) {
        let (orientation, planar) = state.withLock { state in
            guard state.session === session else {
                return (nil as QueueDelivery<DeviceOrientation>?, nil as QueueDelivery<DeviceOrientation>?)
            }
            return (state.orientation.take(reading.orientation), state.planar.take(reading.planar))
        }
        orientation?.receive([reading.orientation])
        planar?.receive([reading.planar])
    }

    /// The source has ended: so do the streams.
    private func end(_ session: Session) {
        let listeners = state.withLock { state in
            guard state.session === session else { return [] as [AsyncStream<DeviceOrientation>.Continuation] }
            state.sourceHasEnded = true
            return Array(state.orientation.listeners.values) + Array(state.planar.listeners.values)
        }
        listeners.forEach { $0.finish() }
    }

    /// Calls `action` when the handlers have seen all that was read.
    private func whenIdle(_ action: @escaping @Sendable () -> Void) {
        let deliveries = state.withLock { [$0.orientation.delivery, $0.planar.delivery].compactMap(\.self) }
        let group = DispatchGroup()
        for delivery in deliveries {
            group.enter()
            delivery.whenIdle { group.leave() }
        }
        group.notify(queue: .global(), execute: action)
    }

    /// One run of the sensors for the manager.
    private final class Session: ValueReceiver {
        private nonisolated(unsafe) weak var manager: OrientationManager?

        init(manager: OrientationManager) { self.manager = manager }

        func receive(_ values: [OrientationPipeline.Sample]) {
            guard let manager else { return }
            for value in values { manager.take(value.reading, of: self) }
        }

        func finish(discarding: Bool) { manager?.end(self) }

        func whenIdle(_ action: @escaping @Sendable () -> Void) {
            if let manager { manager.whenIdle(action) } else { action() }
        }
    }
}
