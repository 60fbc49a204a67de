import OpenCoreMotion
import Testing
import TestSupport

@Suite("The orientation manager")
struct OrientationManagerTests {
    private let turns: [DeviceOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait,
    ]

    @Test("the first determination and then only changes are reported, and the sensors run while somebody listens")
    func handler() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max")
        let manager = OrientationManager(motion: motion, queue: OperationQueue())
        let seen = Collector<DeviceOrientation>()
        manager.onOrientationChanged = { seen.add($0) }
        #expect(!motion.isDeviceMotionActive && manager.currentOrientation == .unknown)
        manager.startDeviceMotionUpdates()
        #expect(motion.isDeviceMotionActive)
        try await motion.sourceFinished()
        #expect(manager.currentOrientation == .portrait && manager.planarOrientation == .portrait)
        manager.stopUpdates()
        #expect(!motion.isDeviceMotionActive)
        while seen.values.count < turns.count { await Task.yield() }
        #expect(Set(seen.values) == Set(turns) && seen.values.count == turns.count)
    }

    @Test("a stream has the same orientations, ends with the source and stops the sensors")
    func stream() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max")
        let manager = OrientationManager(motion: motion)
        var seen: [DeviceOrientation] = []
        for await orientation in manager.orientations() { seen.append(orientation) }
        #expect(seen == turns)
        #expect(!motion.isDeviceMotionActive)
    }

    @Test("leaving a stream stops the sensors, unless others listen")
    func leaving() async throws {
        let motion = try CMMotionManager(source: "simulate:turns?speed=max&loop=1")
        let manager = OrientationManager(motion: motion)
        manager.startDeviceMotionUpdates()
        for await orientation in manager.orientations() where orientation == .landscapeRight { break }
        #expect(motion.isDeviceMotionActive)
        manager.stopUpdates()
        #expect(!motion.isDeviceMotionActive)
        for await _ in manager.orientations() { break }
        while motion.isDeviceMotionActive { await Task.yield() }
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

    @Test("a stream opened after the end of the source tells the last orientation and is over")
    func lateStream() async throws {
        let manager = OrientationManager(motion: try CMMotionManager(source: "simulate:turns?speed=max"))
        manager.startDeviceMotionUpdates()
        for await _ in manager.orientations() {}
        var seen: [DeviceOrientation] = []
        for await orientation in manager.orientations() { seen.append(orientation) }
        #expect(seen == [.portrait])
    }

    @Test("the motion manager gets its interval back, and its own updates are left alone when nobody listened")
    func leavesTheManagerAlone() throws {
        let motion = CMMotionManager(source: ScriptedSource())
        motion.deviceMotionUpdateInterval = 0.5
        do {
            let manager = OrientationManager(motion: motion)
            manager.startDeviceMotionUpdates()
            #expect(motion.deviceMotionUpdateInterval == 0.02)
            manager.stopUpdates()
            #expect(motion.deviceMotionUpdateInterval == 0.5)
            motion.startDeviceMotionUpdates()
        }
        #expect(motion.isDeviceMotionActive)
    }
}
