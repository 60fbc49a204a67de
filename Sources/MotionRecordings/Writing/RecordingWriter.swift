public import MotionTypes

/// Writes a recording as our CSV: one file, a folder, or a zip archive with one file a sensor and `metadata.json`.
///
/// It streams. Rows pass to the file system as they fill a buffer or on `flush`, under the name `NAME.partial` beside the
/// place that they are for: a file, or a folder that is a recording of its own, which stays if the process dies.
/// `finish` puts them in the place of what was there; `breakOff` keeps a part of a recording without replacing anything,
/// `discard` keeps nothing. Standard output, pipes and devices are written to at once. A writer belongs to one thread at
/// a time.
public final class RecordingWriter {
    /// The path as given; "-" is standard output.
    public let path: String
    /// Samples of which nothing was written because their time or all of their values are not finite.
    public private(set) var droppedSamples = 0

    private let place: OutputPlace
    /// The tables by stream; the same one for all streams in a single file.
    private var tables: [(stream: SensorSet, table: TableWriter)] = []
    private var files: [String] = []
    private let memory: UnsafeMutablePointer<Double>
    private var isFinished = false

    /// Creates a recording with columns for some streams, and for some parts of device motion.
    ///
    /// "-" and names with an extension are one CSV file, `.zip` is an archive, everything else a folder. Throws if nothing
    /// can be created at the path, or if it is a folder that holds anything but a recording which a writer wrote.
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
        place = try OutputPlace(path)
        do throws(OutputError) {
            try createTables(groups)
            if place.kind != .table { try write(metadata) }
        } catch {
            discard()
            throw error
        }
    }

    private func createTables(_ groups: [Slot.Group]) throws(OutputError) {
        if place.kind == .table {
            let table = try TableWriter(RowWriter(creating: place.partial, for: path), groups: groups)
            tables = [([.accelerometer, .gyroscope, .magnetometer, .deviceMotion], table)]
            return
        }
        for file in OwnFormat.files {
            let own = groups.filter { $0.stream == file.stream }
            if own.isEmpty { continue }
            files.append(file.name)
            let rows = try RowWriter(creating: "\(place.partial)/\(file.name)")
            tables.append((file.stream, try TableWriter(rows, groups: own)))
        }
    }

    private func write(_ metadata: RecordingMetadata) throws(OutputError) {
        files.append(OwnFormat.metadataFile)
        let rows = try RowWriter(creating: "\(place.partial)/\(OwnFormat.metadataFile)")
        rows.write(String(decoding: try metadata.json(), as: UTF8.self))
        try rows.close()
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

    /// Ends the recording, which takes the place of what was there; nothing can be appended afterwards.
    public func finish() throws(OutputError) {
        guard !isFinished else { return }
        try close()
        try place.replace(files: files)
    }

    /// Ends a recording that did not become whole and returns where it is: in its place if nothing was there, else beside
    /// it.
    public func breakOff() throws(OutputError) -> String {
        guard !isFinished else { return path }
        if place.wasVacant {
            try finish()
            return path
        }
        try close()
        return place.partial
    }

    /// Removes what was written; what was there before is as it was.
    public func discard() {
        guard !isFinished else { return }
        // What cannot be written need not be.
        try? close()
        place.discard(files: files)
    }

    private func close() throws(OutputError) {
        isFinished = true
        for (_, table) in tables { try table.close() }
    }
}
