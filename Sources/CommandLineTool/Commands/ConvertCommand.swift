import Foundation
import MotionRecordings

/// `coremotion convert`: a recording as our CSV.
struct ConvertCommand: Subcommand {
    static let name = "convert"
    static let summary = "Write a recording as our CSV: one file, a folder, or a zip with a file a sensor"
    static let discussion = """
        OUT is one CSV file if it has an extension, an archive if it ends in .zip, else a folder. The values are in
        Core Motion's units and signs, read back bit for bit; the recording's own timestamps are kept.

          coremotion convert 2023-11-24.zip walk.csv
        """

    @Argument("IN", help: "a recording: a file, folder or zip; - is standard input", isRequired: true) var input:
        String?
    @Argument("OUT", help: "where to write; - is standard output, as one CSV", isRequired: true) var output: String?
    @Option(
        "--sign", "SIGN", help: "acceleration's sign where the format leaves it open: core-motion or specific-force")
    var sign: AccelerationSign?

    func run() throws {
        guard let input, let output else { return }
        var options = ReadingOptions()
        options.sign = sign
        let recording = try openRecording(input, options)
        guard input == "-" || !isSameFile(input, output) else {
            throw UsageError("IN and OUT are the same: ‘\(output)’ would be overwritten while it is read")
        }
        let writer = try RecordingWriter(
            creating: output, streams: recording.streams, components: recording.motionComponents,
            metadata: recording.metadata)
        let reader = try recording.makeReader()
        defer { warn(of: reader, recording) }
        do {
            try readSamples(of: recording, with: reader) { try writer.append($0) }
        } catch let error as RecordingError {
            // What was read before the fault is kept.
            try writer.finish()
            throw error
        }
        try writer.finish()
    }
}

/// Whether two paths lead to the same file or folder.
private func isSameFile(_ a: String, _ b: String) -> Bool {
    URL(filePath: a).resolvingSymlinksInPath().path == URL(filePath: b).resolvingSymlinksInPath().path
}
