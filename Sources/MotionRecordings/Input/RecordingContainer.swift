#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the files of a recording lie: a file of its own, a folder, a zip archive or a stream that passes once.
enum RecordingContainer: Sendable {
    case file
    case folder([Entry])
    case archive([Entry])
    case stream(PassingStream)

    /// A file within a folder or archive.
    struct Entry: Sendable {
        /// The name without the folders that all files share, as formats know it.
        var name: String
        /// The name within the folder or archive.
        var location: String
        /// The length in bytes.
        var size: UInt64
    }

    /// The files of a folder or archive; empty for a single file.
    var entries: [Entry] {
        switch self {
        case .file, .stream: []
        case .folder(let entries), .archive(let entries): entries
        }
    }

    /// Finds out what lies at a path; "-" is standard input.
    init(path: String) throws(RecordingError) {
        if path == "-" {
            self = .stream(PassingStream(StreamByteSource(descriptor: 0, name: "-")))
            return
        }
        switch try Self.kind(path) {
        case S_IFDIR: self = .folder(try Self.folderEntries(path))
        case S_IFREG:
            let head = try FileByteSource(path: path, name: path).readHead(atMost: 4)
            // Every zip archive starts with a local header, an empty one with the end of its directory.
            let isZip = head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 5, 6]
            self = isZip ? .archive(Self.archiveEntries(try ZipArchive(path: path, name: path))) : .file
        default: self = .stream(PassingStream(try StreamByteSource(path: path, name: path)))
        }
    }

    /// Whether there is a folder at a path; throws if there is nothing.
    static func isFolder(_ path: String) throws(RecordingError) -> Bool { try kind(path) == S_IFDIR }

    /// The bits of the mode that tell what lies at a path.
    private static func kind(_ path: String) throws(RecordingError) -> mode_t {
        var status = stat()
        guard !path.isEmpty else { throw RecordingError(file: "‘’", found: "the name of the file is empty") }
        guard stat(path, &status) == 0 else {
            throw RecordingError(file: path, found: "cannot be opened: \(systemErrorText())")
        }
        return status.st_mode & S_IFMT
    }

    /// The files of a folder, by name.
    private static func folderEntries(_ path: String) throws(RecordingError) -> [Entry] {
        try FolderListing(path).items.filter { !$0.isFolder }.map {
            Entry(name: $0.name, location: $0.name, size: $0.size)
        }
    }

    /// The files of an archive, by name, without what archivers add for themselves.
    private static func archiveEntries(_ archive: ZipArchive) -> [Entry] {
        let files = archive.entries().filter { entry in
            !entry.name.hasPrefix("__MACOSX/") && !entry.name.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        var shared = files.first.map { Substring($0.name).prefixThroughLastSlash } ?? ""
        for file in files {
            while !file.name.hasPrefix(shared) { shared = shared.dropLast().prefixThroughLastSlash }
        }
        return files.map { Entry(name: String($0.name.dropFirst(shared.count)), location: $0.name, size: $0.size) }
            .sorted { $0.name < $1.name }
    }

    /// The files and folders that the container at a path consists of; "-" is what standard input leads to.
    func identities(path: String) -> Set<FileIdentity> {
        let own = path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: path)
        guard case .folder(let entries) = self else { return Set([own].compactMap(\.self)) }
        let files = entries.map { FileIdentity(path: FolderListing.join(path, $0.location)) }
        return Set((files + [own]).compactMap(\.self))
    }

    /// Opens what a pass needs; the files of an archive share one handle, which belongs to that pass.
    func open(path: String) throws(RecordingError) -> OpenContainer {
        if case .archive = self {
            return OpenContainer(path: path, container: self, archive: try ZipArchive(path: path, name: path))
        }
        return OpenContainer(path: path, container: self, archive: nil)
    }
}

/// A container that is open for one pass.
struct OpenContainer {
    let path: String
    let container: RecordingContainer
    let archive: ZipArchive?

    /// Starts to read a file of the container; nil is the single file itself.
    func source(_ entry: RecordingContainer.Entry?) throws(RecordingError) -> ByteSource {
        if case .stream(let stream) = container { return try stream.take() }
        guard let entry else { return try FileByteSource(path: path, name: path) }
        if let archive { return try archive.open(entry.location) }
        let file = FolderListing.join(path, entry.location)
        return try FileByteSource(path: file, name: file)
    }

    /// The first bytes of a file, at most `count`.
    func head(_ entry: RecordingContainer.Entry?, atMost count: Int) throws(RecordingError) -> [UInt8] {
        if case .stream(let stream) = container { return try stream.head(atMost: count) }
        return try source(entry).readHead(atMost: count)
    }
}

/// A stream that cannot be read twice: its head can be looked at, then one reader takes it.
final class PassingStream: Sendable {
    private struct State {
        var head: [UInt8] = []
        var source: ByteSource?
    }

    /// A live stream is not waited for longer than it takes to see its header and a few rows.
    private static let linesToLookAt = 4

    private let state: Guarded<State>
    private let name: String

    init(_ source: sending ByteSource) {
        name = source.name
        state = Guarded(State(source: source))
    }

    /// The first bytes, at most `count`, which stay in the stream.
    func head(atMost count: Int) throws(RecordingError) -> [UInt8] {
        try state.withLock { state throws(RecordingError) in
            if state.head.isEmpty, let source = state.source {
                state.head = try source.readHead(atMost: count, lines: Self.linesToLookAt)
            }
            return state.head
        }
    }

    /// The stream, for the one reader that may have it.
    func take() throws(RecordingError) -> ByteSource {
        let (head, source): ([UInt8], UncheckedTransfer) = state.withLock { state in
            defer { state.source = nil }
            return (state.head, UncheckedTransfer(source: state.source))
        }
        guard let source = source.source else {
            throw RecordingError(
                file: name, found: "the stream has been read already", expected: "a file, which can be read again")
        }
        return PrefixedByteSource(name: name, prefix: head, rest: source)
    }

    /// Hands a source over to its one reader; nothing else refers to it afterwards.
    private struct UncheckedTransfer: @unchecked Sendable {
        let source: ByteSource?
    }
}

extension Substring {
    /// The text up to and including its last slash; empty if there is none.
    var prefixThroughLastSlash: Substring {
        lastIndex(of: "/").map { self[...$0] } ?? self[startIndex..<startIndex]
    }

    /// The text without slashes at its end, of which a path of slashes alone keeps one.
    var droppingTrailingSlashes: Substring {
        var text = self
        while text.count > 1, text.last == "/" { text.removeLast() }
        return text
    }
}
