// MotionRecordings: files of recorded motion, one reader a format and one writer for our own. It streams: what it keeps
// in memory does not grow with a file. It may import MotionTypes, libzip and the platform's libraries.

public import MotionTypes

/// A recording of motion in a file, a folder or a zip archive, or on standard input.
///
/// Opening it looks at names and headers only and settles the format, the sign of acceleration and the streams; samples
/// come from readers, each of which passes through the recording once, in time order.
public struct Recording: Sendable {
    /// The last part of the path.
    public let name: String
    /// The path as given; "-" is standard input.
    public let path: String

    private let container: RecordingContainer
    private let plan: RecordingPlan

    /// Opens a recording.
    ///
    /// Throws if there is none at the path, it cannot be read, or its format is not known.
    ///
    /// Of a stream the header and a few rows are waited for.
    public init(opening path: String, options: ReadingOptions = .init()) throws(RecordingError) {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        container = try RecordingContainer(path: path)
        plan = try Formats.plan(container.open(path: path), options: options)
    }

    /// The paths of the recordings that a path stands for, and why others that seem to be there are none of them.
    ///
    /// A folder that is no recording itself stands for the CSV files and archives in it and for the folders in it that
    /// are recordings; everything else stands for itself. Throws if there is nothing at the path or a folder cannot be
    /// read.
    public static func paths(
        at path: String
    ) throws(RecordingError) -> (paths: [String], faults: [RecordingError]) {
        guard path != "-", try RecordingContainer.isFolder(path), try !isRecordingFolder(path) else {
            return ([path], [])
        }
        let listing = try FolderListing(path)
        var paths: [String] = []
        var faults = listing.faults.filter { isNamedAsRecording($0.file) }
        for item in listing.items {
            let inner = FolderListing.join(path, item.name)
            do throws(RecordingError) {
                if item.isFolder ? try isRecordingFolder(inner) : isNamedAsRecording(item.name) { paths.append(inner) }
            } catch {
                faults.append(error)
            }
        }
        return (paths, faults)
    }

    private static func isNamedAsRecording(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".csv") || name.hasSuffix(".zip")
    }

    private static func isRecordingFolder(_ path: String) throws(RecordingError) -> Bool {
        try Formats.knownFolder(RecordingContainer(path: path).open(path: path)) != nil
    }

    /// Whether it is a stream, such as standard input or a pipe: one reader may read it, as its bytes come.
    public var isStream: Bool {
        if case .stream = container { true } else { false }
    }

    /// The format, for example "OpenCoreMotion CSV" or "Sensor Logger (iOS)".
    public var formatName: String { plan.formatName }

    /// Why this format was taken, for the user.
    public var formatReason: String { plan.formatReason }

    /// The sign that acceleration has in the file; samples always have Core Motion's.
    public var sign: AccelerationSign { plan.sign }

    /// Why this sign was taken, for the user.
    public var signReason: String { plan.signReason }

    /// The streams that the recording has columns for.
    public var streams: SensorSet { plan.streams }

    /// The parts of recorded device motion that the recording has columns for.
    ///
    /// `.angles` without `.attitude` means that only angles were recorded; the samples' attitude is then theirs.
    public var motionComponents: DeviceMotion.Components { plan.motionComponents }

    /// What the recording says about itself.
    public var metadata: RecordingMetadata { plan.metadata }

    /// The files and folders that the recording consists of.
    var fileIdentities: Set<FileIdentity> { container.identities(path: path) }

    /// Starts a new pass from the beginning.
    ///
    /// Throws if no file can be opened, or a stream has been passed already.
    public func makeReader() throws(RecordingError) -> RecordingReader {
        let open = try container.open(path: path)
        var tracks: [SampleTrack] = []
        var issues = plan.issues
        for track in plan.tracks {
            var tables: [TableReader] = []
            for table in track.tables {
                do throws(RecordingError) {
                    tables.append(TableReader(try open.source(table.entry), plan: table))
                } catch {
                    issues.unreadableFiles.append(error)
                }
            }
            if !tables.isEmpty { tracks.append(SampleTrack(tables)) }
        }
        if tracks.isEmpty, let fault = issues.unreadableFiles.first { throw fault }
        return RecordingReader(tracks, issues: issues)
    }
}
