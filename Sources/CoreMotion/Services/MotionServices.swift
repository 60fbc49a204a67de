import MotionRecordings
package import MotionSources
package import MotionTypes
import SensorFusion

/// What stands behind a `CMMotionManager`: a source and the services it feeds.
///
/// The source starts with the first service and stops with the last one; its next start begins anew.
package final class MotionServices: Sendable {
    package typealias RawService = MotionService<RawSampleExtractor>

    private struct State {
        /// The number of the source's present run, or of its last one.
        var run: UInt64 = 0
        var isRunning = false
        var progress = SourceProgress.idle
        /// How the present run, or the last one, has ended; nil while the source delivers.
        var outcome: (progress: SourceProgress, error: NSError?)?
        var waiters: [Int: CheckedContinuation<SourceProgress, Never>] = [:]
        var nextWaiter = 0
        var lastFrame = ReferenceFrame.xArbitraryZVertical.rawValue
        var location: GeographicLocation?
    }

    package let source: any MotionSource
    package let accelerometer = RawService()
    package let gyroscope = RawService()
    package let magnetometer = RawService()
    package let deviceMotion = MotionService<DeviceMotionPipeline>()
    /// Has no interval of its own: the detector sees every sample, and every reading is due.
    package let orientation = MotionService<OrientationPipeline>()
    private let state = Guarded(State())

    package init(source: any MotionSource) {
        self.source = source
        orientation.interval = 0
    }

    package func service(_ kind: SensorKind) -> RawService {
        switch kind {
        case .accelerometer: accelerometer
        case .gyroscope: gyroscope
        case .magnetometer: magnetometer
        }
    }

    // MARK: Availability

    package func isAvailable(_ kind: SensorKind) -> Bool { RawSampleExtractor(kind, of: source.capabilities) != nil }

    package var isDeviceMotionAvailable: Bool { (try? DeviceMotionPipeline(source.capabilities)) != nil }

    /// The frames that a source with these capabilities can give, as Core Motion's bits.
    package static func availableFrames(
        of capabilities: SourceCapabilities, location: GeographicLocation?
    ) -> UInt {
        ReferenceFrame.allCases.reduce(0) { bits, frame in
            guard (try? DeviceMotionPipeline(capabilities, frame: frame)) != nil else { return bits }
            return frame == .xTrueNorthZVertical && location == nil ? bits : bits | frame.rawValue
        }
    }

    /// Where the device is: as set for this manager, else for the process.
    package var location: GeographicLocation? {
        get { state.withLock { $0.location } ?? SourceEnvironment.location }
        set { state.withLock { $0.location = newValue } }
    }

    /// The bits of the frame in use, or last used.
    package var lastFrame: UInt { state.withLock { $0.lastFrame } }

    // MARK: Starting and stopping

    package func start(
        _ kind: SensorKind, queue: OperationQueue? = nil,
        handler: @escaping (SensorSample?, (any Error)?) -> Void = { _, _ in }
    ) {
        let delivery = delivery(queue, handler)
        let extractor = RawSampleExtractor(kind, of: source.capabilities)
        serve(service(kind), extractor, ifEnded: { if let error = $0 { delivery?.fail(error) } }) {
            $0.start(delivery, extractor: extractor, run: $1)
        }
    }

    package func startDeviceMotion(
        frame bits: UInt, queue: OperationQueue? = nil,
        handler: @escaping (DeviceMotion?, (any Error)?) -> Void = { _, _ in }
    ) {
        let delivery = delivery(queue, handler)
        let pipeline = makePipeline(frame: bits)
        let extractor = try? pipeline.get()
        state.withLock { $0.lastFrame = bits }
        let isRefused = extractor == nil
        serve(deviceMotion, extractor, ifEnded: { if let error = $0, !isRefused { delivery?.fail(error) } }) {
            $0.start(delivery, extractor: extractor, run: $1)
        }
        if case .failure(.refused(let error)) = pipeline { delivery?.fail(error) }
    }

    package func stop(_ kind: SensorKind) { end { service(kind).stop(cancellingOperations: true) } }

    package func stopDeviceMotion() { end { deviceMotion.stop(cancellingOperations: true) } }

    /// Stops everything, when the manager goes; the queues keep the operations of others.
    package func shutDown() {
        for kind in SensorKind.allCases { end { service(kind).stop(cancellingOperations: false) } }
        end { deviceMotion.stop(cancellingOperations: false) }
        end { orientation.stop(cancellingOperations: false) }
    }

    // MARK: Streams

    /// A stream of a raw sensor; it is over at once where the sensor is not available.
    package func stream(_ kind: SensorKind) -> StreamBuffer<SensorSample> {
        stream(service(kind), RawSampleExtractor(kind, of: source.capabilities))
    }

    /// A stream of device motion; it is over at once where that is not available in the frame.
    package func deviceMotionStream(frame bits: UInt) -> StreamBuffer<DeviceMotion> {
        let extractor = try? makePipeline(frame: bits).get()
        if extractor != nil { state.withLock { $0.lastFrame = bits } }
        return stream(deviceMotion, extractor)
    }

    package func end(_ stream: StreamBuffer<SensorSample>, of kind: SensorKind) { end(stream, service(kind)) }

    package func endDeviceMotion(_ stream: StreamBuffer<DeviceMotion>) { end(stream, deviceMotion) }

    private func stream<Extractor>(
        _ service: MotionService<Extractor>, _ extractor: Extractor?
    ) -> StreamBuffer<Extractor.Value> {
        let stream = StreamBuffer<Extractor.Value>(waitsForConsumer: source.capabilities.waitsForConsumer)
        if extractor == nil {
            stream.finish(discarding: false)
        } else {
            serve(service, extractor, ifEnded: { _ in stream.finish(discarding: false) }) {
                $0.add(stream, extractor: extractor, run: $1)
            }
        }
        return stream
    }

    /// Whether the source can tell the orientation.
    package var isOrientationAvailable: Bool { (try? OrientationPipeline(source.capabilities)) != nil }

    /// Lets a receiver have the orientation after every sample; it is finished at once where that is not available.
    package func addOrientation(
        _ receiver: some ValueReceiver<OrientationPipeline.Sample>, rule: OrientationPipeline.Rule
    ) {
        guard let pipeline = try? OrientationPipeline(source.capabilities, rule: rule) else {
            return receiver.finish(discarding: false)
        }
        serve(orientation, pipeline, ifEnded: { _ in receiver.finish(discarding: false) }) {
            $0.add(receiver, extractor: pipeline, run: $1)
        }
    }

    /// Takes a receiver of the orientation out.
    package func removeOrientation(_ receiver: some ValueReceiver<OrientationPipeline.Sample>) {
        end {
            orientation.remove(receiver)
            return {}
        }
    }

    private func end<Extractor>(_ stream: StreamBuffer<Extractor.Value>, _ service: MotionService<Extractor>) {
        end {
            service.remove(stream)
            return { stream.finish(discarding: true) }
        }
    }

    // MARK: The source

    /// How far the source has come.
    package var progress: SourceProgress { state.withLock { $0.progress } }

    /// Waits until the source has ended and every handler has seen what was due, or until all services are stopped.
    ///
    /// Gives `running` where the task is cancelled before.
    package func waitUntilFinished() async -> SourceProgress {
        let number = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let progress: SourceProgress? = state.withLock { state in
                    guard case .running = state.progress, !Task.isCancelled else { return state.progress }
                    state.waiters[number] = continuation
                    return nil
                }
                if let progress { continuation.resume(returning: progress) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: .running)
        }
    }

    /// Lets a service begin, within the source's run, which begins with it if it is the first that the source serves.
    ///
    /// `ifEnded` is called where the source has ended already, with the error that broke it off.
    private func serve<Extractor>(
        _ service: MotionService<Extractor>, _ extractor: Extractor?, ifEnded: (NSError?) -> Void,
        _ body: (MotionService<Extractor>, UInt64) -> Void
    ) {
        let (outcome, waiters, progress) = state.withLock { state in
            let starts = !state.isRunning && extractor != nil
            if starts {
                state.run += 1
                state.isRunning = true
                (state.progress, state.outcome) = (.running, nil)
            }
            let run = state.run
            body(service, run)
            if starts { source.start { [weak self] in self?.receive($0, run: run) } }
            let outcome = state.isRunning ? state.outcome : nil
            // A start that is refused may have taken the place of the last service at work.
            let (waiters, progress) = stopIfIdle(&state)
            return (outcome, waiters, progress)
        }
        waiters.forEach { $0.resume(returning: progress) }
        if let outcome { ifEnded(outcome.error) }
    }

    /// Lets a service end, and the source with the last one.
    private func end(_ body: () -> () -> Void) {
        let (finish, waiters, progress) = state.withLock { state in
            let finish = body()
            let (waiters, progress) = stopIfIdle(&state)
            return (finish, waiters, progress)
        }
        finish()
        waiters.forEach { $0.resume(returning: progress) }
    }

    /// Stops the source where no service needs it; who waited for its end is given back, and how it ended.
    private func stopIfIdle(_ state: inout State) -> ([CheckedContinuation<SourceProgress, Never>], SourceProgress) {
        guard state.isRunning, !isAtWork else { return ([], .idle) }
        state.isRunning = false
        source.stop()
        let progress = state.outcome?.progress ?? .idle
        return (Self.conclude(&state, progress), progress)
    }

    private var isAtWork: Bool {
        deviceMotion.isAtWork || orientation.isAtWork || SensorKind.allCases.contains { service($0).isAtWork }
    }

    private static func conclude(
        _ state: inout State, _ progress: SourceProgress
    ) -> [CheckedContinuation<SourceProgress, Never>] {
        state.progress = progress
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
    }

    private func receive(_ event: SourceEvent, run: UInt64) {
        switch event {
        case .samples(let samples):
            for kind in SensorKind.allCases { service(kind).receive(samples, run: run) }
            deviceMotion.receive(samples, run: run)
            orientation.receive(samples, run: run)
        case .restarted:
            deviceMotion.restart(run: run)
            orientation.restart(run: run)
        case .finished:
            finish(run: run, error: nil, progress: .finished)
        case .failed(let cause):
            let error = CMErrorUnknown.error("The source \(source.name) broke off: \(cause)", cause: cause)
            finish(run: run, error: error, progress: .failed(cause))
        }
    }

    private func finish(run: UInt64, error: NSError?, progress: SourceProgress) {
        let isPresent = state.withLock { state in
            guard state.run == run, state.isRunning else { return false }
            state.outcome = (progress, error)
            return true
        }
        guard isPresent else { return }
        let group = DispatchGroup()
        for kind in SensorKind.allCases {
            group.enter()
            service(kind).finish(run: run, error: error) { group.leave() }
        }
        group.enter()
        deviceMotion.finish(run: run, error: error) { group.leave() }
        group.enter()
        orientation.finish(run: run, error: error) { group.leave() }
        group.notify(queue: .global()) { [weak self] in
            let waiters = self?.state.withLock { state in
                state.run == run && state.isRunning ? Self.conclude(&state, progress) : []
            }
            waiters?.forEach { $0.resume(returning: progress) }
        }
    }

    private func delivery<Value>(
        _ queue: OperationQueue?, _ handler: @escaping (Value?, (any Error)?) -> Void
    ) -> QueueDelivery<Value>? {
        queue.map {
            QueueDelivery(queue: $0, waitsForConsumer: source.capabilities.waitsForConsumer, handler: handler)
        }
    }

    // MARK: Frames

    /// Why device motion does not come.
    private enum Refusal: Error {
        /// It is not available at all, of which nobody is told, as with any service.
        case unavailable
        /// The frame is at fault, which the handler is told once.
        case refused(NSError)
    }

    private func makePipeline(frame bits: UInt) -> Result<DeviceMotionPipeline, Refusal> {
        guard isDeviceMotionAvailable else { return .failure(.unavailable) }
        guard let frame = ReferenceFrame(rawValue: bits) else {
            return .failure(
                .refused(
                    CMErrorInvalidParameter.error(
                        "Device motion needs one reference frame.",
                        suggestion: "Pass one of those that availableAttitudeReferenceFrames() names.")))
        }
        var declination = 0.0
        if frame == .xTrueNorthZVertical {
            guard let location else {
                return .failure(
                    .refused(
                        CMErrorTrueNorthNotAvailable.error(
                            "True north is not available, because the location is not known.",
                            suggestion: "Set COREMOTION_LOCATION=LAT,LON.")))
            }
            declination = location.declination(at: Date())
        }
        do {
            var pipeline = try DeviceMotionPipeline(source.capabilities, frame: frame, declination: declination)
            pipeline.passesOnHeading = false
            return .success(pipeline)
        } catch {
            return .failure(
                .refused(
                    CMErrorNotAvailable.error(
                        "The source \(source.name) has not what this reference frame needs.",
                        suggestion: "Pass one of those that availableAttitudeReferenceFrames() names.")))
        }
    }
}
