import OpenCoreMotion
import Testing
import TestSupport

@Suite("Asynchronous updates")
struct UpdatesTests {
    private let source = ScriptedSource()
    private let manager: CMMotionManager

    init() { manager = CMMotionManager(source: source) }

    @Test("every due sample comes once and in order, also while the reader is slow")
    func order() async {
        manager.gyroUpdateInterval = 0.02
        let times = regularTimes(2000)
        let source = source
        var seen: [Double] = []
        var iterator = manager.gyroUpdates().makeAsyncIterator()
        let producer = Task.detached {
            for start in stride(from: 0, to: 2000, by: 50) {
                source.deliver(.gyroscope, times: Array(times[start..<start + 50]))
                await Task.yield()
            }
            source.deliver(.finished)
        }
        while let data = await iterator.next() { seen.append(data.timestamp) }
        await producer.value
        #expect(seen == stride(from: 0, to: 2000, by: 2).map { times[$0] })
    }

    @Test("batches hold the same samples")
    func batches() async {
        let times = regularTimes(3000)
        var iterator = manager.gyroUpdates().batches.makeAsyncIterator()
        source.deliver(.gyroscope, times: Array(times[..<1000]))
        source.deliver(.gyroscope, times: Array(times[1000...]))
        source.deliver(.finished)
        var seen: [Double] = []
        while let batch = await iterator.next() {
            #expect(!batch.isEmpty)
            seen += batch.map(\.timestamp)
        }
        #expect(seen == times)
    }

    @Test("iterating makes the service active and starts the source, leaving the loop ends both")
    func leaving() async {
        #expect(!manager.isGyroActive)
        var count = 0
        let source = source
        let producer = Task.detached {
            while !source.isRunning { await Task.yield() }
            source.deliver(.gyroscope, times: regularTimes(10))
        }
        for await _ in manager.gyroUpdates() {
            #expect(manager.isGyroActive)
            count += 1
            if count == 3 { break }
        }
        await producer.value
        #expect(count == 3)
        #expect(!manager.isGyroActive && !source.isRunning)
    }

    @Test("cancelling the task ends the loop though no sample comes")
    func cancellation() async {
        let source = source
        let reader = Task { @Sendable in
            var count = 0
            for await _ in CMMotionManager(source: source).accelerometerUpdates() { count += 1 }
            return count
        }
        while !source.isRunning { await Task.yield() }
        reader.cancel()
        #expect(await reader.value == 0)
        #expect(!source.isRunning)
    }

    @Test("stopping the service ends its streams after what was due")
    func stopping() async {
        var iterator = manager.gyroUpdates().makeAsyncIterator()
        source.deliver(.gyroscope, times: regularTimes(2))
        manager.stopGyroUpdates()
        #expect(await iterator.next()?.timestamp == 0)
        #expect(await iterator.next()?.timestamp == 0.01)
        #expect(await iterator.next() == nil)
        #expect(!source.isRunning)
    }

    @Test("two streams and a handler are all served")
    func several() async throws {
        let queue = OperationQueue()
        let handled = Collector<Double>()
        var first = manager.gyroUpdates().makeAsyncIterator()
        var second = manager.gyroUpdates().makeAsyncIterator()
        manager.startGyroUpdates(to: queue) { data, _ in handled.add(data!.timestamp) }
        source.deliver(.gyroscope, times: [1, 2])
        source.deliver(.finished)
        #expect(await first.next()?.timestamp == 1)
        #expect(await second.next()?.timestamp == 1)
        #expect(await second.next()?.timestamp == 2)
        try await manager.sourceFinished()
        #expect(handled.values == [1, 2])
    }

    @Test("a stream of what is not available is over at once")
    func unavailable() async {
        let manager = CMMotionManager(source: ScriptedSource(SourceCapabilities(streams: .accelerometer)))
        for await _ in manager.gyroUpdates() { Issue.record("there is no gyroscope") }
        for await _ in manager.deviceMotionUpdates(using: .xTrueNorthZVertical) { Issue.record("nor device motion") }
        #expect(!manager.isGyroActive && !manager.isDeviceMotionActive)
    }

    @Test("copies of an iterator may be read at the same time, and all end")
    func copies() async {
        let iterator = manager.gyroUpdates().batches.makeAsyncIterator()
        let source = source
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                nonisolated(unsafe) var copy = iterator
                group.addTask {
                    var count = 0
                    while let batch = await copy.next() { count += batch.count }
                    return count
                }
            }
            for time in 0..<20 {
                source.deliver(.gyroscope, times: [Double(time)])
                await Task.yield()
            }
            source.deliver(.finished)
            #expect(await group.reduce(0, +) == 20)
        }
    }

    @Test("a source that waits does so for a slow reader and loses nothing")
    func backpressure() async {
        let source = ScriptedSource(SourceCapabilities(streams: .gyroscope, waitsForConsumer: true))
        let manager = CMMotionManager(source: source)
        var iterator = manager.gyroUpdates().makeAsyncIterator()
        let delivered = Collector<Int>()
        let producer = Task.detached {
            for index in 0..<100 {
                source.deliver(.gyroscope, times: regularTimes(100, from: Double(index)))
                delivered.add(index)
            }
            source.deliver(.finished)
        }
        var count = 0
        while let _ = await iterator.next() {
            count += 1
            // At most the limit and one delivery are in flight beyond what was read.
            #expect(delivered.values.count * 100 <= count + 2 * 2048 + 200)
        }
        await producer.value
        #expect(count == 10_000)
    }
}

@Suite("The end of a source")
struct SourceEndTests {
    @Test("finished comes when every handler has seen what was due, and the service stays active until stopped")
    func finished() async throws {
        let manager = try CMMotionManager(source: "simulate:turns?speed=max&errors=none")
        let queue = OperationQueue()
        let seen = Collector<Double>()
        manager.startGyroUpdates(to: queue) { data, _ in
            if let data { seen.add(data.timestamp) }
        }
        try await manager.sourceFinished()
        let duration = SimulationScenario(named: "turns")!.duration
        #expect(abs(Double(seen.values.count) - duration * 100) <= 2)
        #expect(zip(seen.values, seen.values.dropFirst()).allSatisfy { $0 < $1 })
        #expect(manager.isGyroActive && manager.isSourceFinished)
        manager.stopGyroUpdates()
        #expect(!manager.isGyroActive && manager.isSourceFinished)
    }

    @Test("waiting for the end of nothing returns at once")
    func nothing() async throws {
        try await CMMotionManager(source: ScriptedSource()).sourceFinished()
    }

    @Test("cancelling the task ends the wait")
    func cancelledWait() async {
        let source = ScriptedSource()
        let waiter = Task { @Sendable in
            let manager = CMMotionManager(source: source)
            manager.startGyroUpdates()
            try await manager.sourceFinished()
        }
        while !source.isRunning { await Task.yield() }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test("a source that breaks off throws what was wrong")
    func failure() async {
        let source = ScriptedSource()
        let manager = CMMotionManager(source: source)
        manager.startGyroUpdates()
        source.deliver(.failed(SourceError("cut off")))
        await #expect(throws: SourceError.self) { try await manager.sourceFinished() }
    }

    @Test("a source that breaks off is told apart from one that ends, also after the loop over its stream")
    func failedStream() async {
        let source = ScriptedSource()
        let manager = CMMotionManager(source: source)
        var iterator = Optional(manager.gyroUpdates().makeAsyncIterator())
        source.deliver(.gyroscope, times: [1])
        source.deliver(.failed(SourceError("cut off")))
        #expect(await iterator?.next()?.timestamp == 1)
        #expect(await iterator?.next() == nil)
        iterator = nil
        await #expect(throws: SourceError.self) { try await manager.sourceFinished() }
    }

    @Test("a stream that is opened after the end is over at once")
    func lateStream() async {
        let source = ScriptedSource()
        let manager = CMMotionManager(source: source)
        manager.startGyroUpdates()
        source.deliver(.finished)
        for await _ in manager.accelerometerUpdates() { Issue.record("the source has ended") }
    }

    @Test("a refused start leaves a running stream alone, and a stream leaves a refused handler alone")
    func refusedStart() async {
        let source = ScriptedSource()
        let manager = CMMotionManager(source: source)
        let queue = OperationQueue()
        let calls = Collector<Bool>()
        var iterator = manager.deviceMotionUpdates().makeAsyncIterator()
        manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical, to: queue) { motion, _ in calls.add(motion != nil)
        }
        source.deliver(.accelerometer, times: [1])
        source.deliver(.gyroscope, times: [1, 1.01])
        #expect(await iterator.next()?.timestamp == 1)
        source.deliver(.finished)
        await withCheckedContinuation { done in queue.addBarrierBlock { done.resume() } }
        #expect(calls.values == [false])
    }

    @Test("a start after a stop begins the recording anew, and a loop goes on with increasing time")
    func again() async throws {
        let manager = try CMMotionManager(source: "simulate:turns?speed=max&loop=1")
        var times: [Double] = []
        for await data in manager.gyroUpdates() {
            times.append(data.timestamp)
            if times.count == 5000 { break }
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(times[4999] - times[0] - 49.99) < 0.01)
        var first: [Double] = []
        for _ in 0..<2 {
            for await motion in manager.deviceMotionUpdates() {
                first.append(motion.attitude.quaternion.x)
                break
            }
        }
        #expect(first.count == 2 && first[0] == first[1])
    }

    @Test("words choose the source, and wrong ones are refused")
    func words() {
        #expect(throws: SourceError.self) { try CMMotionManager(source: "simulate:nowhere") }
        #expect(throws: (any Error).self) { try CMMotionManager(source: "replay:/no/such/file.csv") }
    }
}
