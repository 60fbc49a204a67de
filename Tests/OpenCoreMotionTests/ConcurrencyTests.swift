import Dispatch
import OpenCoreMotion
import Testing
import TestSupport

@Suite("Any thread may call anything")
struct ConcurrencyTests {
    @Test("starts, stops, intervals, reads and streams from many threads end in order", arguments: ["max", "200"])
    func mayhem(speed: String) async throws {
        let manager = try CMMotionManager(source: "simulate:turns?errors=none&loop=1&speed=\(speed)")
        // The manager is not Sendable in Apple's surface, and takes calls from any thread all the same.
        nonisolated(unsafe) let shared = manager
        let queues = (0..<2).map { _ in OperationQueue() }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    var random = Randomness(seed: UInt64(worker) + 1)
                    for _ in 0..<150 { await Self.act(on: shared, queues[worker % 2], &random) }
                }
            }
        }
        manager.stopGyroUpdates()
        manager.stopAccelerometerUpdates()
        manager.stopDeviceMotionUpdates()
        #expect(!manager.isGyroActive && !manager.isAccelerometerActive && !manager.isDeviceMotionActive)
        // And it still works.
        var count = 0
        for await _ in manager.gyroUpdates() {
            count += 1
            if count == 100 { break }
        }
        #expect(count == 100)
    }

    private static func act(on manager: CMMotionManager, _ queue: OperationQueue, _ random: inout Randomness) async {
        switch random.next() % 10 {
        case 0: manager.startGyroUpdates(to: queue) { _, _ in }
        case 1: manager.startAccelerometerUpdates()
        case 2: manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical, to: queue) { _, _ in }
        case 3: manager.stopGyroUpdates()
        case 4: manager.stopAccelerometerUpdates()
        case 5: manager.stopDeviceMotionUpdates()
        case 6: manager.gyroUpdateInterval = Double(random.next() % 100) / 1000
        case 7: _ = (manager.gyroData?.timestamp, manager.deviceMotion?.attitude.yaw, manager.isGyroActive)
        case 8: queue.cancelAllOperations()
        default:
            var left = 5
            for await _ in manager.accelerometerUpdates() {
                left -= 1
                if left == 0 { break }
            }
        }
    }

    @Test("a manager may go at any moment, with its source in the middle of a delivery")
    func release() async throws {
        for round in 0..<60 {
            let queue = OperationQueue()
            queue.isSuspended = round % 2 == 0
            var manager: CMMotionManager? = try CMMotionManager(source: "simulate:walking?loop=1&speed=max")
            manager?.startDeviceMotionUpdates(to: queue) { _, _ in }
            manager?.startGyroUpdates(to: queue) { _, _ in }
            if round % 3 > 0 { try await Task.sleep(for: .milliseconds(round % 50)) }
            manager = nil
            queue.isSuspended = false
        }
    }

    @Test("tasks may be cancelled at any moment")
    func cancellation() async throws {
        let manager = try CMMotionManager(source: "simulate:walking?loop=1&speed=max")
        nonisolated(unsafe) let shared = manager
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                let task = Task {
                    var count = 0
                    for await _ in shared.deviceMotionUpdates() { count += 1 }
                    return count
                }
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(index))
                    task.cancel()
                    _ = await task.value
                }
            }
        }
        #expect(!manager.isDeviceMotionActive)
    }
}

/// A small seeded generator (SplitMix64: Steele, Lea and Flood, OOPSLA 2014).
private struct Randomness {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
