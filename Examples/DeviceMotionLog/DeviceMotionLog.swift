// Device motion as an asynchronous sequence: attitude, gravity and what the user adds to it.
//
//   COREMOTION_SOURCE='simulate:squats?speed=max' swift run DeviceMotionLog
//
// The stream is an extra of OpenCoreMotion; `startDeviceMotionUpdates(to:withHandler:)` works as on an iPhone.

import OpenCoreMotion

@main
struct DeviceMotionLog {
    static func main() async throws {
        let manager = CMMotionManager()
        guard manager.isDeviceMotionAvailable else {
            print("No device motion. Set COREMOTION_SOURCE, for example to simulate:squats.")
            return
        }
        manager.deviceMotionUpdateInterval = 0.1
        var count = 0
        var strongest = 0.0
        for await motion in manager.deviceMotionUpdates() {
            let (attitude, user) = (motion.attitude, motion.userAcceleration)
            print(
                String(
                    format: "%8.1f s  roll %6.1f  pitch %6.1f  yaw %6.1f degrees  user %6.2f %6.2f %6.2f G",
                    motion.timestamp, degrees(attitude.roll), degrees(attitude.pitch), degrees(attitude.yaw), user.x,
                    user.y, user.z))
            strongest = max(strongest, (user.x * user.x + user.y * user.y + user.z * user.z).squareRoot())
            count += 1
        }
        print(String(format: "%d samples of device motion, strongest user acceleration %.2f G", count, strongest))
    }

    static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
