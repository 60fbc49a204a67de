import MotionTypes
import SensorFusion
import Testing

@Suite("Magnetometer calibration")
struct MagnetometerCalibrationTests {
    @Test(
        "a hard iron is found by turning, and the heading is right from then on",
        arguments: [Vector3(30, -20, 25), Vector3(-60, 10, 0), Vector3(-50, 380, -350), Vector3(900, 0, -1200)])
    func found(hardIron: Vector3) throws {
        var path = SyntheticMotion.waving()
        path.hardIron = hardIron
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        let motion = try required(path.run(&fusion, duration: 40, magnetometer: true))
        let calibration = fusion.magnetometerCalibration
        #expect((calibration.appliedHardIron - hardIron).length < 2)
        #expect(calibration.accuracy == .high || calibration.accuracy == .medium)
        #expect(calibration.isCredible)
        #expect(motion.magneticFieldAccuracy == calibration.accuracy)
        #expect(motion.attitude.angle(to: path.attitude(40)) < 3 * Units.radiansPerDegree)
    }

    @Test("a calibrated field is left alone and confirmed by turning")
    func leftAlone() throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        var worst = 0.0
        path.run(&fusion, duration: 40, magnetometer: true) {
            worst = max(worst, $0.attitude.angle(to: path.attitude($0.timestamp)))
        }
        let calibration = fusion.magnetometerCalibration
        #expect(worst < 1e-4)
        #expect(calibration.appliedHardIron == .zero)
        #expect(calibration.accuracy == .high)
    }

    @Test("at rest a field of the earth's strength is a compass of low accuracy, a far stronger one is none")
    func atRest() throws {
        var path = SyntheticMotion.rest(.identity)
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        var motion = try required(path.run(&fusion, duration: 10, magnetometer: true))
        #expect(motion.magneticFieldAccuracy == .low && motion.heading >= 0)
        #expect(fusion.magnetometerCalibration.standardDeviation.x > 20)
        path.hardIron = Vector3(0, 300, 0)
        fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        motion = try required(path.run(&fusion, duration: 10, magnetometer: true))
        #expect(motion.magneticFieldAccuracy == .uncalibrated && motion.heading == -1)
        #expect(fusion.headingUncertainty == nil)
    }

    @Test("a device that is magnetised on the way is calibrated again")
    func magnetised() throws {
        let path = SyntheticMotion.waving()
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
        var error = 0.0
        for step in 0...9000 {
            let time = Double(step) / 100
            var now = path
            if time > 20 { now.hardIron = Vector3(0, 0, 120) }
            let motion = try required(now.feed(&fusion, at: time, since: max(0, time - 0.01), magnetometer: true))
            error = motion.attitude.angle(to: path.attitude(time))
        }
        #expect((fusion.magnetometerCalibration.appliedHardIron - Vector3(0, 0, 120)).length < 5)
        #expect(error < 5 * Units.radiansPerDegree)
    }
}
