import Foundation
import MotionTypes
import TestSupport
import Testing

@Suite("Nothing is overwritten that was not meant")
struct OverwritingTests {
    private static let rows = "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s)\n1,1,2,3\n2,1,2,3\n"

    /// Runs a shell line in a folder, with `$coremotion` as the program.
    private func shell(_ line: String, in folder: ScratchFolder) throws -> ProgramResult {
        let program = buildFolder.appending(path: "coremotion").path
        return try run(
            URL(filePath: "/bin/bash"), ["-c", "cd \"$0\"; \(line)", folder.path("")],
            environment: ["coremotion": program])
    }

    private func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test(
        "a conversion onto what it reads is wrong usage and leaves everything as it was",
        arguments: [
            "$coremotion convert a.csv a.csv", "$coremotion convert a.csv ./link.csv",
            "$coremotion convert a.csv hard.csv", "$coremotion convert - a.csv <a.csv",
            "$coremotion convert /dev/stdin a.csv <a.csv", "$coremotion convert rec/gyro.csv rec",
            "$coremotion convert rec rec", "$coremotion convert rec rec/", "$coremotion convert rec rec/gyro.csv",
            "$coremotion convert rec rec/devicemotion.csv", "$coremotion convert hard-gyro.csv rec",
            "$coremotion convert - rec <rec/gyro.csv", "$coremotion convert a.zip a.zip",
        ])
    func ontoItself(line: String) throws {
        let folder = try ScratchFolder()
        _ = try folder.write(Self.rows, to: "a.csv")
        _ = try shell(
            """
            ln -s a.csv link.csv; ln a.csv hard.csv; $coremotion convert a.csv rec; ln rec/gyro.csv hard-gyro.csv
            $coremotion convert a.csv a.zip; find . -type f | sort | xargs sha256sum >../before-$(basename $PWD)
            """, in: folder)
        let result = try shell(line, in: folder)
        #expect(result.status == 2 && result.errors.contains("would be overwritten"), "\(result.errors)")
        let check = try shell(
            """
            before=../before-$(basename $PWD); find . -type f | sort | xargs sha256sum | diff $before -; ok=$?
            rm $before; exit $ok
            """, in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test(
        "a recording that standard output is appended to is not read", arguments: ["motion", "analyze", "orientation"])
    func ontoStandardOutput(name: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.write(Self.rows, to: "a.csv")
        let result = try shell("$coremotion \(name) a.csv >>a.csv", in: folder)
        #expect(result.status == 3 && result.errors.contains("standard output leads to this recording"))
        #expect(try contents(path) == Self.rows)
    }

    @Test("a part of a recording does not replace what was there", arguments: ["out.csv", "out.zip", "out"])
    func brokenOff(output: String) throws {
        let folder = try ScratchFolder()
        let input = try folder.write(Self.rows, to: "rec/gyro.csv")
        _ = try folder.write("timestamp(s),acceleration_x(G)\0\n", to: "rec/accelerometer.csv")
        #expect(try coremotion("convert", sample, folder.path(output)).status == 0)
        let before = try samples(of: folder.path(output))
        let part = try coremotion("convert", folder.path("rec"), folder.path(output))
        #expect(part.status == 1 && part.errors.contains("what could be read is in"), "\(part.errors)")
        #expect(try samples(of: folder.path(output)) == before)
        #expect(try coremotion("convert", input, folder.path(output)).status == 0)
        #expect(try samples(of: folder.path(output)).count == 2)
    }

    @Test("a folder with anything but a recording that was written here is refused and left as it is")
    func foreignFolder() throws {
        let folder = try ScratchFolder()
        let input = try folder.write(Self.rows, to: "a.csv")
        for (name, text) in [
            ("gyro.csv", "my own\n"), ("metadata.json", "{\"title\": \"holidays\"}"), ("photo.jpg", ""),
        ] {
            let foreign = try ScratchFolder()
            let file = try foreign.write(text, to: name)
            let result = try coremotion("convert", input, foreign.path(""))
            #expect(result.status == 1 && result.errors.contains("the folder holds other files"), "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: foreign.path("")) == [name])
            #expect(try contents(file) == text)
        }
    }

    @Test("a folder of ours is replaced, with other files in it kept; an empty one is filled")
    func ownFolder() throws {
        let folder = try ScratchFolder()
        let input = try folder.write(Self.rows, to: "a.csv")
        let output = try ScratchFolder()
        #expect(try coremotion("convert", sample, output.path("")).status == 0)
        let note = try output.write("mine", to: "note.txt")
        #expect(try coremotion("convert", input, output.path("")).status == 0)
        #expect(try samples(of: output.path("")).count == 2)
        #expect(try contents(note) == "mine")
        let left = try FileManager.default.contentsOfDirectory(atPath: output.path(""))
        #expect(left.sorted() == ["gyro.csv", "metadata.json", "note.txt"])
    }

    @Test("a link is written through, and the file behind it keeps its permissions")
    func link() throws {
        let folder = try ScratchFolder()
        _ = try folder.write(Self.rows, to: "a.csv")
        let result = try shell(
            """
            echo old >target.csv; chmod 640 target.csv; ln -s target.csv out.csv; $coremotion convert a.csv out.csv
            readlink out.csv; stat -c %a target.csv
            """, in: folder)
        #expect(result.output == "target.csv\n640\n")
        #expect(try samples(of: folder.path("target.csv")).count == 2)
    }

    @Test(
        "the truth in the place of the simulation is wrong usage, and nothing is written",
        arguments: [
            ("a.csv", "a.csv"), ("a.csv", "./a.csv"), ("a.csv", "hard.csv"), ("-", "-"), ("b", "b/"), ("b", "b/c.csv"),
        ])
    func truth(output: String, truth: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("old", to: "a.csv")
        let result = try shell(
            "ln a.csv hard.csv; mkdir b; $coremotion simulate turns \(output) --truth \(truth)", in: folder)
        #expect(result.status == 2 && result.errors.contains("get into each other's way"), "\(result.errors)")
        #expect(try contents(path) == "old" && result.output.isEmpty)
    }
}
