#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Cuts a stream of bytes into lines, in memory that does not depend on the stream's length.
final class LineBuffer {
    /// What `next` found.
    enum Found {
        /// A line that ends in a line feed.
        case line
        /// The last line, which has no line feed.
        case unfinishedLine
        /// A line that is longer than `longestLine`; it has been passed over.
        case oversizedLine
        case end
    }

    /// Lines beyond this many bytes are not kept.
    static let longestLine = 1 << 20
    private static let firstCapacity = 1 << 16

    private let source: ByteSource
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = LineBuffer.firstCapacity
    /// The bytes that are still to be cut: `position..<filled`.
    private var position = 0
    private var filled = 0
    private var atEnd = false

    /// The line found last, without its line feed; a line feed and readable bytes stand behind it.
    private(set) var start: UnsafePointer<UInt8>
    private(set) var length = 0

    init(_ source: ByteSource) {
        self.source = source
        bytes = .allocate(capacity: Self.firstCapacity + DecimalParser.padding)
        bytes.initialize(repeating: 0, count: Self.firstCapacity + DecimalParser.padding)
        start = UnsafePointer(bytes)
    }

    deinit { bytes.deallocate() }

    /// The name of the stream, for messages.
    var name: String { source.name }

    /// Finds the next line and leaves it in `start` and `length` until the next call.
    @inline(__always)
    func next() throws(RecordingError) -> Found {
        if let feed = memchr(bytes + position, 10, filled - position) {
            take(upTo: UnsafePointer(feed.assumingMemoryBound(to: UInt8.self)))
            return .line
        }
        return try nextAfterReading()
    }

    @inline(__always)
    private func take(upTo feed: UnsafePointer<UInt8>) {
        start = UnsafePointer(bytes + position)
        length = feed - start
        position += length + 1
    }

    /// Whether `next` would return at once; reads what is at hand of a line.
    func isAtHand() throws(RecordingError) -> Bool {
        guard source.mayWait else { return true }
        while !atEnd, memchr(bytes + position, 10, filled - position) == nil, filled - position <= Self.longestLine {
            guard source.isAtHand else { return false }
            try readOn()
        }
        return true
    }

    /// Reads on until a line is whole.
    @inline(never)
    private func nextAfterReading() throws(RecordingError) -> Found {
        var searched = filled - position
        while !atEnd {
            guard filled - position <= Self.longestLine else {
                try passOverLine()
                return .oversizedLine
            }
            try readOn()
            if let feed = memchr(bytes + position + searched, 10, filled - position - searched) {
                take(upTo: UnsafePointer(feed.assumingMemoryBound(to: UInt8.self)))
                return .line
            }
            searched = filled - position
        }
        guard position < filled, !source.wasInterrupted else { return .end }
        // The padding leaves room for a line feed of our own.
        bytes[filled] = 10
        take(upTo: UnsafePointer(bytes + filled))
        position = filled
        return .unfinishedLine
    }

    /// Reads what the stream gives, behind what is left.
    private func readOn() throws(RecordingError) {
        makeRoom()
        let got = try source.read(into: UnsafeMutableRawBufferPointer(start: bytes + filled, count: capacity - filled))
        atEnd = got == 0
        filled += got
    }

    /// Moves what is left to the front, and takes more memory where a line fills all of it.
    private func makeRoom() {
        let left = filled - position
        if position > 0 {
            memmove(bytes, bytes + position, left)
            position = 0
            filled = left
        }
        guard left == capacity else { return }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + DecimalParser.padding)
        larger.initialize(repeating: 0, count: 2 * capacity + DecimalParser.padding)
        memcpy(larger, bytes, left)
        bytes.deallocate()
        bytes = larger
        capacity *= 2
    }

    /// Drops bytes up to and including the next line feed.
    private func passOverLine() throws(RecordingError) {
        while true {
            position = 0
            filled = try source.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: capacity))
            if filled == 0 {
                atEnd = true
                return
            }
            if let feed = memchr(bytes, 10, filled) {
                position = UnsafePointer(feed.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(bytes) + 1
                return
            }
        }
    }
}
