import Foundation
import MotionRecordings

/// `coremotion convert`: a recording as our CSV.
struct ConvertCommand: Subcommand {
    static let name = "convert"
    static let summary = "Write a recording as our CSV: one file, a folder, or a zip with a file a sensor"
    static let discussion = """
        OUT is one CSV file if it has an extension, an archive if it ends in .zip, else a folder. The values are in
        Core Motion's units and signs, read back bit for bit; the recording's own timestamps are kept. What is there
        already is replaced at the end, and only by a whole recording; a folder only if it is empty or a recording that
        this tool wrote.

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
        guard !recording.isTouched(byWritingTo: output) else {
            throw UsageError("OUT ‘\(output)’ is IN, lies in it or holds it: the recording would be overwritten")
        }
        let reader = try recording.makeReader()
        let writer = try RecordingWriter(
            creating: output, streams: recording.streams, components: recording.motionComponents,
            metadata: recording.metadata)
        defer { warn(of: reader, recording) }
        var count = 0
        do {
            try readSamples(of: recording, with: reader) { samples in
                count += samples.count
                try writer.append(samples)
                // Who reads along does not wait for what is there already.
                if recording.isStream, samples.count < samplesPerBatch { try writer.flush() }
            }
        } catch let error where error is RecordingError || error is WorkError {
            Message.note("what could be read is \(location(try writer.breakOff()))")
            throw error
        } catch is Interrupted {
            throw Interrupted(outcome: "what was read until then is \(location(try writer.breakOff()))")
        } catch {
            writer.discard()
            throw error
        }
        guard count > 0 else {
            writer.discard()
            throw RecordingError(file: input, found: "it holds no sample that can be read, so nothing was written")
        }
        try writer.finish()
    }
}

/// Where something is that was written to a path, in words.
func location(_ path: String) -> String { path == "-" ? "on standard output" : "in \(path)" }
