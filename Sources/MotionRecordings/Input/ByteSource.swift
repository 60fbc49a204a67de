#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A stream of bytes that is read once from start to end.
class ByteSource {
    /// The stream as the user named it, for messages.
    let name: String

    init(name: String) { self.name = name }

    /// Reads up to the buffer's length; 0 at the end.
    ///
    /// Throws where the system cannot read on.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int { 0 }

    /// Whether bytes may have to be waited for, as those of a pipe.
    var mayWait: Bool { false }

    /// Whether `read` would return at once.
    var isAtHand: Bool { true }

    /// Whether the stream ended because it was not to be waited for any longer.
    var wasInterrupted: Bool { false }

    /// The first bytes of what is left, at most `count`, up to where the stream ends or has shown `lines` lines.
    final func readHead(atMost count: Int, lines: Int = .max) throws(RecordingError) -> [UInt8] {
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { head.deallocate() }
        var filled = 0
        var (feeds, returns) = (0, 0)
        while filled < count, max(feeds, returns) < lines {
            let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: head[filled...]))
            if got == 0 { break }
            feeds += head[filled..<filled + got].count { $0 == UInt8(ascii: "\n") }
            returns += head[filled..<filled + got].count { $0 == UInt8(ascii: "\r") }
            filled += got
        }
        return Array(head.prefix(filled))
    }
}

/// The bytes of a file.
final class FileByteSource: ByteSource {
    private let descriptor: Int32

    /// Opens a file for reading.
    init(path: String, name: String) throws(RecordingError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        super.init(name: name)
        if descriptor < 0 { throw RecordingError(file: name, found: "cannot be opened: \(systemErrorText())") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    override func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        while true {
            if let count = try readBytes(descriptor, into: buffer, name: name) { return count }
        }
    }
}

/// Reads what a descriptor has, up to the buffer's length; 0 at the end, nil where it has to be tried again.
func readBytes(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, name: String
) throws(RecordingError) -> Int? {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    let got = read(descriptor, base, buffer.count)
    if got >= 0 { return got }
    guard errno == EINTR || errno == EAGAIN else {
        throw RecordingError(file: name, found: "cannot be read: \(systemErrorText())")
    }
    return nil
}

/// Bytes in memory, followed by what is left of another source, if there is one.
final class PrefixedByteSource: ByteSource {
    private let prefix: [UInt8]
    private var position = 0
    private let rest: ByteSource?

    init(name: String, prefix: [UInt8], rest: ByteSource? = nil) {
        self.prefix = prefix
        self.rest = rest
        super.init(name: name)
    }

    override var mayWait: Bool { rest?.mayWait ?? false }
    override var isAtHand: Bool { position < prefix.count || rest?.isAtHand ?? true }
    override var wasInterrupted: Bool { rest?.wasInterrupted ?? false }

    override func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        guard position < prefix.count else { return try rest?.read(into: buffer) ?? 0 }
        let count = min(buffer.count, prefix.count - position)
        prefix.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }
}

/// The bytes of another source with line feeds for carriage returns, for text whose lines end in those.
final class ReturnByteSource: ByteSource {
    private let source: ByteSource

    init(_ source: ByteSource) {
        self.source = source
        super.init(name: source.name)
    }

    override var mayWait: Bool { source.mayWait }
    override var isAtHand: Bool { source.isAtHand }
    override var wasInterrupted: Bool { source.wasInterrupted }

    override func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        let count = try source.read(into: buffer)
        for index in 0..<count where buffer[index] == 13 { buffer[index] = 10 }
        return count
    }
}

/// The text of the last system error.
func systemErrorText() -> String { String(cString: strerror(errno)) }
