// The gyroscope on demand, as a game reads it: start the updates, then look at `gyroData` from a timer.
//
//   COREMOTION_SOURCE=simulate:turns swift run GyroscopePull
//
// Nothing here is particular to Linux: the same class runs in an iPhone app.

import CoreMotion

@MainActor
final class Gyroscope {
    private let motion = CMMotionManager()
    private var timer: Timer?
    private(set) var timestamps: [TimeInterval] = []

    func startGyros() {
        guard motion.isGyroAvailable else { return }
        motion.gyroUpdateInterval = 1.0 / 50.0
        motion.startGyroUpdates()

        let timer = Timer(fire: Date(), interval: 1.0 / 50.0, repeats: true) { _ in
            MainActor.assumeIsolated { self.showLatest() }
        }
        RunLoop.current.add(timer, forMode: .default)
        self.timer = timer
    }

    private func showLatest() {
        guard let data = motion.gyroData, data.timestamp != timestamps.last else { return }
        timestamps.append(data.timestamp)
        let rate = data.rotationRate
        print(String(format: "%8.2f  x %7.3f  y %7.3f  z %7.3f rad/s", data.timestamp, rate.x, rate.y, rate.z))
    }

    func stopGyros() {
        timer?.invalidate()
        timer = nil
        motion.stopGyroUpdates()
    }
}

@main
struct GyroscopePull {
    @MainActor
    static func main() {
        let gyroscope = Gyroscope()
        gyroscope.startGyros()
        RunLoop.current.run(until: Date() + 3)
        gyroscope.stopGyros()

        let times = gyroscope.timestamps
        guard times.count > 1, let first = times.first, let last = times.last else {
            print("No gyroscope data. Set COREMOTION_SOURCE, for example to simulate:turns.")
            return
        }
        print(String(format: "%d samples, %.1f Hz", times.count, Double(times.count - 1) / (last - first)))
    }
}
