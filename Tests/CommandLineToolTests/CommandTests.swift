import Foundation
import MotionRecordings
import MotionTypes
import Testing
import TestSupport

/// A folder that is gone after the test.
final class ScratchFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "coremotion-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
    func path(_ name: String) -> String { url.appending(path: name).path }
    func write(_ text: String, to name: String) throws -> String {
        let folder = url.appending(path: name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}

func coremotion(_ words: String..., input: String = "", environment: [String: String] = [:]) throws -> ProgramResult {
    try runProduct("coremotion", words, environment: environment, input: input)
}

let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/squats.csv").path

func samples(of path: String) throws -> [MotionSample] {
    let reader = try Recording(opening: path).makeReader()
    var samples: [MotionSample] = []
    while try reader.read(into: &samples, atMost: 4096) {}
    return samples
}

@Suite("coremotion analyze")
struct AnalyzeTests {
    @Test("the summary as JSON holds what the contract names")
    func json() throws {
        let result = try coremotion("analyze", "--json", sample)
        #expect(result.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["file"] as? String == sample)
        #expect(object["format"] as? String == "OpenCoreMotion CSV")
        #expect(object["sign"] as? String == "core-motion")
        let counts = try #require(object["samples"] as? [String: Int])
        #expect(counts["gyroscope"] == counts["accelerometer"] && counts["gyroscope"]! > 3000)
        #expect((object["rate"] as? [String: Double])?["gyroscope"] == 100)
        #expect(object["duration"] is Double && (object["warnings"] as? [String])?.isEmpty == true)
    }

    @Test(
        "recorded and fused motion stand side by side where a recording has both",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func sideBySide() throws {
        let result = try coremotion("analyze", SharedData.path("recordings/sensor-logger-ios/iphone12mini.zip"))
        #expect(result.output.contains("device motion  2064 samples"))
        #expect(result.output.contains("fused here"))
        #expect(result.errors.contains("Sensor Logger (iOS)"))
    }

    @Test("one unreadable file of several is named, the others are done")
    func several() throws {
        let result = try coremotion("analyze", "/no/such/file", sample)
        #expect(result.status == 1)
        #expect(result.errors.contains("/no/such/file: cannot be opened"))
        #expect(result.output.contains("gyroscope"))
    }

    @Test("values and times beyond all measure are numbers or null, in lines of a readable length")
    func huge() throws {
        let folder = try ScratchFolder()
        let header =
            "timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)"
        let times = ["-1e308", "0", "1", "2", "3", "4", "1e300", "1e308"]
        let rows = times.map { "\n\($0),1e300,-1e308,1e200,1e308,1e308,-1e308" }.joined()
        let path = try folder.write(header + rows + "\n", to: "huge.csv")
        let json = try coremotion("analyze", "--json", path)
        #expect(json.status == 0 && json.output.contains("\"duration\":null"))
        #expect(try coremotion("analyze", path).output.split(separator: "\n").allSatisfy { $0.count < 200 })
        let motion = try coremotion("motion", path).output.split(separator: "\n").dropFirst()
        #expect(motion.count == times.count && motion.allSatisfy { !$0.hasPrefix(",") })
    }

    @Test("one bad recording in a folder is named, and the others are done")
    func folder() throws {
        let folder = try ScratchFolder()
        let text = try String(contentsOfFile: sample, encoding: .utf8)
        _ = try folder.write("binary \0 data \0\0\0\0\0", to: "a.csv")
        _ = try folder.write(text, to: "b.csv")
        let result = try coremotion("analyze", "--json", folder.path(""))
        #expect(result.status == 1 && result.errors.contains("a.csv: binary data"), "\(result.errors)")
        #expect(result.output.contains("b.csv"))
    }

    @Test(
        "a recording of which one file is damaged is read but for that, which is exit code 1",
        arguments: ["analyze", "motion"])
    func damagedFile(name: String) throws {
        let folder = try ScratchFolder()
        #expect(try coremotion("convert", sample, folder.path("rec")).status == 0)
        _ = try folder.write("binary \0 data \0\0\0\0\0", to: "rec/magnetometer.csv")
        let result = try coremotion(name, folder.path("rec"))
        #expect(result.status == 1 && result.errors.contains("1 of its 3 files could not be read"), "\(result.errors)")
        #expect((result.output + result.errors).contains("magnetometer.csv: binary data"))
        #expect(result.output.split(separator: "\n").count > 5)
    }

    @Test("a file of no known format is exit code 3 and says what was looked for")
    func unknown() throws {
        let folder = try ScratchFolder()
        let result = try coremotion("analyze", try folder.write("hello\nworld\n", to: "a.txt"))
        #expect(result.status == 3 && result.errors.contains("a.txt"))
        #expect(result.output.isEmpty)
    }
}

@Suite("coremotion motion")
struct MotionTests {
    @Test("fusing gives one row a gyroscope sample, with the contract's columns")
    func rows() throws {
        let result = try coremotion("motion", sample)
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0)
        #expect(
            lines[0] == """
                timestamp,quaternion_w,quaternion_x,quaternion_y,quaternion_z,roll,pitch,yaw,rotation_rate_x,\
                rotation_rate_y,rotation_rate_z,gravity_x,gravity_y,gravity_z,user_acceleration_x,user_acceleration_y,\
                user_acceleration_z,magnetic_field_x,magnetic_field_y,magnetic_field_z,magnetic_field_accuracy,heading
                """)
        let gyroscope = try samples(of: sample).filter {
            if case .sensor(let sample) = $0 { sample.kind == .gyroscope } else { false }
        }
        #expect(lines.count == gyroscope.count + 1)
    }

    @Test(
        "recorded motion is passed on to the digit, and read back the same",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: ["recordings/motionsense/dws_11_sub_13.csv", "recordings/sensor-logger-ios/iphone12mini.zip"])
    func recorded(file: String) throws {
        let result = try coremotion("motion", SharedData.path(file))
        #expect(result.errors.contains("device motion as recorded"))
        let folder = try ScratchFolder()
        let back = try samples(of: try folder.write(result.output, to: "motion.csv"))
        let original = try samples(of: SharedData.path(file)).filter {
            if case .deviceMotion = $0 { true } else { false }
        }
        #expect(back.count == original.count)
        for case (.deviceMotion(let a), .deviceMotion(let b)) in zip(back, original) {
            #expect(a.gravity == b.gravity && a.userAcceleration == b.userAcceleration)
            #expect(a.rotationRate == b.rotationRate && a.recordedAngles == b.recordedAngles)
        }
    }

    @Test(
        "a north frame is fused even where an attitude was recorded, and has a heading",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func north() throws {
        let result = try coremotion(
            "motion", "--frame", "xTrueNorthZVertical", "--declination", "2.5", "--json",
            SharedData.path("coremotion/iphone-xs"))
        let last = try #require(result.output.split(separator: "\n").last)
        let row = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
        #expect((0..<360).contains(try #require(row["heading"] as? Double)))
    }

    @Test("a live source is read to its end")
    func source() throws {
        let result = try coremotion("motion", "--source", "simulate:turns?speed=max&errors=none")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 1201)
    }

    @Test("standard input is a recording too")
    func standardInput() throws {
        let result = try coremotion("motion", "-", input: try String(contentsOfFile: sample, encoding: .utf8))
        #expect(result.status == 0)
        #expect(result.output == (try coremotion("motion", sample)).output)
    }

    @Test(
        "Unix time is shown where the file knows it, and refused where not",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func absolute() throws {
        let file = SharedData.path("recordings/sensor-logger-ios/iphone12mini.zip")
        let first = try coremotion("motion", "--absolute", file).output.split(separator: "\n")[1]
        #expect(first.hasPrefix("1663326947.26"))
        #expect(try coremotion("motion", "--absolute", sample).status == 1)
    }

    @Test("--offline gives the same rows with other attitudes, and shares no recording with --recorded")
    func offline() throws {
        let causal = try coremotion("motion", "--fuse", sample)
        let offline = try coremotion("motion", "--offline", sample)
        #expect(offline.status == 0)
        func times(_ output: String) -> [Substring] { output.split(separator: "\n").map { $0.prefix { $0 != "," } } }
        #expect(times(offline.output) == times(causal.output) && offline.output != causal.output)
        #expect(try coremotion("motion", "--offline", "--recorded", sample).status == 2)
        let piped = try coremotion(
            "motion", "--offline", "-", input: try String(contentsOfFile: sample, encoding: .utf8))
        #expect(piped.output == offline.output)
    }
}

@Suite("coremotion simulate, convert and watch")
struct OtherCommandTests {
    @Test("the embedded sample is what simulate makes of its seed")
    func embeddedSample() throws {
        let folder = try ScratchFolder()
        #expect(try coremotion("simulate", "squats", folder.path("a.csv"), "--seed", "7").status == 0)
        #expect(try samples(of: folder.path("a.csv")) == (try samples(of: sample)))
    }

    @Test("the truth is exact device motion at the same times")
    func truth() throws {
        let folder = try ScratchFolder()
        let result = try coremotion(
            "simulate", "turns", folder.path("a.csv"), "--errors", "none", "--truth", folder.path("truth.csv"))
        #expect(result.status == 0)
        let truth = try samples(of: folder.path("truth.csv"))
        let accelerations = try samples(of: folder.path("a.csv")).compactMap { sample -> SensorSample? in
            if case .sensor(let sample) = sample, sample.kind == .accelerometer { sample } else { nil }
        }
        #expect(truth.count == accelerations.count && truth.count == 1200)
        for case (.deviceMotion(let motion), let acceleration) in zip(truth, accelerations) {
            let total = motion.gravity + motion.userAcceleration
            #expect(motion.timestamp == acceleration.timestamp && (total - acceleration.value).length < 1e-9)
        }
    }

    @Test("converting keeps every sample to the last digit", arguments: ["out.csv", "out.zip", "out"])
    func convert(output: String) throws {
        let folder = try ScratchFolder()
        #expect(try coremotion("convert", sample, folder.path(output)).status == 0)
        #expect(try samples(of: folder.path(output)) == (try samples(of: sample)))
    }

    @Test(
        "converting keeps every sample of recordings of other origin",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: [
            "coremotion/iphone-xs", "recordings/sensor-logger-ios/iphone12mini.zip",
            "recordings/motionsense/dws_11_sub_13.csv", "fusion/broad/24_disturbed_tapping_A.csv",
            "reps/exermote/P1_session05.csv",
        ], ["out.csv", "out.zip"])
    func convertReal(file: String, output: String) throws {
        let folder = try ScratchFolder()
        #expect(try coremotion("convert", SharedData.path(file), folder.path(output)).status == 0)
        #expect(try samples(of: folder.path(output)) == (try samples(of: SharedData.path(file))))
    }

    @Test("watch writes our CSV where there is no terminal, at its interval")
    func watch() throws {
        let result = try coremotion(
            "watch", "gyro", "--source", "simulate:turns?speed=max", "--interval", "0.05")
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0)
        #expect(lines[0] == "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)")
        #expect(lines.count == 241)
        #expect(lines[2].hasPrefix("0.05,"))
    }

    @Test("an interrupt ends it cleanly and keeps what was written")
    func interrupt() throws {
        let folder = try ScratchFolder()
        let script = """
            "$0" motion --source 'simulate:walking?loop=1' > '\(folder.path("m.csv"))' & pid=$!
            for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.3; [ $(wc -l < '\(folder.path("m.csv"))') -gt 5 ] && break; done
            kill -INT $pid; wait $pid
            """
        let result = try run(
            URL(filePath: "/bin/bash"), ["-c", script, buildFolder.appending(path: "coremotion").path])
        #expect(result.status == 0, "\(result.errors)")
        let text = try String(contentsOfFile: folder.path("m.csv"), encoding: .utf8)
        #expect(text.hasSuffix("\n") && text.split(separator: "\n").count > 5)
        #expect(text.split(separator: "\n").allSatisfy { $0.split(separator: ",").count == 22 || $0.hasSuffix(",") })
    }
}

@Suite("coremotion orientation")
struct OrientationTests {
    @Test("the first determination and every change is a row, as CSV and as JSON")
    func rows() throws {
        let folder = try ScratchFolder()
        #expect(try coremotion("simulate", "turns", folder.path("a.csv")).status == 0)
        let result = try coremotion("orientation", folder.path("a.csv"))
        let lines = result.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        #expect(result.status == 0 && lines[0] == ["time", "orientation", "planar"])
        let turns = ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"]
        #expect(lines.dropFirst().map { $0[1] } == turns && lines.dropFirst().map { $0[2] } == turns)
        let json = try coremotion("orientation", "--json", folder.path("a.csv")).output.split(separator: "\n")
        #expect(json[0] == "{\"time\":\(lines[1][0]),\"orientation\":\"portrait\",\"planar\":\"portrait\"}")
    }

    @Test(
        "an accelerometer alone will do",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func accelerometerOnly() throws {
        let result = try coremotion(
            "orientation", SharedData.path("recordings/sensor-logger-android/2023-11-24_07-25-54.zip"))
        #expect(result.status == 0 && result.errors.contains("accelerometer alone"))
        #expect(result.output.split(separator: "\n").count >= 2)
    }

    @Test(
        "on a recorded walk with the phone held nearly flat no turn is made up",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)))
    func recorded() throws {
        let result = try coremotion("orientation", SharedData.path("fusion/phone/P1_iPhone5_NoDist_Texting.csv"))
        #expect(result.output.split(separator: "\n").dropFirst() == ["0.4,faceUp,unknown"])
    }
}
