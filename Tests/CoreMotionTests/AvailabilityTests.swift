import Foundation
import MotionSources
import MotionTypes
import Testing
import TestSupport

@testable import CoreMotion

@Suite("What is available")
struct AvailabilityTests {
    private func manager(
        _ streams: SensorSet, _ components: DeviceMotion.Components = []
    ) -> (CMMotionManager, ScriptedSource) {
        let source = ScriptedSource(SourceCapabilities(streams: streams, motionComponents: components))
        return (CMMotionManager(services: MotionServices(source: source)), source)
    }

    private func frames(_ manager: CMMotionManager, _ location: GeographicLocation? = nil) -> UInt {
        MotionServices.availableFrames(of: manager.services.source.capabilities, location: location)
    }

    @Test("without sensors nothing is available, and starting delivers nothing and does not crash")
    func nothing() {
        let (manager, source) = manager([])
        #expect(!manager.isAccelerometerAvailable && !manager.isGyroAvailable && !manager.isMagnetometerAvailable)
        #expect(!manager.isDeviceMotionAvailable)
        let calls = Collector<Int>()
        let queue = OperationQueue()
        manager.startGyroUpdates(to: queue) { _, _ in calls.add(1) }
        manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical, to: queue) { _, _ in calls.add(2) }
        manager.startAccelerometerUpdates()
        queue.waitUntilAllOperationsAreFinished()
        #expect(calls.values.isEmpty && source.starts == 0)
        #expect(manager.isGyroActive && manager.gyroData == nil && manager.deviceMotion == nil)
        manager.stopGyroUpdates()
        #expect(!manager.isGyroActive)
    }

    @Test("a magnetometer brings the corrected and the magnetic frame, a location true north")
    func frames() {
        #expect(frames(manager([.accelerometer, .gyroscope]).0) == 1)
        let all = manager([.accelerometer, .gyroscope, .magnetometer]).0
        #expect(frames(all) == 7)
        #expect(frames(all, GeographicLocation(latitude: 45, longitude: 6)) == 15)
        #expect(frames(manager([.gyroscope]).0) == 0)
    }

    @Test("true north without a location is told once as error 102, and then nothing comes")
    func trueNorth() {
        let (manager, source) = manager([.accelerometer, .gyroscope, .magnetometer])
        let errors = Collector<NSError>()
        let calls = Collector<Int>()
        let queue = OperationQueue()
        manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical, to: queue) { motion, error in
            calls.add(motion == nil ? 0 : 1)
            if let error { errors.add(error as NSError) }
        }
        source.deliver(.accelerometer, times: regularTimes(5))
        source.deliver(.gyroscope, times: regularTimes(5))
        queue.waitUntilAllOperationsAreFinished()
        #expect(calls.values == [0])
        #expect(errors.values.first?.domain == CMErrorDomain)
        #expect(errors.values.first?.code == Int(CMErrorTrueNorthNotAvailable.rawValue))
        #expect(manager.isDeviceMotionActive && manager.deviceMotion == nil)
        #expect(manager.attitudeReferenceFrame == .xTrueNorthZVertical)
    }

    @Test(
        "a frame that needs a magnetometer, and a set that is no single frame, are told as errors",
        arguments: [
            (CMAttitudeReferenceFrame.xMagneticNorthZVertical, CMErrorNotAvailable),
            (CMAttitudeReferenceFrame.xArbitraryCorrectedZVertical, CMErrorNotAvailable),
            (CMAttitudeReferenceFrame([.xArbitraryZVertical, .xTrueNorthZVertical]), CMErrorInvalidParameter),
            (CMAttitudeReferenceFrame([]), CMErrorInvalidParameter),
        ])
    func refusedFrames(frame: CMAttitudeReferenceFrame, code: CMError) {
        let (manager, _) = manager([.accelerometer, .gyroscope])
        let codes = Collector<Int>()
        let queue = OperationQueue()
        manager.startDeviceMotionUpdates(using: frame, to: queue) { _, error in codes.add((error! as NSError).code) }
        queue.waitUntilAllOperationsAreFinished()
        #expect(codes.values == [Int(code.rawValue)])
    }

    @Test("a refused start that takes the place of the one at work stops the source")
    func refusedSecondStart() {
        let (manager, source) = manager([.accelerometer, .gyroscope])
        manager.startDeviceMotionUpdates()
        #expect(source.isRunning)
        manager.startDeviceMotionUpdates(using: .xTrueNorthZVertical)
        #expect(!source.isRunning)
        manager.startDeviceMotionUpdates()
        #expect(source.isRunning)
    }

    @Test("the frame is the one in use, then the last one used")
    func frameInUse() {
        let (manager, _) = manager([.accelerometer, .gyroscope, .magnetometer])
        #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
        manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
        #expect(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
        manager.stopDeviceMotionUpdates()
        #expect(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
        manager.startDeviceMotionUpdates()
        #expect(manager.attitudeReferenceFrame == .xArbitraryZVertical)
    }

    @Test("recorded device motion serves the raw accelerometer and gyroscope where nothing else was recorded")
    func rawFromRecorded() {
        let (manager, source) = manager(.deviceMotion, [.gravity, .userAcceleration, .rotationRate])
        #expect(manager.isAccelerometerAvailable && manager.isGyroAvailable && !manager.isMagnetometerAvailable)
        #expect(manager.isDeviceMotionAvailable)
        manager.startAccelerometerUpdates()
        manager.startGyroUpdates()
        var motion = DeviceMotion(timestamp: 5)
        motion.gravity = Vector3(0, 0, -1)
        motion.userAcceleration = Vector3(0.25, 0, 0.5)
        motion.rotationRate = Vector3(1, 2, 3)
        motion.components = [.gravity, .userAcceleration, .rotationRate]
        source.deliver(.samples([.deviceMotion(motion)]))
        #expect(manager.accelerometerData?.acceleration.x == 0.25)
        #expect(manager.accelerometerData?.acceleration.z == -0.5)
        #expect(manager.gyroData?.rotationRate.z == 3)
    }
}
