import Foundation
import MotionTypes
import Testing

@testable import CoreMotion

@Suite("The data classes")
struct DataTests {
    @Test("the rotation matrix maps the reference frame to the device: gravity is minus its third column")
    func matrix() {
        let q = EulerAngles(roll: 0.3, pitch: -0.8, yaw: 2.1).quaternion
        let m = CMAttitude(q).rotationMatrix
        #expect((q.gravity - Vector3(-m.m13, -m.m23, -m.m33)).length < 1e-15)
        let device = q.unrotate(Vector3(1, 2, 3))
        #expect(abs(device.x - (m.m11 + 2 * m.m12 + 3 * m.m13)) < 1e-14)
        #expect(abs(device.y - (m.m21 + 2 * m.m22 + 3 * m.m23)) < 1e-14)
    }

    @Test("multiply(byInverseOf:) gives the attitude seen from the other one, and copies are not touched")
    func relative() {
        let first = EulerAngles(roll: 0.2, pitch: 0.5, yaw: -1).quaternion
        let turn = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.9))
        let attitude = CMAttitude(first * turn, angles: EulerAngles(first * turn))
        let copy = attitude.copy() as? CMAttitude
        let yaw = attitude.yaw
        attitude.multiply(byInverseOf: CMAttitude(first))
        let q = attitude.quaternion
        #expect(Quaternion(w: q.w, x: q.x, y: q.y, z: q.z).angle(to: turn) < 1e-12)
        #expect(abs(attitude.yaw - EulerAngles(turn).yaw) < 1e-12)
        #expect(copy?.yaw == yaw)
    }

    @Test("turning the device about the world's vertical changes all three relative angles of a tilted start")
    func coffeeMug() {
        let first = EulerAngles(roll: 0.4, pitch: 0.7, yaw: 0).quaternion
        let attitude = CMAttitude(Quaternion(aboutZ: 0.5) * first)
        attitude.multiply(byInverseOf: CMAttitude(first))
        #expect(abs(attitude.roll) > 0.05 && abs(attitude.pitch) > 0.05 && abs(attitude.yaw) > 0.05)
    }

    @Test("a sample survives archiving")
    func archive() throws {
        var motion = DeviceMotion(timestamp: 12.5)
        motion.attitude = EulerAngles(roll: 0.1, pitch: 0.2, yaw: 0.3).quaternion
        motion.rotationRate = Vector3(1, 2, 3)
        motion.gravity = motion.attitude.gravity
        motion.userAcceleration = Vector3(0.1, 0, -0.1)
        motion.magneticField = Vector3(20, -5, -40)
        motion.magneticFieldAccuracy = .high
        motion.heading = 123.5
        let item = CMDeviceMotion(motion)
        let data = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CMDeviceMotion.self, from: data))
        #expect(back.timestamp == 12.5 && back.heading == 123.5)
        #expect(back.rotationRate.y == 2 && back.userAcceleration.z == -0.1 && back.magneticField.field.z == -40)
        #expect(back.magneticField.accuracy == .high)
        #expect(back.attitude.quaternion.x == item.attitude.quaternion.x && back.gravity.x == item.gravity.x)
        let gyro = CMGyroData(SensorSample(.gyroscope, timestamp: 3, value: Vector3(1, 2, 3)))
        let gyroData = try NSKeyedArchiver.archivedData(withRootObject: gyro, requiringSecureCoding: true)
        let gyroBack = try NSKeyedUnarchiver.unarchivedObject(ofClass: CMGyroData.self, from: gyroData)
        #expect(gyroBack?.timestamp == 3 && gyroBack?.rotationRate.z == 3)
    }

    @Test("angles that were recorded survive archiving")
    func archivedAngles() throws {
        let angles = EulerAngles(roll: 0.1, pitch: 0.2, yaw: 0.3)
        let attitude = CMAttitude(.identity, angles: angles)
        let data = try NSKeyedArchiver.archivedData(withRootObject: attitude, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CMAttitude.self, from: data))
        #expect(back.roll == 0.1 && back.pitch == 0.2 && back.yaw == 0.3)
    }

    @Test("a recorded quaternion of not quite unit length gives a relative attitude of unit length")
    func relativeToRounded() {
        let rounded = Quaternion(w: 0.71, x: 0.71, y: 0, z: 0)
        let attitude = CMAttitude(rounded)
        attitude.multiply(byInverseOf: CMAttitude(rounded))
        #expect(abs(attitude.quaternion.w - 1) < 1e-15)
    }

    @Test("a sample without a heading, and one recorded as -1, have the heading -1")
    func noHeading() {
        var motion = DeviceMotion(timestamp: 1)
        #expect(CMDeviceMotion(motion).heading == -1)
        motion.heading = -1
        #expect(CMDeviceMotion(motion).heading == -1)
    }

    @Test("raw values are Apple's")
    func rawValues() {
        #expect(CMErrorNULL.rawValue == 100 && CMErrorTrueNorthNotAvailable.rawValue == 102)
        #expect(CMErrorUnknown.rawValue == 103 && CMErrorSize.rawValue == 113 && CMErrorDomain == "CMErrorDomain")
        #expect(CMAttitudeReferenceFrame.xTrueNorthZVertical.rawValue == 8)
        #expect(CMMagneticFieldCalibrationAccuracy.uncalibrated.rawValue == -1)
        #expect(CMCalibratedMagneticField().accuracy == .low && CMQuaternion().w == 0)
        #expect(CMDeviceMotion.SensorLocation.headphoneRight.rawValue == 2)
    }

    @Test("clients may subclass everything and override the read-only properties, as their tests do")
    func subclasses() {
        final class Attitude: CMAttitude {
            var set = 0.0
            override var roll: Double {
                get { set }
                set { set = newValue }
            }
        }
        final class Motion: CMDeviceMotion {
            let own = Attitude()
            override var attitude: CMAttitude { own }
            override var timestamp: TimeInterval { 7 }
        }
        final class Manager: CMMotionManager {
            override init() { super.init() }
            override var isDeviceMotionAvailable: Bool { true }
            override var deviceMotion: CMDeviceMotion? { Motion() }
        }
        let motion = Motion()
        motion.own.roll = 1.5
        #expect(motion.attitude.roll == 1.5 && motion.timestamp == 7)
        #expect(Manager().deviceMotion?.timestamp == 7 && Manager().isDeviceMotionAvailable)
    }

    @Test("a subclass may override one start by way of another")
    func overriddenStart() {
        final class Manager: CMMotionManager {
            var calls = 0
            override func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
                calls += 1
                super.startDeviceMotionUpdates()
            }
            override func startDeviceMotionUpdates() {
                calls += 1
                super.startDeviceMotionUpdates(using: .xArbitraryZVertical)
            }
        }
        let manager = Manager()
        manager.startDeviceMotionUpdates()
        manager.startDeviceMotionUpdates(using: .xArbitraryZVertical)
        #expect(manager.calls == 2)
    }
}
