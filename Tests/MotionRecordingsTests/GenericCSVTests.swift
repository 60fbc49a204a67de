import MotionRecordings
import MotionTypes
import Testing

@Suite("CSV with named columns")
struct GenericCSVTests {
    private func read(_ text: String, sign: AccelerationSign? = nil) throws -> (
        Recording, [MotionSample], RecordingIssues
    ) {
        let folder = TemporaryFolder()
        var options = ReadingOptions()
        options.sign = sign
        let recording = try Recording(opening: folder.write(text, to: "a.csv"), options: options)
        let (samples, issues) = try recording.everything()
        return (recording, samples, issues)
    }

    private func close(_ a: Vector3, _ b: Vector3) -> Bool { (a - b).length < 1e-12 }

    @Test(
        "acceleration is found under its many names, in its units, and turned into Core Motion's sign",
        arguments: [
            "time,acc_x(m/s^2),acc_y(m/s^2),acc_z(m/s^2)\n0,0,0,9.80665\n",
            "t;ax [g];ay [g];az [g]\n0;0;0;1\n",
            "timestamp\taccel x (m/s²)\taccel y (m/s²)\taccel z (m/s²)\n0\t0\t0\t9.80665\n",
            "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2)\n0,0,0,9.80665\n",
            "time_ms,acc_z[mg],acc_y[mg],acc_x[mg]\n0,1000,0,0\n",
            "\"time\",\"accelerationX\",\"accelerationY\",\"accelerationZ\"\r\n0,0,0,9.80665\r\n",
            "timestamp(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n0,0,0,1\n",
            "t;ax(m/s^2);ay(m/s^2);az(m/s^2)\n0,0;0,0;0;9,80665\n",
        ])
    func acceleration(text: String) throws {
        let (recording, samples, _) = try read(text)
        #expect(recording.sign == .specificForce)
        #expect(samples.readings(.accelerometer).count == 1)
        #expect(samples.readings(.accelerometer).allSatisfy { close($0.value, Vector3(0, 0, -1)) })
        let (_, asked, _) = try read(text, sign: .coreMotion)
        #expect(asked.readings(.accelerometer).allSatisfy { close($0.value, Vector3(0, 0, 1)) })
    }

    @Test(
        "rotation rates and magnetic fields are converted by their units",
        arguments: [
            (
                "t,gyr_x(deg/s),gyr_y(deg/s),gyr_z(deg/s)\n0,180,0,-90\n", SensorKind.gyroscope,
                Vector3(.pi, 0, -.pi / 2)
            ),
            ("t,wx,wy,wz\n0,1,2,3\n", .gyroscope, Vector3(1, 2, 3)),
            ("t,gx [dps],gy [dps],gz [dps]\n0,180,0,0\n", .gyroscope, Vector3(.pi, 0, 0)),
            ("t,rotation_rate_x,rotation_rate_y,rotation_rate_z\n0,1,2,3\n", .gyroscope, Vector3(1, 2, 3)),
            ("t,mag_x(G),mag_y(G),mag_z(G)\n0,0.25,0,-0.5\n", .magnetometer, Vector3(25, 0, -50)),
            ("t,mx,my,mz\n0,20,0,-40\n", .magnetometer, Vector3(20, 0, -40)),
            ("t,mag_x(nT),mag_y(nT),mag_z(nT)\n0,20000,0,-40000\n", .magnetometer, Vector3(20, 0, -40)),
        ])
    func conversions(text: String, kind: SensorKind, value: Vector3) throws {
        let (_, samples, _) = try read(text)
        #expect(samples.readings(kind).count == 1)
        #expect(samples.readings(kind).allSatisfy { close($0.value, value) })
    }

    @Test("a quaternion, angles in degrees, gravity and user acceleration make device motion")
    func deviceMotion() throws {
        let (recording, samples, _) = try read(
            "t,qw,qx,qy,qz,roll(deg),pitch(deg),yaw(deg),gravity_x[g],gravity_y[g],gravity_z[g],rotation_rate_x(rad/s),"
                + "rotation_rate_y(rad/s),rotation_rate_z(rad/s)\n0.5,1,0,0,0,90,0,180,0,0,1,1,2,3\n")
        #expect(recording.streams == .deviceMotion)
        #expect(recording.motionComponents == [.attitude, .angles, .gravity, .rotationRate])
        let motion = try #require(samples.motions.first)
        #expect(motion.gravity == Vector3(0, 0, -1))
        #expect(motion.rotationRate == Vector3(1, 2, 3))
        #expect(abs(motion.recordedAngles.roll - .pi / 2) < 1e-15 && abs(motion.recordedAngles.yaw - .pi) < 1e-15)
    }

    @Test(
        "times are brought into seconds by their unit, or by size and step",
        arguments: [
            ("time,", [0, 0.01, 0.02], ["0", "0.01", "0.02"]), ("time(ms),", [0, 0.01, 0.02], ["0", "10", "20"]),
            ("time_us,", [0, 0.01], ["0", "10000"]), ("time [ns],", [1, 1.01], ["1000000000", "1010000000"]),
            ("timestamp,", [0, 0.01, 0.02], ["0", "10", "20"]),
            ("timestamp,", [5, 5.01], ["5000000000", "5010000000"]),
            ("timestamp,", [1_600_000_000, 1_600_000_000.5], ["1600000000000", "1600000000500"]),
            ("timestamp,", [1_600_000_000, 1_600_000_000.5], ["1600000000", "1600000000.5"]),
            ("timestamp,", [1_600_000_000, 1_600_000_000.5], ["1600000000000000000", "1600000000500000000"]),
        ])
    func times(header: String, seconds: [Double], cells: [String]) throws {
        let rows = cells.map { "\($0),0,0,1\n" }.joined()
        let (recording, samples, _) = try read(header + "ax(g),ay(g),az(g)\n" + rows)
        #expect(samples.map(\.timestamp) == seconds)
        #expect(recording.metadata.unixTimeOfZero == (seconds[0] > 1e9 ? 0 : nil))
    }

    @Test("the output of the motion command is ours, in Core Motion's sign")
    func motionOutput() throws {
        let names =
            "timestamp,quaternion_w,quaternion_x,quaternion_y,quaternion_z,roll,pitch,yaw,rotation_rate_x,rotation_rate_y,"
            + "rotation_rate_z,gravity_x,gravity_y,gravity_z,user_acceleration_x,user_acceleration_y,user_acceleration_z,"
            + "magnetic_field_x,magnetic_field_y,magnetic_field_z,magnetic_field_accuracy,heading"
        let (recording, samples, issues) = try read("\(names)\n0.5,1,0,0,0,0,0,0,1,2,3,0,0,-1,0,0,0.5,1,2,3,2,90\n")
        #expect(recording.formatName == "OpenCoreMotion CSV")
        #expect(issues == RecordingIssues())
        let motion = try #require(samples.motions.first)
        #expect(motion.components == DeviceMotion.Components(rawValue: 255))
        #expect(motion.gravity == Vector3(0, 0, -1) && motion.heading == 90 && motion.magneticFieldAccuracy == .high)
    }

    @Test("a sign that is asked for does not change what has exactly our names, and the reason says so")
    func ownSign() throws {
        let (recording, samples, _) = try read(
            "timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G)\n0,0,0,-1\n", sign: .specificForce)
        #expect(recording.sign == .coreMotion)
        #expect(recording.signReason.contains("asked"))
        #expect(samples.readings(.accelerometer).map(\.value.z) == [-1])
    }

    @Test("samples of one time come in the order that fusion wants, whichever rows they stand in")
    func order() throws {
        let (_, samples, issues) = try read(
            "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s),acceleration_x(G),acceleration_y(G),acceleration_z(G)\n"
                + "1,1,1,1,,,\n1,,,,0,0,-1\n1,2,2,2,,,\n2,3,3,3,0,0,-1\n")
        #expect(samples.map { SampleOrder($0) } == [.acceleration, .rotation, .rotation, .acceleration, .rotation])
        #expect(samples.readings(.gyroscope).map(\.value.x) == [1, 2, 3])
        #expect(issues.duplicateTimestamps == 1)
    }

    private enum SampleOrder {
        case acceleration, rotation, other
        init(_ sample: MotionSample) {
            guard case .sensor(let reading) = sample else {
                self = .other
                return
            }
            self = reading.kind == .accelerometer ? .acceleration : .rotation
        }
    }

    @Test("tens of thousands of columns of one name are no burden", arguments: ["ax", "mx (furlong)"])
    func wide(name: String) throws {
        let folder = TemporaryFolder()
        let count = 200_000 / (name.utf8.count + 1)
        let header = "t,ax,ay,az" + String(repeating: "," + name, count: count)
        let row = "0,0,0,1" + String(repeating: ",7", count: count)
        let recording = try Recording(opening: folder.write("\(header)\n\(row)\n", to: "a.csv"))
        #expect(recording.formatReason.count < 2000)
        #expect(try recording.everything().samples.readings(.accelerometer).map(\.value) == [Vector3(0, 0, -1)])
    }

    @Test(
        "bars are separators, and units are known in another encoding",
        arguments: ["t|ax(m/sÂ²)|ay(m/sÂ²)|az(m/sÂ²)", "t,ax(m/s\u{FFFD}),ay(m/s\u{FFFD}),az(m/s\u{FFFD})"])
    func foreignEncoding(header: String) throws {
        let separator = header.contains("|") ? "|" : ","
        let row = ["0", "0", "0", "9.80665"].joined(separator: separator)
        #expect(try read("\(header)\n\(row)\n").1.readings(.accelerometer).map(\.value) == [Vector3(0, 0, -1)])
    }
}
