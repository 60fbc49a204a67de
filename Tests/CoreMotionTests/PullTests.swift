import Foundation
import MotionSources
import MotionTypes
import Testing
import TestSupport

@testable import CoreMotion

@Suite("Updates pulled from the properties")
struct PullTests {
    private let source = ScriptedSource()
    private let manager: CMMotionManager

    init() { manager = CMMotionManager(services: MotionServices(source: source)) }

    @Test("the data is nil before the first sample, the latest after, and nil after a stop")
    func lifetime() {
        #expect(manager.gyroData == nil && !manager.isGyroActive)
        manager.startGyroUpdates()
        #expect(manager.gyroData == nil && manager.isGyroActive)
        source.deliver(.gyroscope, times: regularTimes(3))
        #expect(manager.gyroData?.timestamp == 0.02)
        #expect(manager.gyroData?.rotationRate.x == 2)
        manager.stopGyroUpdates()
        #expect(manager.gyroData == nil && !manager.isGyroActive)
        manager.startGyroUpdates()
        #expect(manager.gyroData == nil)
    }

    @Test("each service is active by itself, device motion without the raw ones")
    func services() {
        manager.startDeviceMotionUpdates()
        #expect(manager.isDeviceMotionActive)
        #expect(!manager.isGyroActive && !manager.isAccelerometerActive && !manager.isMagnetometerActive)
        manager.startMagnetometerUpdates()
        #expect(manager.isMagnetometerActive)
        source.deliver(.magnetometer, times: [1])
        source.deliver(.accelerometer, times: [1])
        #expect(manager.magnetometerData?.timestamp == 1)
        #expect(manager.accelerometerData == nil)
        manager.stopDeviceMotionUpdates()
        #expect(source.isRunning)
        manager.stopMagnetometerUpdates()
        #expect(!source.isRunning)
    }

    @Test("a push also moves the property")
    func pushMovesProperty() {
        let queue = OperationQueue()
        manager.startAccelerometerUpdates(to: queue) { _, _ in }
        source.deliver(.accelerometer, times: regularTimes(2))
        #expect(manager.accelerometerData?.timestamp == 0.01)
    }

    @Test("the intervals keep what was set, whatever it is")
    func intervals() {
        for interval in [0, -1, 0.001, 1e9, Double.infinity] {
            manager.accelerometerUpdateInterval = interval
            manager.gyroUpdateInterval = interval
            manager.magnetometerUpdateInterval = interval
            manager.deviceMotionUpdateInterval = interval
            #expect(manager.accelerometerUpdateInterval == interval && manager.gyroUpdateInterval == interval)
            #expect(manager.magnetometerUpdateInterval == interval && manager.deviceMotionUpdateInterval == interval)
        }
    }

    @Test("device motion comes at its interval while fusion runs at the source's rate")
    func fusion() {
        manager.deviceMotionUpdateInterval = 0.1
        let seen = Collector<Double>()
        let queue = OperationQueue()
        manager.startDeviceMotionUpdates(to: queue) { motion, _ in seen.add(motion!.attitude.roll) }
        // A turn about y of 1 rad/s for one second: every sample counts in the integral.
        for time in regularTimes(101) {
            source.deliver(
                .samples([
                    .sensor(
                        SensorSample(
                            .accelerometer, timestamp: time,
                            value: Vector3(PlatformMath.sine(time), 0, -PlatformMath.cosine(time)))),
                    .sensor(SensorSample(.gyroscope, timestamp: time, value: Vector3(0, 1, 0))),
                ]))
        }
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values.count == 11)
        #expect(abs(seen.values[10] - seen.values[0] - 1) < 0.02)
    }

    @Test("an interval of next to nothing gives every sample", arguments: [0, 1e-300, -1])
    func noInterval(interval: Double) {
        manager.gyroUpdateInterval = interval
        let seen = Collector<Double>()
        let queue = OperationQueue()
        manager.startGyroUpdates(to: queue) { data, _ in seen.add(data!.timestamp) }
        source.deliver(.gyroscope, times: regularTimes(50, rate: 1000))
        queue.waitUntilAllOperationsAreFinished()
        #expect(seen.values == regularTimes(50, rate: 1000))
    }

    @Test("a second start in the same frame goes on with the attitude, one in another frame begins anew")
    func secondStart() {
        func turn(from start: Double) {
            for time in regularTimes(100, from: start) {
                source.deliver(
                    .samples([
                        .sensor(SensorSample(.accelerometer, timestamp: time, value: Vector3(0, 0, -1))),
                        .sensor(SensorSample(.gyroscope, timestamp: time, value: Vector3(0, 0, 1))),
                        .sensor(SensorSample(.magnetometer, timestamp: time, value: Vector3(0, 20, -40))),
                    ]))
            }
        }
        manager.startDeviceMotionUpdates()
        turn(from: 0)
        let yaw = manager.deviceMotion!.attitude.yaw
        #expect(yaw > 0.9)
        manager.startDeviceMotionUpdates(to: OperationQueue()) { _, _ in }
        source.deliver(.gyroscope, times: [1])
        turn(from: 1.01)
        #expect(manager.deviceMotion!.attitude.yaw > yaw + 0.9)
        manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
        #expect(manager.deviceMotion == nil || manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
        turn(from: 2.01)
        #expect(manager.deviceMotion!.attitude.yaw < yaw + 0.9)
    }
}
