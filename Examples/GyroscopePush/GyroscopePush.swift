// Every gyroscope sample, as a motion analysis needs it: a handler on a queue, which loses nothing when it is busy.
//
//   COREMOTION_SOURCE=replay:Samples/squats.csv swift run GyroscopePush
//
// Nothing here is particular to Linux: the same class runs in an iPhone app.

import CoreMotion

final class GyroscopeLog {
    private let motion = CMMotionManager()
    private let queue = OperationQueue()
    private var timestamps: [TimeInterval] = []

    func start() {
        guard motion.isGyroAvailable else { return }
        queue.maxConcurrentOperationCount = 1
        motion.gyroUpdateInterval = 1.0 / 50.0
        motion.startGyroUpdates(to: queue) { data, error in
            if let error { print("Error: \(error.localizedDescription)") }
            guard let data else { return }
            self.timestamps.append(data.timestamp)
            let rate = data.rotationRate
            print(String(format: "%8.2f  x %7.3f  y %7.3f  z %7.3f rad/s", data.timestamp, rate.x, rate.y, rate.z))
        }
    }

    func stop() -> [TimeInterval] {
        motion.stopGyroUpdates()
        queue.waitUntilAllOperationsAreFinished()
        return timestamps
    }
}

@main
struct GyroscopePush {
    static func main() {
        let log = GyroscopeLog()
        log.start()
        Thread.sleep(forTimeInterval: 3)
        let times = log.stop()
        guard times.count > 1, let first = times.first, let last = times.last else {
            print("No gyroscope data. Set COREMOTION_SOURCE, for example to simulate:turns.")
            return
        }
        print(String(format: "%d samples, %.1f Hz", times.count, Double(times.count - 1) / (last - first)))
    }
}
