import MotionTypes
import SensorFusion
import Testing

@Suite("Recorded device motion that is incomplete")
struct RecordedMotionCompletionTests {
    @Test("an attitude follows from recorded angles, gravity from the attitude")
    func angles() {
        var completion = RecordedMotionCompletion()
        var motion = DeviceMotion(timestamp: 0)
        motion.recordedAngles = EulerAngles(roll: 0.3, pitch: -0.4, yaw: 2)
        motion.components = .angles
        let complete = completion.complete(motion)
        #expect(complete.components == [.angles, .attitude, .gravity])
        #expect(complete.attitude.angle(to: motion.recordedAngles.quaternion) < 1e-12)
        #expect((complete.gravity - complete.attitude.gravity).length < 1e-15)
        #expect(complete.angles == motion.recordedAngles)
    }

    @Test("from gravity and rotation rate the attitude has gravity's tilt exactly and the yaw of the turns")
    func gravityAndRate() {
        var completion = RecordedMotionCompletion()
        var attitude = EulerAngles(roll: 0.2, pitch: 0.5, yaw: 0).quaternion
        var first: Quaternion?
        for index in 0..<500 {
            let rate = Vector3(0.3, PlatformMath.sine(Double(index) * 0.05), -0.7)
            if index > 0 { attitude = attitude * Quaternion(rotationVector: rate * 0.01) }
            var motion = DeviceMotion(timestamp: Double(index) * 0.01)
            motion.gravity = attitude.gravity
            motion.rotationRate = rate
            motion.components = [.gravity, .rotationRate]
            let complete = completion.complete(motion)
            #expect((complete.attitude.gravity - motion.gravity).length < 1e-12)
            // The two frames differ by a constant turn about the vertical.
            let offset = complete.attitude * attitude.conjugate
            first = first ?? offset
            #expect(offset.angle(to: first ?? offset) < 1e-9)
        }
    }

    @Test("across a gap the rotation rate is not carried on")
    func gap() {
        var completion = RecordedMotionCompletion()
        var motion = DeviceMotion(timestamp: 0)
        motion.gravity = Vector3(0, 0, -1)
        motion.rotationRate = Vector3(0, 0, 1)
        motion.components = [.gravity, .rotationRate]
        _ = completion.complete(motion)
        motion.timestamp = 10
        #expect(completion.complete(motion).attitude.angle(to: .identity) < 1e-12)
    }

    @Test("what cannot be completed is left alone, zero gravity included")
    func nothing() {
        var completion = RecordedMotionCompletion()
        var motion = DeviceMotion(timestamp: 0)
        motion.components = [.userAcceleration]
        #expect(completion.complete(motion) == motion)
        motion.components = [.gravity]
        #expect(completion.complete(motion) == motion)
    }
}
