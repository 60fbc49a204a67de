import Foundation
import MotionSources
import MotionTypes
import Synchronization
import Testing
import TestSupport

@testable import CoreMotion

@Suite("Updates pushed to a queue")
struct PushTests {
    private let source = ScriptedSource()
    private let manager: CMMotionManager
    private let queue = OperationQueue()

    init() { manager = CMMotionManager(services: MotionServices(source: source)) }

    @Test("every due sample arrives once and in order, on a queue of any width", arguments: [1, 4, -1])
    func order(width: Int) {
        queue.maxConcurrentOperationCount = width
        manager.gyroUpdateInterval = 0.02
        let seen = Collector<Double>()
        manager.startGyroUpdates(to: queue) { data, error in
            if let data, error == nil { seen.add(data.timestamp) }
        }
        let times = regularTimes(5000)
        for start in stride(from: 0, to: 5000, by: 100) {
            source.deliver(.gyroscope, times: Array(times[start..<start + 100]))
        }
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values == stride(from: 0, to: 5000, by: 2).map { times[$0] })
    }

    @Test("a busy queue loses nothing")
    func busy() {
        let seen = Collector<Double>()
        manager.startGyroUpdates(to: queue) { data, _ in
            Thread.sleep(forTimeInterval: 0.001)
            if let data { seen.add(data.timestamp) }
        }
        let times = regularTimes(200)
        source.deliver(.gyroscope, times: times)
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values == times)
    }

    @Test("stop cancels the queue's pending operations, the caller's own included")
    func stopCancels() {
        queue.isSuspended = true
        let calls = Collector<Int>()
        manager.startGyroUpdates(to: queue) { _, _ in calls.add(1) }
        queue.addOperation { calls.add(2) }
        source.deliver(.gyroscope, times: regularTimes(10))
        #expect(queue.operationCount == 11)
        manager.stopGyroUpdates()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(calls.values.isEmpty)
        #expect(!source.isRunning)
    }

    @Test("a stop from within the handler is the last call")
    func stopInHandler() {
        let calls = Collector<Double>()
        nonisolated(unsafe) let manager = manager
        manager.startGyroUpdates(to: queue) { data, _ in
            calls.add(data?.timestamp ?? -1)
            if calls.values.count == 3 { manager.stopGyroUpdates() }
        }
        source.deliver(.gyroscope, times: regularTimes(10))
        queue.waitUntilAllOperationsAreFinished()
        #expect(calls.values == regularTimes(3))
    }

    @Test("a second start replaces the handler, keeps the source running and loses nothing")
    func secondStart() {
        queue.isSuspended = true
        let (first, second) = (Collector<Double>(), Collector<Double>())
        manager.startGyroUpdates(to: queue) { data, _ in first.add(data!.timestamp) }
        source.deliver(.gyroscope, times: regularTimes(3))
        manager.gyroUpdateInterval = 0.02
        manager.startGyroUpdates(to: queue) { data, _ in second.add(data!.timestamp) }
        source.deliver(.gyroscope, times: regularTimes(4, from: 0.03))
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(first.values == regularTimes(3))
        #expect(second.values == [0.04, 0.06])
        #expect(source.starts == 1)
    }

    @Test("a stop after a second start ends the first handler too")
    func stopAfterSecondStart() {
        let first = OperationQueue()
        first.isSuspended = true
        let calls = Collector<Int>()
        manager.startGyroUpdates(to: first) { _, _ in calls.add(1) }
        source.deliver(.gyroscope, times: regularTimes(5))
        manager.startGyroUpdates(to: queue) { _, _ in calls.add(2) }
        manager.stopGyroUpdates()
        first.isSuspended = false
        first.waitUntilAllOperationsAreFinished()
        #expect(calls.values.isEmpty)
    }

    @Test("an interval changed while running takes effect without a restart")
    func intervalWhileRunning() {
        let seen = Collector<Double>()
        manager.startGyroUpdates(to: queue) { data, _ in seen.add(data!.timestamp) }
        source.deliver(.gyroscope, times: regularTimes(4))
        manager.gyroUpdateInterval = 0.1
        source.deliver(.gyroscope, times: regularTimes(17, from: 0.04))
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values.map { ($0 * 100).rounded() } == [0, 1, 2, 3, 13])
        #expect(manager.gyroUpdateInterval == 0.1)
    }

    @Test("operations that somebody else cancels take only their own samples with them")
    func foreignCancel() {
        queue.isSuspended = true
        let seen = Collector<Double>()
        manager.startGyroUpdates(to: queue) { data, _ in seen.add(data!.timestamp) }
        source.deliver(.gyroscope, times: regularTimes(5))
        queue.cancelAllOperations()
        source.deliver(.gyroscope, times: regularTimes(5, from: 0.05))
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values == regularTimes(5, from: 0.05))
    }

    @Test("a source that breaks off is told once, after what it gave before")
    func failure() {
        queue.maxConcurrentOperationCount = 1
        let seen = Collector<String>()
        manager.startGyroUpdates(to: queue) { data, error in
            seen.add(data.map { "\($0.timestamp)" } ?? "\((error! as NSError).domain) \((error! as NSError).code)")
        }
        source.deliver(.gyroscope, times: [0, 0.01])
        source.deliver(.failed(SourceError("cut off")))
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values == ["0.0", "0.01", "CMErrorDomain 103"])
    }

    @Test("a manager that is gone calls nobody and stops its source")
    func gone() {
        queue.isSuspended = true
        let calls = Collector<Int>()
        do {
            let source = ScriptedSource()
            var manager: CMMotionManager? = CMMotionManager(services: MotionServices(source: source))
            manager?.startGyroUpdates(to: queue) { _, _ in calls.add(1) }
            source.deliver(.gyroscope, times: regularTimes(3))
            manager = nil
            #expect(!source.isRunning)
        }
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(calls.values.isEmpty)
    }

    @Test("after a stop the handler is kept no longer, also where the queue never runs")
    func handlerIsReleased() {
        weak var weakTarget: CMMotionManager?
        do {
            let target = CMMotionManager(services: MotionServices(source: ScriptedSource()))
            weakTarget = target
            queue.isSuspended = true
            manager.startGyroUpdates(to: queue) { [target] _, _ in _ = target }
            source.deliver(.gyroscope, times: regularTimes(3))
            manager.stopGyroUpdates()
        }
        #expect(weakTarget == nil)
    }
}
