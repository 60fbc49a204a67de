import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The end of all waiting for streams of this process, such as standard input at Ctrl-C.
package enum StreamInterruption {
    /// A pipe that becomes readable with the request and stays so; nil where the system has no more descriptors.
    private static let pipeEnds: (reading: Int32, writing: Int32)? = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Readable once streams are not to be waited for any more; -1 if that cannot be.
    fileprivate static var descriptor: Int32 { pipeEnds?.reading ?? -1 }

    private static let wasRequested = Atomic(false)

    /// Whether streams are not to be waited for any more.
    static var isRequested: Bool { wasRequested.load(ordering: .relaxed) }

    /// Ends every stream where it is: what has been read of it is kept, but for a line that is not whole.
    package static func request() {
        wasRequested.store(true, ordering: .relaxed)
        guard let pipeEnds else { return }
        var byte: UInt8 = 1
        _ = write(pipeEnds.writing, &byte, 1)
    }
}

/// The bytes of a pipe, a terminal or standard input, which may have to be waited for.
final class StreamByteSource: ByteSource {
    private let descriptor: Int32
    private let closes: Bool
    private var wasEnded = false

    /// Opens a pipe or device for reading; a named pipe whose writer is still to come is open at once.
    init(path: String, name: String) throws(RecordingError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        closes = true
        super.init(name: name)
        if descriptor < 0 { throw RecordingError(file: name, found: "cannot be opened: \(systemErrorText())") }
    }

    /// Reads from a descriptor that stays open.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        closes = false
        super.init(name: name)
    }

    deinit { if closes, descriptor >= 0 { close(descriptor) } }

    override var mayWait: Bool { true }
    override var wasInterrupted: Bool { wasEnded }
    override var isAtHand: Bool { poll(milliseconds: 0) != .nothing }

    override func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        while !wasEnded {
            switch poll(milliseconds: -1) {
            case .nothing: continue
            case .interruption: wasEnded = true
            case .bytes: if let count = try readBytes(descriptor, into: buffer, name: name) { return count }
            }
        }
        return 0
    }

    private enum Found { case nothing, bytes, interruption }

    /// Waits for bytes, the stream's end or an interruption; for ever if the time is negative.
    private func poll(milliseconds: Int32) -> Found {
        var watched = [
            pollfd(fd: StreamInterruption.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard waitForEvents(&watched, milliseconds) > 0 else { return .nothing }
        return watched[0].revents != 0 ? .interruption : .bytes
    }
}

// The class has a method of the same name, which hides the C library's.
private func waitForEvents(_ watched: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    poll(&watched, nfds_t(watched.count), milliseconds)
}
