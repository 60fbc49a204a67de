import Foundation
import TestSupport
import Testing

@Suite("Usage")
struct UsageTests {
    @Test(
        "wrong words are exit code 2 and named, with the nearest right one",
        arguments: [
            (["analyse"], "did you mean ‘analyze’?"), (["motion", "--fram", "x", "a"], "did you mean ‘--frame’?"),
            (["motion"], "FILE or --source NAME is missing"), (["motion", "a", "b"], "unexpected argument ‘b’"),
            (["motion", "--frame", "north", "a"], "expected one of xArbitraryZVertical"),
            (["motion", "--fuse", "--recorded", "a"], "exclude each other"),
            (["motion", "--frame"], "the value is missing"), (["motion", "--fuse=1", "a"], "takes no value"),
            (["motion", "--location", "1,1", "a"], "are for --frame xTrueNorthZVertical"),
            (["motion", "--frame", "xTrueNorthZVertical", "a"], "needs --location"),
            (
                ["motion", "--frame", "xTrueNorthZVertical", "--location", "1,1", "--declination", "2", "a"],
                "exclude each other"
            ),
            (["motion", "--frame", "xTrueNorthZVertical", "--declination", "181", "a"], "expected -180 to 180"),
            (["motion", "--location", "1,1,1e9", "a"], "ALT from -1000 to 850000"),
            (["motion", "--sign", "core-motion", "--sign=core-motion", "a"], "--sign is given twice"),
            (["watch", "thermometer"], "is no SENSOR: expected one of gyro"),
            (["watch", "gyro", "--source", "replay:"], "needs a file"),
            (["watch", "gyro", "--interval", "0", "--source", "simulate:still"], "expected seconds above 0"),
            (["simulate", "flying", "-"], "is no SCENARIO: expected one of still"),
            (["simulate", "still"], "OUT is missing"),
            (["simulate", "still", "-", "--rate", "0"], "expected 1 to 10000"), (["convert", "a"], "OUT is missing"),
        ])
    func wrong(words: [String], message: String) throws {
        let result = try runProduct("coremotion", words, environment: ["COREMOTION_LOCATION": ""])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.contains("usage:"))
    }

    @Test(
        "every subcommand explains itself",
        arguments: ["analyze", "motion", "orientation", "watch", "simulate", "convert"])
    func help(name: String) throws {
        let result = try coremotion(name, "--help")
        #expect(result.status == 0 && result.output.contains("usage: coremotion \(name)"))
        #expect(try coremotion("--help").output.contains("  \(name) "))
    }

    @Test("what cannot be written is exit code 1, a closed pipe is no fault")
    func output() throws {
        let result = try coremotion("convert", sample, "/no/such/folder/out.csv")
        #expect(result.status == 1 && result.errors.contains("cannot be created"))
        let pipe = try run(
            URL(filePath: "/bin/bash"),
            [
                "-c", "\"$0\" motion \"$1\" | head -n 1; exit ${PIPESTATUS[0]}",
                buildFolder.appending(path: "coremotion").path, sample,
            ])
        #expect(pipe.status == 0 && pipe.output.hasPrefix("timestamp,"))
    }

    @Test(
        "what cannot be written is no success",
        arguments: ["--help", "--version", "motion --help", "motion \"$1\"", "analyze \"$1\"", "convert \"$1\" -"])
    func fullDisk(words: String) throws {
        let program = buildFolder.appending(path: "coremotion").path
        let result = try run(
            URL(filePath: "/bin/bash"), ["-c", "\"$0\" \(words) >/dev/full", program, sample])
        #expect(result.status == 1 && result.errors.contains("standard output: cannot be written"))
    }

    @Test("a pipe that is closed is a failure where it was named")
    func namedPipe() throws {
        let folder = try ScratchFolder()
        let script = "mkfifo \"$2\"; head -c 1 \"$2\" >\"$2.head\" & \"$0\" convert \"$1\" \"$2\""
        let result = try run(
            URL(filePath: "/bin/bash"),
            ["-c", script, buildFolder.appending(path: "coremotion").path, sample, folder.path("pipe")])
        #expect(result.status == 1 && result.errors.contains("cannot be written"))
    }

    @Test("a conversion without a sample is a failure and replaces nothing", arguments: ["", "1,x,2,3\n"])
    func nothingToConvert(rows: String) throws {
        let folder = try ScratchFolder()
        let header = "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n"
        let output = try folder.write("old", to: "out.csv")
        let result = try coremotion("convert", try folder.write(header + rows, to: "a.csv"), output)
        #expect(result.status == 3 && result.errors.contains("no sample that can be read"))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
    }

    @Test("control characters of names do not reach the terminal")
    func controlCharacters() throws {
        let folder = try ScratchFolder()
        let text = try String(contentsOfFile: sample, encoding: .utf8)
        let path = try folder.write(text, to: "a\u{1B}[31m\u{202E}.csv")
        let result = try coremotion("analyze", path, "no\u{7}\nname")
        #expect((result.output + result.errors).contains("a\\u{1B}[31m\\u{202E}.csv"))
        #expect(!(result.output + result.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
        #expect(result.errors.contains("no\\u{07}\\nname: cannot be opened"))
    }

    @Test("a source that is not there is the same fault wherever it was named")
    func missingSource() throws {
        let named = try coremotion("watch", "gyro", "--source", "replay:/no/such/file")
        let chosen = try coremotion("watch", "gyro", environment: ["COREMOTION_SOURCE": "replay:/no/such/file"])
        #expect(named.status == 3 && chosen.status == 3 && named.errors == chosen.errors)
    }

    @Test("an empty name is named as that")
    func emptyName() throws {
        let result = try coremotion("analyze", "")
        #expect(result.status == 3 && result.errors.contains("the name of the file is empty"))
    }

    @Test("help SUBCOMMAND is its --help, and without FILE and --source the environment's source is read")
    func helpAndEnvironment() throws {
        #expect(try coremotion("help", "motion").output == coremotion("motion", "--help").output)
        for subcommand in ["motion", "orientation"] {
            let result = try coremotion(
                subcommand, environment: ["COREMOTION_SOURCE": "simulate:turns?speed=max&errors=none"])
            #expect(result.status == 0 && result.output.split(separator: "\n").count > 4)
            #expect(try coremotion(subcommand, environment: ["COREMOTION_SOURCE": ""]).status == 2)
        }
    }
}
