import Foundation
import MotionRecordings
import MotionSources
import MotionTypes

/// `coremotion analyze`: what recordings hold.
struct AnalyzeCommand: Subcommand {
    static let name = "analyze"
    static let summary = "What a recording holds: sensors, rates, duration, recorded against fused motion, warnings"
    static let discussion = """
        A folder or zip that is one recording of a known app counts as one file; any other folder stands for the
        recordings in it. A file that cannot be read is named and the others are done; the exit code
        is 3 if it was the only one, else 1.

          coremotion analyze walk.zip
          coremotion analyze --json *.csv
        """

    @Argument("FILE", help: "a recording: a file, folder or zip; - is standard input", isRequired: true)
    var files: [String]
    @Flag("--json", help: "one JSON object a file, each on a line") var json: Bool
    @Option(
        "--sign", "SIGN", help: "acceleration's sign where the format leaves it open: core-motion or specific-force")
    var sign: AccelerationSign?

    func run() throws {
        let recordings = files.flatMap(recordings)
        var failures: [any Error] = []
        for (index, recording) in recordings.enumerated() {
            do {
                try analyze(try recording.get(), isFirst: index == 0)
            } catch is Interrupted {
                throw Interrupted(outcome: "\(index) of \(recordings.count) recordings had been read to the end")
            } catch let error as OutputError {
                throw error
            } catch {
                if recordings.count > 1 { Message.error("\(error)") }
                failures.append(error)
            }
        }
        if let failure = failures.first {
            guard recordings.count > 1 else { throw failure }
            throw WorkError("\(failures.count) of \(recordings.count) recordings could not be read to the end")
        }
    }

    /// The recordings that a path stands for, and what is none though it seems to be.
    private func recordings(at path: String) -> [Result<String, RecordingError>] {
        do throws(RecordingError) {
            let (paths, faults) = try Recording.paths(at: path)
            guard !paths.isEmpty || !faults.isEmpty else {
                throw RecordingError(file: path, found: "no recording in this folder", expected: "CSV or zip files")
            }
            return paths.map { .success($0) } + faults.map { .failure($0) }
        } catch {
            return [.failure(error)]
        }
    }

    /// Prints what a recording holds; where it breaks off, what it held before, and then throws.
    private func analyze(_ path: String, isFirst: Bool) throws {
        var options = ReadingOptions()
        options.sign = sign
        let recording = try openRecording(path, options)
        let reader = try recording.makeReader()
        var analysis = RecordingAnalysis(recording)
        var failure: (any Error)?
        do {
            try readSamples(of: recording, with: reader) { analysis.add($0) }
        } catch {
            failure = error
        }
        analysis.finish(reader.issues)
        let summary = RecordingSummary(recording, analysis, isInterrupted: failure is Interrupted)
        try printOut(json ? summary.json() : (isFirst ? "" : "\n") + summary.text)
        if let failure { throw failure }
    }
}
