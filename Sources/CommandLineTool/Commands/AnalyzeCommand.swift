import Foundation
import MotionRecordings
import MotionSources
import MotionTypes

/// `coremotion analyze`: what recordings hold.
struct AnalyzeCommand: Subcommand {
    static let name = "analyze"
    static let summary = "What a recording holds: sensors, rates, duration, recorded against fused motion, warnings"
    static let discussion = """
        A folder or zip that is one recording of a known app counts as one file. A file that cannot be read is named
        and the others are done; the exit code is 3 if it was the only one, else 1.

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
        var options = ReadingOptions()
        options.sign = sign
        var failures: [RecordingError] = []
        for (index, file) in files.enumerated() where !Interruption.isRequested {
            do {
                let recording = try openRecording(file, options)
                var analysis = RecordingAnalysis(recording)
                let reader = try readRecording(recording) { analysis.add($0) }
                analysis.finish(reader.issues)
                let summary = RecordingSummary(recording, analysis)
                try printOut(json ? summary.json() : (index > 0 ? "\n" : "") + summary.text)
            } catch let error as RecordingError {
                guard files.count > 1 else { throw error }
                Message.error(error.description)
                failures.append(error)
            }
        }
        if !failures.isEmpty { throw WorkError("\(failures.count) of \(files.count) recordings could not be read") }
    }

    private func printOut(_ text: String) throws {
        let writer = try RowWriter(creating: "-")
        writer.write(text)
        try writer.endRow()
        try writer.flush()
    }
}
