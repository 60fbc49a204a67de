import MotionTypes
import Testing

@Suite("Core Motion's angles")
struct AttitudeTests {
    @Test("face up, upright and the landscapes have the angles of the documentation")
    func namedPoses() {
        let faceUp = EulerAngles(Quaternion.identity)
        #expect(faceUp == EulerAngles(roll: 0, pitch: 0, yaw: 0))
        let upright = EulerAngles(Quaternion(rotationVector: Vector3(.pi / 2, 0, 0)))
        #expect(abs(upright.pitch - .pi / 2) < 1e-12)
        #expect(upright.roll == 0 && abs(upright.yaw) < 1e-12)
        let landscapeRight = Quaternion(rotationVector: Vector3(0, .pi / 2, 0))
        #expect((landscapeRight.gravity - Vector3(1, 0, 0)).length < 1e-12)
        #expect(abs(EulerAngles(landscapeRight).roll - .pi / 2) < 1e-12)
        let faceDown = EulerAngles(Quaternion(w: 0, x: 0, y: 1, z: 0))
        #expect(faceDown.roll == .pi && faceDown.pitch == 0)
    }

    @Test("angles and quaternion stand for the same attitude everywhere, the singular pose included")
    func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for step in 0..<20_000 {
            let pitch =
                switch step % 4 {
                case 0: Double.pi / 2
                case 1: -Double.pi / 2
                case 2: Double.pi / 2 - 1e-8
                default: Double.random(in: -1.57...1.57, using: &generator)
                }
            let angles = EulerAngles(
                roll: .random(in: -3.14...3.14, using: &generator), pitch: pitch,
                yaw: .random(in: -3.14...3.14, using: &generator))
            let q = angles.quaternion
            let back = EulerAngles(q)
            #expect(back.quaternion.angle(to: q) < 1e-7)
            #expect((-Double.pi / 2...Double.pi / 2).contains(back.pitch))
            #expect(back.roll > -.pi && back.roll <= .pi && back.yaw > -.pi && back.yaw <= .pi)
            if step % 4 == 3 {
                #expect(abs(back.roll - angles.roll) < 1e-9 && abs(back.yaw - angles.yaw) < 1e-9)
            }
        }
    }

    @Test("the scale and the sign of the quaternion do not matter")
    func scale() {
        let q = EulerAngles(roll: 0.3, pitch: -0.7, yaw: 2).quaternion
        let scaled = Quaternion(w: -3 * q.w, x: -3 * q.x, y: -3 * q.y, z: -3 * q.z)
        let (a, b) = (EulerAngles(q), EulerAngles(scaled))
        #expect(abs(a.roll - b.roll) < 1e-12 && abs(a.pitch - b.pitch) < 1e-12 && abs(a.yaw - b.yaw) < 1e-12)
    }

    @Test("gravity follows from the angles as documented")
    func gravity() {
        let a = EulerAngles(roll: 0.4, pitch: 0.9, yaw: -2)
        let expected = Vector3(
            PlatformMath.cosine(a.pitch) * PlatformMath.sine(a.roll), -PlatformMath.sine(a.pitch),
            -PlatformMath.cosine(a.pitch) * PlatformMath.cosine(a.roll))
        #expect((a.quaternion.gravity - expected).length < 1e-15)
    }
}

@Suite("Rotations")
struct RotationTests {
    @Test("the shortest turn brings one direction onto the other, opposite ones included")
    func shortestTurn() {
        let directions = [
            Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(-1, 0, 0),
            Vector3(0.3, -2, 0.1), Vector3(1e-9, 1, 0), Vector3(-1e-9, -1, 0),
        ]
        for a in directions {
            for b in directions {
                let turned = Quaternion(turning: a, into: b).rotate(a.normalized)
                #expect((turned - b.normalized).length < 1e-7, "\(a) \(b)")
            }
        }
        #expect(Quaternion(turning: .zero, into: Vector3(1, 0, 0)) == .identity)
    }

    @Test("matrix, quaternion and rotation vector agree")
    func agreement() {
        let vectors = [Vector3(0.1, -2, 0.7), Vector3(1e-5, 0, 0), Vector3(0, 0, 0), Vector3(3, 0.5, 0.1)]
        for v in vectors {
            let q = Quaternion(rotationVector: v)
            #expect(abs(q.lengthSquared - 1) < 1e-14)
            #expect((q.rotationVector - v).length < 1e-12)
            let point = Vector3(0.2, -5, 1)
            #expect((RotationMatrix(q).rotate(point) - q.rotate(point)).length < 1e-13)
            #expect((RotationMatrix(q).transposed.rotate(q.rotate(point)) - point).length < 1e-13)
            #expect((q.unrotate(q.rotate(point)) - point).length < 1e-13)
        }
    }
}
