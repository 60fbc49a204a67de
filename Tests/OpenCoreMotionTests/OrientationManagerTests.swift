import MotionRecordings
import OpenCoreMotion
import Testing
import TestSupport

@Suite("The orientation manager")
struct OrientationManagerTests {
    private let turns: [DeviceOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait,
    ]
    private let source = ScriptedSource(SourceCapabilities(streams: .accelerometer))

    /// Delivers an accelerometer that rests in an orientation for some seconds.
    private func hold(_ orientation: DeviceOrientation, from start: Double, seconds: Double = 1.5) {
        let value: Vector3 =
            switch orientation {
            case .portrait: Vector3(0, -1, 0)
            case .landscapeLeft: Vector3(-1, 0, 0)
            case .portraitUpsideDown: Vector3(0, 1, 0)
            case .landscapeRight: Vector3(1, 0, 0)
            default: Vector3(0, 0, -1)
            }
        source.deliver(
            .samples(
                regularTimes(Int(seconds * 100), from: start).map {
                    .sensor(SensorSample(.accelerometer, timestamp: $0, value: value))
                }))
    }

    @Test("handlers are told the first determination and then only changes, in order, on a queue of any width")
    func handler() async throws {
        for _ in 0..<20 {
            let motion = try CMMotionManager(source: "simulate:turns?speed=max")
            let manager = OrientationManager(motion: motion, queue: OperationQueue())
            let (seen, planar) = (Collector<DeviceOrientation>(), Collector<DeviceOrientation>())
            manager.onOrientationChanged = { orientation in
                if orientation == .landscapeLeft { usleep(2000) }
                seen.add(orientation)
            }
            manager.onPlanarOrientationChanged = { planar.add($0) }
            #expect(!manager.isActive && manager.currentOrientation == .unknown)
            manager.startDeviceMotionUpdates()
            #expect(manager.isActive && manager.isAvailable)
            try await motion.sourceFinished()
            #expect(seen.values == turns && planar.values == turns)
            #expect(manager.currentOrientation == .portrait && manager.planarOrientation == .portrait)
            manager.stopUpdates()
            #expect(!manager.isActive)
        }
    }

    @Test("a stream has the same orientations, ends with the source and stops the sensors")
    func stream() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max")
        let manager = OrientationManager(motion: motion)
        var seen: [DeviceOrientation] = []
        for await orientation in manager.orientations() { seen.append(orientation) }
        #expect(seen == turns)
        #expect(!manager.isActive)
        seen = []
        for await orientation in manager.planarOrientations() { seen.append(orientation) }
        #expect(seen == turns)
    }

    @Test("leaving a stream stops the sensors, unless others listen; the motion manager's own services are left alone")
    func leaving() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max&loop=1")
        motion.deviceMotionUpdateInterval = 0.5
        motion.startGyroUpdates()
        let manager = OrientationManager(motion: motion)
        manager.startDeviceMotionUpdates()
        for await orientation in manager.orientations() where orientation == .landscapeRight { break }
        #expect(manager.isActive)
        manager.stopUpdates()
        #expect(!manager.isActive && motion.isGyroActive && !motion.isDeviceMotionActive)
        #expect(motion.deviceMotionUpdateInterval == 0.5)
        for await _ in manager.orientations() { break }
        while manager.isActive { await Task.yield() }
        motion.stopDeviceMotionUpdates()
        for await _ in manager.orientations() { break }
    }

    @Test("two managers may share a motion manager, and each goes on when the other leaves")
    func two() async throws {
        let motion = CMMotionManager(source: source)
        let (first, second) = (OrientationManager(motion: motion), OrientationManager(motion: motion))
        first.startDeviceMotionUpdates()
        second.startDeviceMotionUpdates()
        hold(.portrait, from: 0)
        #expect(first.currentOrientation == .portrait && second.currentOrientation == .portrait)
        first.stopUpdates()
        hold(.landscapeLeft, from: 2)
        #expect(first.currentOrientation == .portrait && second.currentOrientation == .landscapeLeft)
        second.stopUpdates()
        #expect(!source.isRunning)
    }

    @Test("an accelerometer alone will do, without any sensor a stream is over at once")
    func sensors() async {
        let manager = OrientationManager(motion: CMMotionManager(source: source))
        manager.startDeviceMotionUpdates()
        hold(.landscapeRight, from: 0)
        #expect(manager.isAvailable && manager.currentOrientation == .landscapeRight)
        let none = OrientationManager(motion: CMMotionManager(source: ScriptedSource(SourceCapabilities())))
        #expect(!none.isAvailable)
        for await _ in none.orientations() { Issue.record("there is no sensor") }
    }

    @Test("a new listener hears nothing of an earlier session, a late handler what is known")
    func sessions() async {
        let manager = OrientationManager(motion: CMMotionManager(source: source), queue: OperationQueue())
        manager.startDeviceMotionUpdates()
        hold(.landscapeRight, from: 0)
        let seen = Collector<DeviceOrientation>()
        manager.onOrientationChanged = { seen.add($0) }
        while seen.values.isEmpty { await Task.yield() }
        #expect(seen.values == [.landscapeRight])
        manager.stopUpdates()
        #expect(manager.currentOrientation == .landscapeRight)
        var iterator = manager.orientations().makeAsyncIterator()
        #expect(manager.currentOrientation == .unknown)
        hold(.portrait, from: 10)
        #expect(await iterator.next() == .portrait)
        #expect(seen.values == [.landscapeRight])
    }

    @Test("after a stop no call comes any more, also where the queue is late")
    func stopped() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let manager = OrientationManager(motion: CMMotionManager(source: source), queue: queue)
        let seen = Collector<DeviceOrientation>()
        manager.onOrientationChanged = { seen.add($0) }
        manager.startDeviceMotionUpdates()
        hold(.portrait, from: 0)
        manager.stopUpdates()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values.isEmpty)
    }

    @Test("a stream opened after the end of the source, while it is started, tells the last orientation and is over")
    func lateStream() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max")
        let manager = OrientationManager(motion: motion)
        manager.startDeviceMotionUpdates()
        for await _ in manager.orientations() {}
        var seen: [DeviceOrientation] = []
        for await orientation in manager.orientations() { seen.append(orientation) }
        #expect(seen == [.portrait])
        // Started anew, the source plays again from its beginning.
        manager.stopUpdates()
        seen = []
        for await orientation in manager.orientations() { seen.append(orientation) }
        #expect(seen == turns)
    }

    @Test("a manager that goes stops its sensors")
    func gone() {
        do {
            let manager = OrientationManager(motion: CMMotionManager(source: source))
            manager.startDeviceMotionUpdates()
            #expect(source.isRunning)
        }
        #expect(!source.isRunning)
    }

    @Test("the rule of the larger axis sees the turns too")
    func largerAxis() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max&errors=none")
        var seen: [DeviceOrientation] = []
        for await orientation in OrientationManager(motion: motion, rule: .largerAxis).orientations() {
            seen.append(orientation)
        }
        #expect(seen == turns)
    }

    @Test("managers, streams and handlers from many threads end in order")
    func mayhem() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?errors=none&loop=1&speed=max")
        let manager = OrientationManager(motion: motion, queue: OperationQueue())
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for round in 0..<40 {
                        switch (worker + round) % 5 {
                        case 0: manager.startDeviceMotionUpdates()
                        case 1: manager.stopUpdates()
                        case 2: manager.onOrientationChanged = { _ in }
                        case 3: for await _ in manager.planarOrientations() { break }
                        default: for await _ in manager.orientations() { break }
                        }
                    }
                }
            }
        }
        manager.stopUpdates()
        while manager.isActive { await Task.yield() }
    }
}
