import MotionTypes
import SensorFusion
import Testing

@Suite("Reference frames")
struct ReferenceFrameTests {
    /// A pose by the azimuth of the device's y axis (degrees, clockwise from magnetic north) and its elevation.
    static func pose(azimuth: Double, elevation: Double, roll: Double = 0) -> Quaternion {
        // Yaw 0 has y west, which is azimuth 270.
        EulerAngles(
            roll: roll * Units.radiansPerDegree, pitch: elevation * Units.radiansPerDegree,
            yaw: (270 - azimuth) * Units.radiansPerDegree
        ).quaternion
    }

    static let azimuths = [0.0, 45, 90, 180, 200, 270, 359]

    @Test("x points to magnetic north and the heading is the azimuth of y", arguments: azimuths, [0.0, 40, -60])
    func magneticNorth(azimuth: Double, elevation: Double) throws {
        let pose = Self.pose(azimuth: azimuth, elevation: elevation, roll: 10)
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 3, magnetometer: true))
        #expect(motion.attitude.angle(to: pose) < 1e-6)
        #expect(abs(PlatformMath.wrapped((motion.heading - azimuth) * Units.radiansPerDegree)) < 1e-6)
        #expect(motion.magneticFieldAccuracy == .low)
        #expect((motion.magneticField - pose.unrotate(Vector3(20, 0, -43))).length < 1e-9)
    }

    @Test("at small lean the heading is 270 degrees minus yaw", arguments: azimuths)
    func headingAndYaw(azimuth: Double) throws {
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        let pose = Self.pose(azimuth: azimuth, elevation: 5)
        let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 1, magnetometer: true))
        let difference = motion.heading - (270 - motion.angles.yaw * Units.degreesPerRadian)
        #expect(abs(PlatformMath.wrapped(difference * Units.radiansPerDegree)) < 1e-6)
    }

    @Test("true north lies west of magnetic north by an east declination", arguments: [-0.3, 0.0, 0.2])
    func trueNorth(declination: Double) throws {
        let pose = Self.pose(azimuth: 90, elevation: 20)
        var fusion = SensorFusion(frame: .xTrueNorthZVertical, declination: declination)
        let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 1, magnetometer: true))
        #expect(abs(motion.heading - (90 + declination * Units.degreesPerRadian)) < 1e-4)
        #expect(motion.attitude.angle(to: Quaternion(aboutZ: -declination) * pose) < 1e-6)
    }

    @Test("upright, the heading is where the back looks", arguments: azimuths)
    func uprightHeading(azimuth: Double) throws {
        let pose = Self.pose(azimuth: azimuth, elevation: 90)
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 1, magnetometer: true))
        let back = pose.rotate(Vector3(0, 0, -1))
        let expected = PlatformMath.arcTangent(-back.y, back.x)
        #expect(abs(PlatformMath.wrapped(motion.heading * Units.radiansPerDegree - expected)) < 1e-6)
        #expect(motion.heading >= 0 && motion.heading < 360)
    }

    @Test("an arbitrary frame starts where the device lies", arguments: [0.0, 70, 200], [0.0, 60, 90, -90])
    func arbitraryStart(azimuth: Double, elevation: Double) throws {
        let pose = Self.pose(azimuth: azimuth, elevation: elevation)
        for frame in [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical] {
            var fusion = SensorFusion(frame: frame)
            let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 2, magnetometer: true))
            let x = motion.attitude.rotate(Vector3(1, 0, 0))
            #expect(abs(x.y) < 1e-6 && x.x > 0)
            #expect(motion.heading == -1)
            #expect((motion.gravity - pose.gravity).length < 1e-6)
        }
    }

    @Test("on its side, where x is vertical, a device starts at yaw 0", arguments: [90.0, -90])
    func arbitraryStartOnSide(roll: Double) throws {
        let pose = Self.pose(azimuth: 30, elevation: 10, roll: roll)
        var fusion = SensorFusion()
        let motion = try required(SyntheticMotion.rest(pose).run(&fusion, duration: 1))
        #expect(abs(motion.angles.yaw) < 1e-6)
    }

    @Test("lying face up, an arbitrary frame starts at the identity")
    func faceUp() throws {
        var fusion = SensorFusion()
        let motion = try required(SyntheticMotion.rest(.identity).run(&fusion, duration: 1))
        #expect(motion.attitude.angle(to: .identity) < 1e-9)
        #expect(motion.magneticField == .zero && motion.magneticFieldAccuracy == .uncalibrated && motion.heading == -1)
    }

    @Test("the magnetometer keeps the corrected frame from drifting, without a jump at its start")
    func corrected() throws {
        var path = SyntheticMotion.waving()
        // A turn about the vertical that the gyroscope does not see whole: three percent are missing.
        let truth = path.attitude
        path.attitude = { Quaternion(aboutZ: -1.5 * $0) * truth($0) }
        var drifting = SensorFusion()
        var corrected = SensorFusion(frame: .xArbitraryCorrectedZVertical)
        var last: Quaternion?
        var ends: [Double] = []
        for step in 0...6000 {
            let time = Double(step) / 100
            let now = path.attitude(time)
            let previous = path.attitude(max(0, time - 0.01))
            let rate = (previous.conjugate * now).rotationVector * 97
            // The field comes late.
            if time > 1 { corrected.update(magnetometer: now.unrotate(path.earth), at: time) }
            drifting.update(accelerometer: now.gravity, at: time)
            corrected.update(accelerometer: now.gravity, at: time)
            let free = try required(drifting.update(gyroscope: rate, at: time)).attitude
            let held = try required(corrected.update(gyroscope: rate, at: time)).attitude
            if let last { #expect(last.angle(to: held) < 0.1) }
            last = held
            if step == 6000 { ends = [free, held].map { ($0 * now.conjugate).angle(to: .identity) } }
        }
        #expect(ends[0] > 0.3)
        #expect(ends[1] < 0.1)
    }
}
