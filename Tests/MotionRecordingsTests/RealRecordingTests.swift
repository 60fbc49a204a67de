import Foundation
import MotionRecordings
import MotionTypes
import TestSupport
import Testing

/// Recordings of every format; the numbers were counted with other tools (`wc`, `awk`).
@Suite("Real recordings", .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
struct RealRecordingTests {
    private func open(_ path: String) throws -> Recording { try Recording(opening: SharedData.path(path)) }

    private func expectSorted(_ samples: [MotionSample]) {
        #expect(zip(samples.dropFirst(), samples).allSatisfy { $0.timestamp >= $1.timestamp })
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    @Test("our CSV as a folder is one recording of four streams, merged by time")
    func ourFolder() throws {
        let recording = try open("coremotion/iphone-xs")
        #expect(recording.formatName == "OpenCoreMotion CSV")
        #expect(recording.streams == [.accelerometer, .gyroscope, .magnetometer, .deviceMotion])
        #expect(
            recording.motionComponents == [
                .attitude, .rotationRate, .gravity, .userAcceleration, .magneticField, .heading,
            ])
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        expectSorted(samples)
        #expect(samples.readings(.accelerometer).count == 4623)
        #expect(samples.readings(.gyroscope).count == 4623)
        #expect(samples.readings(.magnetometer).count == 4677)
        #expect(samples.motions.count == 4623)
        #expect(samples.first?.timestamp == 2713.979049542)
        #expect(samples.readings(.accelerometer).first?.value == Vector3(0.00111386, -0.00372314, -0.99148563))
        #expect(samples.motions.allSatisfy { ($0.attitude.normalized.gravity - $0.gravity).length < 2e-3 })
    }

    @Test(
        "each file of a folder is a recording of its own", arguments: [("accelerometer", 4623), ("magnetometer", 4677)])
    func ourFile(name: String, count: Int) throws {
        let recording = try open("coremotion/iphone-xs/\(name).csv")
        #expect(recording.formatName == "OpenCoreMotion CSV")
        #expect(try recording.everything().samples.count == count)
    }

    @Test("a Sensor Logger archive of an iPhone holds raw samples and device motion that agree with each other")
    func sensorLoggerPhone() throws {
        let recording = try open("recordings/sensor-logger-ios/iphone12mini.zip")
        #expect(recording.formatName == "Sensor Logger (iOS)")
        #expect(recording.sign == .coreMotion)
        #expect(recording.streams == [.accelerometer, .gyroscope, .deviceMotion])
        #expect(recording.motionComponents == [.attitude, .angles, .rotationRate, .gravity, .userAcceleration])
        #expect(recording.metadata.device == "iPhone 12 mini")
        #expect(abs((recording.metadata.unixTimeOfZero ?? 0) - 1_663_326_946.509) < 1e-5)
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        expectSorted(samples)
        #expect(samples.readings(.accelerometer).count == 2066)
        #expect(samples.readings(.gyroscope).count == 2066)
        #expect(samples.motions.count == 2064)
        #expect(samples.first?.timestamp == 0.73994677734375)
        #expect(samples.readings(.accelerometer).first?.value.z == -1.02154541015625)
        let raw = Dictionary(samples.readings(.accelerometer).map { ($0.timestamp, $0.value) }) { first, _ in first }
        for motion in samples.motions {
            #expect(motion.components == recording.motionComponents)
            #expect(abs(motion.gravity.length - 1) < 1e-6)
            #expect(motion.gravity.z < -0.8)
            #expect((motion.attitude.gravity - motion.gravity).length < 1e-6)
            #expect(motion.recordedAngles.quaternion.angle(to: motion.attitude) < 1e-6)
            if let raw = raw[motion.timestamp] {
                #expect((motion.gravity + motion.userAcceleration - raw).length < 1e-6)
            }
        }
    }

    @Test("a Sensor Logger archive of an Android phone is turned into Core Motion's sign")
    func sensorLoggerAndroid() throws {
        let recording = try open("recordings/sensor-logger-android/2023-11-24_07-25-54.zip")
        #expect(recording.formatName == "Sensor Logger (Android)")
        #expect(recording.sign == .specificForce)
        #expect(recording.streams == [.accelerometer, .deviceMotion])
        #expect(recording.motionComponents == .userAcceleration)
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        expectSorted(samples)
        let readings = samples.readings(.accelerometer)
        #expect(readings.count == 737 && samples.motions.count == 763)
        #expect(readings.first?.value.z == -8.8971529006958 / 9.80665)
        #expect(abs(mean(readings.map(\.value.length)) - 1) < 0.05)
        #expect(mean(readings.map(\.value.z)) < -0.8)
    }

    @Test("MotionSense has 50 Hz, angles and no quaternion")
    func motionSense() throws {
        let recording = try open("recordings/motionsense/sit_5_sub_1.csv")
        #expect(recording.formatName == "MotionSense")
        #expect(recording.motionComponents == [.angles, .rotationRate, .gravity, .userAcceleration])
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        #expect(samples.count == 10_292)
        #expect(samples[1].timestamp == 0.02)
        for motion in samples.motions {
            #expect((motion.attitude.gravity - motion.gravity).length < 1e-5)
            #expect(motion.angles == motion.recordedAngles)
        }
    }

    @Test(
        "files of bench recordings are read by their units, with specific force turned round",
        arguments: [
            ("fusion/broad/02_undisturbed_slow_rotation_B.csv", 53_240),
            ("fusion/phone/P1_Nexus5_NoDist_AR.csv", 12_723),
            ("fusion/phone/P1_iPhone5_NoDist_AR.csv", 12_574),
        ])
    func fusionFiles(path: String, rows: Int) throws {
        let recording = try open(path)
        #expect(recording.formatName == "CSV")
        #expect(recording.sign == .specificForce)
        #expect(recording.streams == [.accelerometer, .gyroscope, .magnetometer])
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        for kind in SensorKind.allCases { #expect(samples.readings(kind).count == rows) }
        #expect(abs(mean(samples.readings(.accelerometer).map(\.value.length)) - 1) < 0.05)
        #expect(samples.prefix(3).map(\.timestamp) == [0, 0, 0])
        #expect(samples.readings(.accelerometer).prefix(100).allSatisfy { $0.value.z < 0 })
    }

    @Test(
        "our names for device motion keep Core Motion's sign in a file with other columns, and empty rows are no fault")
    func exermote() throws {
        let recording = try open("reps/exermote/P1_session01.csv")
        #expect(recording.formatName == "CSV")
        #expect(recording.sign == .coreMotion)
        #expect(recording.streams == .deviceMotion)
        #expect(recording.motionComponents == [.rotationRate, .gravity, .userAcceleration])
        let (samples, issues) = try recording.everything()
        #expect(issues == RecordingIssues())
        #expect(samples.count == 2999)
        #expect(samples.motions.first?.gravity == Vector3(-0.27, 0.94, 0.21))
    }

    @Test(
        "what is converted into our CSV has the same samples, bit for bit",
        arguments: [
            "coremotion/iphone-xs", "recordings/sensor-logger-ios/iphone12mini.zip",
            "recordings/sensor-logger-android/2023-11-24_07-25-54.zip", "recordings/motionsense/dws_11_sub_13.csv",
            "reps/exermote/P1_session02.csv",
        ], ["out.csv", "out", "out.zip"])
    func converted(path: String, name: String) throws {
        let folder = TemporaryFolder()
        let source = try open(path)
        let samples = try source.everything().samples
        let writer = try RecordingWriter(
            creating: folder.file(name), streams: source.streams, components: source.motionComponents,
            metadata: source.metadata)
        try writer.append(samples)
        try writer.finish()
        let back = try Recording(opening: folder.file(name))
        #expect(back.streams == source.streams)
        #expect(back.motionComponents == source.motionComponents)
        #expect(name == "out.csv" || back.metadata == source.metadata)
        #expect(try back.everything().samples.bits == samples.bits)
    }

    @Test("an unpacked Sensor Logger archive is the same recording")
    func unpacked() throws {
        let folder = TemporaryFolder()
        let header = "time,seconds_elapsed,z,y,x\n"
        _ = try folder.write("version,device name,platform\n3,Phone,ios", to: "a/Metadata.csv")
        _ = try folder.write("", to: "a/Annotation.csv")
        _ = try folder.write(header + "1000000000500000000,0.5,-1,0.25,0\n", to: "a/AccelerometerUncalibrated.csv")
        _ = try folder.write(header + "1000000000500000000,0.5,-9.80665,0,0\n", to: "a/Gravity.csv")
        let recording = try Recording(opening: folder.file("a"))
        #expect(recording.formatName == "Sensor Logger (iOS)")
        #expect(recording.metadata.unixTimeOfZero == 1e9)
        let samples = try recording.everything().samples
        #expect(samples.readings(.accelerometer).map(\.value) == [Vector3(0, 0.25, -1)])
        #expect(samples.motions.map(\.gravity) == [Vector3(0, 0, -1)])
    }

    @Test("an iPhone with standardised units and frames has Android's")
    func standardised() throws {
        let folder = TemporaryFolder()
        let header = "time,seconds_elapsed,z,y,x\n"
        _ = try folder.write("version,device name,platform,standardisation\n3,Phone,ios,true", to: "a/Metadata.csv")
        _ = try folder.write(header + "1000000000500000000,0.5,9.80665,0,0\n", to: "a/AccelerometerUncalibrated.csv")
        let recording = try Recording(opening: folder.file("a"))
        #expect(recording.sign == .specificForce)
        #expect(try recording.everything().samples.readings(.accelerometer).map(\.value.z) == [-1])
    }

    @Test("Android's total acceleration and calibrated rates stand in for raw streams that are missing")
    func standIns() throws {
        let folder = TemporaryFolder()
        let header = "time,seconds_elapsed,z,y,x\n"
        _ = try folder.write("version,device name,platform\n3,Phone,android", to: "a/Metadata.csv")
        for (name, z) in [("TotalAcceleration", "9.80665"), ("Gyroscope", "2"), ("Magnetometer", "-40")] {
            _ = try folder.write(header + "1000000000500000000,0.5,\(z),0,0\n", to: "a/\(name).csv")
        }
        let recording = try Recording(opening: folder.file("a"))
        #expect(recording.streams == [.accelerometer, .gyroscope, .magnetometer])
        let samples = try recording.everything().samples
        #expect(samples.readings(.accelerometer).map(\.value.z) == [-1])
        #expect(samples.readings(.gyroscope).map(\.value.z) == [2])
        #expect(samples.readings(.magnetometer).map(\.value.z) == [-40])
    }
}
