public import MotionTypes

/// Writes a recording as our CSV: one file, a folder, or a zip archive with one file a sensor and `metadata.json`.
///
/// It streams. Rows pass to the file system as they fill a buffer or on `flush`, so that what was written is kept
/// whatever happens; a zip archive is put together by `finish` from a folder `NAME.zip.partial`, which is a recording of
/// its own and stays if the process dies before. A writer belongs to one thread at a time.
public final class RecordingWriter {
    /// The path as given; "-" is standard output.
    public let path: String
    /// Samples of which nothing was written because their time or all of their values are not finite.
    public private(set) var droppedSamples = 0

    private enum Target {
        case table
        case folder
        case archive(folder: String)
    }

    private let target: Target
    /// The tables by stream; the same one for all streams in a single file.
    private var tables: [(stream: SensorSet, table: TableWriter)] = []
    private var files: [String] = []
    private let memory: UnsafeMutablePointer<Double>
    private var isFinished = false

    /// Creates a recording with columns for some streams, and for some parts of device motion.
    ///
    /// "-" and names with an extension are one CSV file, `.zip` is an archive, everything else a folder. Files of ours
    /// that are there already are replaced. Throws if nothing can be created at the path.
    public init(
        creating path: String, streams: SensorSet, components: DeviceMotion.Components,
        metadata: RecordingMetadata = RecordingMetadata()
    ) throws(OutputError) {
        self.path = path
        memory = .allocate(capacity: Slot.count)
        memory.initialize(repeating: 0, count: Slot.count)
        let groups = Slot.groups.filter { group in
            streams.contains(group.stream) && (group.component == [] || components.contains(group.component))
        }
        let folder: String
        switch OutputKind(path) {
        case .table:
            target = .table
            let table = try TableWriter(RowWriter(creating: path), groups: groups)
            tables = [([.accelerometer, .gyroscope, .magnetometer, .deviceMotion], table)]
            return
        case .folder:
            target = .folder
            folder = path
            try OutputFolder.create(folder)
        case .archive:
            folder = try OutputFolder.createPartial(for: path)
            target = .archive(folder: folder)
        }
        for file in OwnFormat.files {
            let own = groups.filter { $0.stream == file.stream }
            if own.isEmpty { continue }
            tables.append((file.stream, try TableWriter(RowWriter(creating: "\(folder)/\(file.name)"), groups: own)))
            files.append(file.name)
        }
        let rows = try RowWriter(creating: "\(folder)/\(OwnFormat.metadataFile)")
        rows.write(String(decoding: try metadata.json(), as: UTF8.self))
        try rows.close()
        files.append(OwnFormat.metadataFile)
    }

    deinit { memory.deallocate() }

    /// Appends samples, which have to come in time order.
    ///
    /// Throws if the file cannot be written, or if a sample holds what the recording has no columns for.
    public func append(_ samples: some Collection<MotionSample>) throws(OutputError) {
        for sample in samples { try append(sample) }
    }

    /// Appends one sample; see `append(_:)` for many.
    public func append(_ sample: MotionSample) throws(OutputError) {
        let slots = SlotSample(sample, into: memory)
        guard slots.time.isFinite, slots.present != 0 else {
            droppedSamples += 1
            return
        }
        let stream: SensorSet =
            switch sample {
            case .sensor(let reading): SensorSet(reading.kind)
            case .deviceMotion: .deviceMotion
            }
        var unknown = slots.present
        if let table = tables.first(where: { $0.stream.contains(stream) })?.table { unknown = try table.append(slots) }
        guard unknown == 0 else {
            let names = Slot.groups.filter { unknown & $0.mask != 0 }.map(\.name).joined(separator: ", ")
            throw OutputError(path, "a sample holds \(names), which the recording was not created for")
        }
    }

    /// Passes on to the files what has been appended so far, for recordings that others read along.
    public func flush() throws(OutputError) {
        for (_, table) in tables { try table.flush() }
    }

    /// Ends the recording; nothing can be appended afterwards.
    public func finish() throws(OutputError) {
        guard !isFinished else { return }
        isFinished = true
        for (_, table) in tables { try table.close() }
        if case .archive(let folder) = target {
            try OutputFolder.pack(folder, files: files, into: path)
        }
    }
}
