import Dispatch
import Foundation
import MotionRecordings
import MotionSources
import MotionTypes

/// Where a subcommand's samples come from: a file, or a live source.
enum SampleInput {
    case recording(Recording)
    case source(any MotionSource)

    /// The input of a subcommand that takes FILE or `--source NAME`, else what `COREMOTION_SOURCE` names.
    init(file: String?, source: String?, sign: AccelerationSign?) throws {
        var source = source
        if file == nil, source == nil, let named = ProcessInfo.processInfo.environment["COREMOTION_SOURCE"],
            !named.isEmpty
        {
            source = named
        }
        switch (file, source) {
        case (let file?, nil):
            var options = ReadingOptions()
            options.sign = sign
            self = .recording(try openRecording(file, options))
        case (nil, let source?):
            guard sign == nil else { throw UsageError("--sign is for a FILE; a source takes it as replay:FILE?sign=…") }
            self = .source(try SourceDescription(parsing: source).makeSource())
        case (nil, nil): throw UsageError("FILE or --source NAME is missing, and COREMOTION_SOURCE is not set")
        case (_?, _?): throw UsageError("FILE and --source exclude each other")
        }
    }

    var capabilities: SourceCapabilities {
        switch self {
        case .recording(let recording):
            SourceCapabilities(streams: recording.streams, motionComponents: recording.motionComponents)
        case .source(let source): source.capabilities
        }
    }

    var name: String {
        switch self {
        case .recording(let recording): recording.name
        case .source(let source): source.name
        }
    }

    /// Whether rows should be flushed as they come.
    var isLive: Bool {
        switch self {
        case .recording(let recording): recording.isStream
        case .source: true
        }
    }

    /// Hands over all samples in time order, until the end or an interruption; `restart` is called where a source begins
    /// anew, so that what follows does not go on from what came before.
    func forEachBatch(
        restart: @escaping () -> Void = {}, _ body: @escaping ([MotionSample]) throws -> Void
    ) throws {
        switch self {
        case .recording(let recording): try Self.read(recording, body)
        case .source(let source): try Self.listen(to: source, restart, body)
        }
    }

    private static func read(_ recording: Recording, _ body: ([MotionSample]) throws -> Void) throws {
        let reader = try recording.makeReader()
        defer { warn(of: reader, recording) }
        try readSamples(of: recording, with: reader, body)
    }

    private static func listen(
        to source: any MotionSource, _ restart: @escaping () -> Void,
        _ body: @escaping ([MotionSample]) throws -> Void
    ) throws {
        // The gate is held while samples are worked on: once it is closed, nothing is at work any more.
        let gate = Guarded((isOpen: true, outcome: Result<Void, any Error>.success(())))
        nonisolated(unsafe) let (body, restart) = (body, restart)
        let done = DispatchSemaphore(value: 0)
        Interruption.onRequest { done.signal() }
        source.start { event in
            let isOver = gate.withLock { gate in
                switch event {
                case .samples(let samples):
                    guard gate.isOpen else { return false }
                    gate.outcome = Result { try body(samples) }
                    if case .success = gate.outcome { return false }
                case .restarted:
                    restart()
                    return false
                case .finished: break
                case .failed(let error): gate.outcome = .failure(error)
                }
                gate.isOpen = false
                return true
            }
            if isOver { done.signal() }
        }
        done.wait()
        source.stop()
        let outcome = gate.withLock { gate in
            gate.isOpen = false
            return gate.outcome
        }
        try outcome.get()
    }
}

/// Opens a recording and says on standard error what it was taken for, and why.
func openRecording(_ path: String, _ options: ReadingOptions) throws -> Recording {
    let recording: Recording
    do {
        recording = try Recording(opening: path, options: options)
    } catch {
        // A stream that is not waited for any longer may end before its header.
        throw Interruption.isRequested ? Interrupted() : error
    }
    guard !recording.isTouched(byWritingTo: "-") else {
        throw RecordingError(file: path, found: "standard output leads to this recording itself")
    }
    Message.note(
        "\(recording.name): \(recording.formatName) (\(recording.formatReason)); "
            + "acceleration sign \(recording.sign.rawValue) (\(recording.signReason))")
    return recording
}

/// The most samples that are read at a time; a stream gives fewer where no more are at hand.
let samplesPerBatch = 1024

/// Reads a recording to its end, with progress on a terminal.
///
/// What came before an error or an interruption is handed over before that is thrown. If only some of a recording's
/// files could not be read, that is a `WorkError`.
func readSamples(
    of recording: Recording, with reader: RecordingReader, _ body: ([MotionSample]) throws -> Void
) throws {
    var progress = Progress()
    defer { progress.finish() }
    var batch: [MotionSample] = []
    var (count, first) = (0, nil as Double?)
    while true {
        batch.removeAll(keepingCapacity: true)
        do {
            guard try reader.read(into: &batch, atMost: samplesPerBatch) else { break }
        } catch {
            try body(batch)
            let unreadable = reader.issues.unreadableFiles.count
            guard unreadable < reader.fileCount else { throw error }
            throw WorkError(
                "\(recording.name): \(unreadable) of its \(reader.fileCount) files could not be read to the end")
        }
        count += batch.count
        let last = batch.last?.timestamp ?? 0
        first = first ?? batch.first?.timestamp
        progress.update(
            "\(recording.name.printable): \(count) samples, "
                + String(format: "%.0f s of recording", last - (first ?? 0)))
        try body(batch)
        if Interruption.isRequested { throw Interrupted() }
    }
    // A stream that is not waited for any longer ends by itself.
    if recording.isStream, Interruption.isRequested { throw Interrupted() }
}

/// Reports what a reader had to complain of.
func warn(of reader: RecordingReader, _ recording: Recording) {
    for warning in reader.issues.warnings { Message.warning("\(recording.name): \(warning)") }
}
