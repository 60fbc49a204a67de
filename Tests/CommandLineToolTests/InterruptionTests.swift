import Foundation
import TestSupport
import Testing

@Suite("A live stream, and its end by a signal")
struct InterruptionTests {
    /// Runs a command on a pipe that stays open, and ends it by a signal; the result has its exit status.
    ///
    /// Three rows are written to the pipe, and a condition of its output is waited for.
    private func run(_ command: String, signal: String, until condition: String, in folder: ScratchFolder) throws
        -> ProgramResult
    {
        let script = """
            cd "$1"; mkfifo pipe; "$0" \(command) <pipe >out.txt 2>errors.txt & pid=$!; exec 3>pipe
            printf 'timestamp(s),acceleration_x(G),acceleration_y(G),acceleration_z(G),gyro_x(rad/s)' >&3
            printf ',gyro_y(rad/s),gyro_z(rad/s)\\n1,0,0,-1,1,2,3\\n2,0,0,-1,1,2,3\\n3,0,0,-1,1,2,3\\n4,0,0,' >&3
            for i in $(seq 200); do { \(condition); } && break; sleep 0.1; done; kill -\(signal) $pid; wait $pid
            """
        return try TestSupport.run(
            URL(filePath: "/bin/bash"), ["-c", script, buildFolder.appending(path: "coremotion").path, folder.path("")])
    }

    private func text(_ name: String, _ folder: ScratchFolder) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test(
        "rows are written as they come, and a signal ends the wait for more", arguments: [("INT", 130), ("TERM", 143)])
    func rows(signal: String, status: Int32) throws {
        let folder = try ScratchFolder()
        let result = try run("motion -", signal: signal, until: "[ $(wc -l <out.txt) = 4 ]", in: folder)
        #expect(result.status == status)
        #expect(try text("out.txt", folder).split(separator: "\n").count == 4)
        #expect(try text("errors.txt", folder).contains("interrupted"))
    }

    @Test("a conversion keeps what it had read, and says that it was interrupted", arguments: ["new.csv", "new.zip"])
    func conversion(output: String) throws {
        let folder = try ScratchFolder()
        let began = "ls | grep -q partial && sleep 0.3"
        let result = try run("convert - \(output)", signal: "INT", until: began, in: folder)
        #expect(result.status == 130)
        #expect(try text("errors.txt", folder).contains("interrupted: what was read until then is in \(output)"))
        #expect(try samples(of: folder.path(output)).count == 6)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(left.sorted() == ["errors.txt", output, "out.txt", "pipe"])
    }

    @Test("an interrupted conversion does not replace what was there")
    func replacement() throws {
        let folder = try ScratchFolder()
        _ = try folder.write("old", to: "old.csv")
        let began = "ls | grep -q partial && sleep 0.3"
        let result = try run("convert - old.csv", signal: "INT", until: began, in: folder)
        #expect(result.status == 130)
        #expect(try text("old.csv", folder) == "old")
        #expect(try text("errors.txt", folder).contains("old.csv.partial"))
        #expect(try samples(of: folder.path("old.csv.partial")).count == 6)
    }

    @Test("an interrupted analysis says so")
    func analysis() throws {
        let folder = try ScratchFolder()
        let began = "grep -q OpenCoreMotion errors.txt && sleep 0.3"
        let result = try run("analyze --json -", signal: "INT", until: began, in: folder)
        #expect(result.status == 130)
        let object = try JSONSerialization.jsonObject(with: Data(try text("out.txt", folder).utf8)) as? [String: Any]
        #expect(object?["interrupted"] as? Bool == true)
        #expect((object?["warnings"] as? [String])?.contains { $0.contains("interrupted") } == true)
        #expect((object?["samples"] as? [String: Int])?["gyroscope"] == 3)
    }

    @Test("a stream without a header yet is left at once", arguments: ["motion -", "watch gyro --source replay:-"])
    func header(command: String) throws {
        let folder = try ScratchFolder()
        let script = """
            cd "$1"; mkfifo pipe; "$0" \(command) <pipe 2>errors.txt & pid=$!; exec 3>pipe; sleep 0.5
            kill -INT $pid; wait $pid
            """
        let result = try TestSupport.run(
            URL(filePath: "/bin/bash"), ["-c", script, buildFolder.appending(path: "coremotion").path, folder.path("")])
        #expect(result.status == 130)
        #expect(try text("errors.txt", folder) == "coremotion: interrupted\n")
    }
}
