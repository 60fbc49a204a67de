// How fast samples go through CMMotionManager, beside a bare OperationQueue in the same run.
//
//   UpdateBenchmark [SAMPLES]        default 300 000 a round; five rounds, the median of each row is printed
//   UpdateBenchmark --memory [SAMPLES]   default 10 000 000: resident memory while samples are pushed

import OpenCoreMotion
import Synchronization

/// A gyroscope, and with it an accelerometer if wished, whose samples are made as fast as they are taken.
final class UnpacedGyroscope: MotionSource {
    let name = "benchmark"
    let capabilities: SourceCapabilities
    private let count: Int
    private let isStopped = Atomic(false)

    init(count: Int, withAccelerometer: Bool = false) {
        self.count = count
        capabilities = SourceCapabilities(
            streams: withAccelerometer ? [.accelerometer, .gyroscope] : .gyroscope, waitsForConsumer: true)
    }

    func start(delivering receive: @escaping @Sendable (SourceEvent) -> Void) {
        isStopped.store(false, ordering: .relaxed)
        let thread = Thread { [self] in
            var batch: [MotionSample] = []
            var index = 0
            while index < count, !isStopped.load(ordering: .relaxed) {
                batch.removeAll(keepingCapacity: true)
                for _ in 0..<min(256, count - index) {
                    if capabilities.streams.contains(.accelerometer) {
                        batch.append(
                            .sensor(
                                SensorSample(
                                    .accelerometer, timestamp: Double(index) * 0.01, value: Vector3(0, 0, -1))))
                    }
                    batch.append(
                        .sensor(
                            SensorSample(
                                .gyroscope, timestamp: Double(index) * 0.01, value: rate(index))))
                    index += 1
                }
                receive(.samples(batch))
            }
            receive(.finished)
        }
        thread.start()
    }

    /// The number of the sample in x; where it is to be fused, a rate that a gyroscope can have.
    private func rate(_ index: Int) -> Vector3 {
        Vector3(capabilities.streams.contains(.accelerometer) ? 0 : Double(index), 0, 0)
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}

/// Counts samples and adds up a component, so that none can be lost or repeated unseen.
final class Tally: Sendable {
    private let count = Atomic(0)
    private let sum = Atomic(0)

    func add(_ x: Double) {
        count.add(1, ordering: .relaxed)
        sum.add(Int(x), ordering: .relaxed)
    }

    func check(_ expected: Int, _ what: String) {
        let (count, sum) = (count.load(ordering: .relaxed), sum.load(ordering: .relaxed))
        precondition(
            count == expected && sum == expected * (expected - 1) / 2, "\(what): \(count) of \(expected), sum \(sum)")
    }
}

@main
struct UpdateBenchmark {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--memory" {
            try await memory(samples: arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000_000)
        } else {
            try await rates(samples: arguments.popLast().flatMap { Int($0) } ?? 300_000)
        }
    }

    static func rates(samples: Int) async throws {
        var rows: [(name: String, rates: [Double])] = [
            ("bare OperationQueue, empty operations", []), ("pushed to a queue", []), ("async, sample by sample", []),
            ("async, batches", []), ("async, batches of fused device motion", []),
        ]
        for _ in 0..<5 {
            rows[0].rates.append(await rate(samples) { await bareQueue(samples) })
            rows[1].rates.append(try await rate(samples) { try await push(samples) })
            rows[2].rates.append(await rate(samples) { await stream(samples) })
            rows[3].rates.append(await rate(samples) { await batches(samples) })
            rows[4].rates.append(await rate(samples) { await fused(samples) })
        }
        let base = median(rows[0].rates)
        print("samples a second, median of 5 rounds of \(samples)")
        for row in rows {
            let name = row.name.padding(toLength: 40, withPad: " ", startingAt: 0)
            let value = median(row.rates)
            print(name + String(format: "%10.0f  %5.2f of the bare queue", value, value / base))
        }
    }

    static func rate(_ samples: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let time = try await clock.measure(body)
        return Double(samples) / (Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The peer: as many empty operations, with as many in flight as a waiting source allows.
    static func bareQueue(_ samples: Int) async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let room = DispatchSemaphore(value: 0)
        for index in 1...samples {
            if index % 1024 == 0 {
                queue.addOperation { room.signal() }
                if index > 1024 { await Task.detached { wait(room) }.value }
            } else {
                queue.addOperation {}
            }
        }
        await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    static func push(_ samples: Int) async throws {
        let manager = CMMotionManager(source: UnpacedGyroscope(count: samples))
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        manager.gyroUpdateInterval = 0
        let tally = Tally()
        manager.startGyroUpdates(to: queue) { data, _ in
            if let data { tally.add(data.rotationRate.x) }
        }
        try await manager.sourceFinished()
        tally.check(samples, "push")
    }

    static func stream(_ samples: Int) async {
        let manager = CMMotionManager(source: UnpacedGyroscope(count: samples))
        manager.gyroUpdateInterval = 0
        let tally = Tally()
        for await data in manager.gyroUpdates() { tally.add(data.rotationRate.x) }
        tally.check(samples, "stream")
    }

    static func batches(_ samples: Int) async {
        let manager = CMMotionManager(source: UnpacedGyroscope(count: samples))
        manager.gyroUpdateInterval = 0
        let tally = Tally()
        for await batch in manager.gyroUpdates().batches {
            for data in batch { tally.add(data.rotationRate.x) }
        }
        tally.check(samples, "batches")
    }

    static func fused(_ samples: Int) async {
        let manager = CMMotionManager(source: UnpacedGyroscope(count: samples, withAccelerometer: true))
        manager.deviceMotionUpdateInterval = 0
        var count = 0
        for await batch in manager.deviceMotionUpdates().batches { count += batch.count }
        precondition(count == samples, "device motion: \(count) of \(samples)")
    }

    static func memory(samples: Int) async throws {
        print("resident memory in KiB while \(samples) samples are pushed")
        let manager = CMMotionManager(source: UnpacedGyroscope(count: samples))
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        manager.gyroUpdateInterval = 0
        let tally = Tally()
        let step = max(samples / 10, 1)
        manager.startGyroUpdates(to: queue) { data, _ in
            guard let data else { return }
            tally.add(data.rotationRate.x)
            if (Int(data.rotationRate.x) + 1) % step == 0 {
                print("\(Int(data.rotationRate.x) + 1)\t\(residentKibibytes())")
            }
        }
        try await manager.sourceFinished()
        tally.check(samples, "memory")
        print("nothing lost")
    }

    static func residentKibibytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
