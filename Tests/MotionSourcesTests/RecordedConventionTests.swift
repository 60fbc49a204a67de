import MotionRecordings
import MotionSources
import MotionTypes
import Testing
import TestSupport

/// What Apple's own output says about quaternion, angles, gravity and matrix, and how near our fusion comes to it.
@Suite("Core Motion's own recordings")
struct RecordedConventionTests {
    static let phone = "recordings/sensor-logger-ios/iphone12mini.zip"
    static let folder = "coremotion/iphone-xs"

    private func samples(_ path: String) throws -> (Recording, [MotionSample]) {
        let recording = try Recording(opening: SharedData.path(path))
        let reader = try recording.makeReader()
        var samples: [MotionSample] = []
        while try reader.read(into: &samples, atMost: 4096) {}
        return (recording, samples)
    }

    private func motions(_ path: String) throws -> [DeviceMotion] {
        try samples(path).1.compactMap { if case .deviceMotion(let motion) = $0 { motion } else { nil } }
    }

    @Test(
        "quaternion, angles, gravity and matrix agree on every row of the Sensor Logger recording",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func sensorLogger() throws {
        let motions = try motions(Self.phone).filter { $0.components.isSuperset(of: [.attitude, .angles, .gravity]) }
        #expect(motions.count > 2000)
        for motion in motions {
            let q = motion.attitude
            #expect((q.gravity - motion.gravity).length < 1e-6)
            let angles = EulerAngles(q)
            #expect(abs(angles.roll - motion.recordedAngles.roll) < 1e-6)
            #expect(abs(angles.pitch - motion.recordedAngles.pitch) < 1e-6)
            #expect(abs(PlatformMath.wrapped(angles.yaw - motion.recordedAngles.yaw)) < 1e-6)
            #expect(motion.recordedAngles.quaternion.angle(to: q) < 1e-6)
            let matrix = RotationMatrix(q).transposed
            #expect((Vector3(-matrix.row1.z, -matrix.row2.z, -matrix.row3.z) - motion.gravity).length < 1e-6)
        }
    }

    @Test(
        "quaternion and gravity agree on every row of the iPhone XS recording, to the digits that it has",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func iPhoneXS() throws {
        let motions = try motions(Self.folder)
        #expect(motions.count > 4000)
        for motion in motions {
            let gravity = motion.attitude.normalized.gravity
            #expect(max(abs(gravity.x - motion.gravity.x), abs(gravity.y - motion.gravity.y)) < 2e-6)
            #expect(abs(gravity.z - motion.gravity.z) < 2e-6)
        }
    }

    @Test(
        "raw samples fused here give Apple's gravity within a degree",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)), arguments: [phone, folder])
    func fusedGravity(path: String) throws {
        let (recording, samples) = try samples(path)
        var analysis = RecordingAnalysis(recording)
        analysis.add(samples)
        let comparison = try #require(analysis.comparison)
        let error = try #require(comparison.gravityError)
        #expect(comparison.count > 2000 && error < 1, "\(error) degrees rms")
    }
}
