// Code as clients write it, with `import CoreMotion` alone: that it compiles is the test.

import CoreMotion
import Testing

@MainActor
private final class Model {
    let motion = CMMotionManager()
    var x = 0.0
    var initial: CMAttitude?
    func start() {
        guard motion.isGyroAvailable, motion.isDeviceMotionAvailable else { return }
        motion.gyroUpdateInterval = 1 / 60
        motion.startGyroUpdates(to: .main) { data, error in
            guard let rate = data?.rotationRate else { return }
            self.x = rate.x + rate.y
        }
        motion.startAccelerometerUpdates(to: OperationQueue.main) {
            [weak self] (data: CMAccelerometerData?, error: Error?) in
            if let e = error as NSError?, e.domain == CMErrorDomain,
                e.code == Int(CMErrorTrueNorthNotAvailable.rawValue)
            {
                return
            }
            self?.x = data?.acceleration.x ?? 0
        }
        let frames = CMMotionManager.availableAttitudeReferenceFrames()
        let frame: CMAttitudeReferenceFrame =
            frames.contains(.xTrueNorthZVertical) ? .xTrueNorthZVertical : .xArbitraryZVertical
        motion.startDeviceMotionUpdates(using: frame, to: OperationQueue.current ?? .main) { motion, error in
            guard let motion else { return }
            if self.initial == nil { self.initial = motion.attitude.copy() as? CMAttitude }
            motion.attitude.multiply(byInverseOf: self.initial!)
            let m = motion.attitude.rotationMatrix
            let q = motion.attitude.quaternion
            self.x = m.m11 + q.w + motion.gravity.x + atan2(motion.gravity.x, motion.gravity.y)
            switch motion.magneticField.accuracy {
            case .uncalibrated: print("un")
            case .low, .medium, .high: print(motion.magneticField.field.x)
            }
            if motion.sensorLocation == .default { print(motion.heading) }
        }
        motion.magnetometerUpdateInterval = 0.1
        motion.startMagnetometerUpdates()
        print(motion.magnetometerData?.magneticField.x ?? 0, motion.attitudeReferenceFrame == .xArbitraryZVertical)
        motion.showsDeviceMovementDisplay = true
    }
}
extension CMQuaternion: Equatable {
    static func == (a: CMQuaternion, b: CMQuaternion) -> Bool { a.w == b.w }
}
extension CMAcceleration { var length: Double { sqrt(x * x + y * y + z * z) } }
private class MockMotion: CMDeviceMotion {
    var _gravity = CMAcceleration(x: 0, y: 0, z: -1)
    override var gravity: CMAcceleration {
        get { _gravity }
        set { _gravity = newValue }
    }
    override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}
private class MockManager: CMMotionManager {
    override var deviceMotion: CMDeviceMotion? { MockMotion() }
    override func startDeviceMotionUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
    ) { handler(MockMotion(), nil) }
}

@Suite("Code as clients write it")
struct ClientCodeTests {
    @Test("an app's model starts without sensors and does nothing")
    @MainActor func model() {
        let model = Model()
        model.start()
        #expect(model.x == 0 && !model.motion.isGyroActive)
    }

    @Test("mocks replace the manager and its data")
    func mocks() {
        var seen: CMAcceleration?
        let handler: CMDeviceMotionHandler = { motion, _ in seen = motion?.gravity }
        let manager: CMMotionManager = MockManager()
        manager.startDeviceMotionUpdates(to: OperationQueue(), withHandler: handler)
        #expect(seen?.length == 1 && manager.deviceMotion?.gravity.z == -1)
        #expect(CMQuaternion(x: 0, y: 0, z: 0, w: 1) == CMQuaternion(x: 1, y: 0, z: 0, w: 1))
    }
}
