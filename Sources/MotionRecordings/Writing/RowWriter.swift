#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes rows of text to a file or standard output through a buffer.
///
/// What a full buffer or `flush` has passed on is in the file, whatever happens to the process. Errors of the system are
/// thrown by `endRow`, `flush` and `close`. A writer belongs to one thread at a time.
public final class RowWriter {
    /// The file as the user named it; "-" is standard output.
    public let path: String

    private let descriptor: Int32
    private let isStandardOutput: Bool
    private var isOpen = true
    private let buffer: UnsafeMutablePointer<UInt8>
    private var filled = 0

    /// The buffer is written when this much is in it.
    private static let flushLevel = 1 << 16
    /// No single number is longer than this.
    private static let longestNumber = 32
    private static let capacity = flushLevel + 4096

    /// Creates a file, or empties the one that is there; "-" is standard output.
    public convenience init(creating path: String) throws(OutputError) { try self.init(creating: path, for: path) }

    /// Creates a file that stands in for the one the user named.
    init(creating file: String, for path: String) throws(OutputError) {
        self.path = path
        isStandardOutput = file == "-"
        descriptor = isStandardOutput ? 1 : open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        buffer = .allocate(capacity: Self.capacity)
        buffer.initialize(repeating: 0, count: Self.capacity)
        if descriptor < 0 { throw OutputError(path, "cannot be created: \(systemErrorText())") }
    }

    deinit {
        if isOpen { try? close() }
        buffer.deallocate()
    }

    /// Writes a number as the shortest decimal that reads back to the same bits; NaN and infinities as words.
    public func write(_ value: Double) {
        makeRoom(Self.longestNumber)
        filled += DecimalFormatter.write(value, to: buffer + filled)
    }

    /// Writes an integer.
    public func write(_ value: Int) {
        makeRoom(Self.longestNumber)
        if value < 0 { put(UInt8(ascii: "-")) }
        filled += DecimalFormatter.write(digits: UInt64(value.magnitude), to: buffer + filled)
    }

    /// Writes text as it is.
    public func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes {
                makeRoom(1)
                put(byte)
            }
        }
    }

    /// Writes the comma between two cells.
    public func writeSeparator() {
        makeRoom(1)
        put(UInt8(ascii: ","))
    }

    /// Ends the row; passes the buffer on where it is full.
    public func endRow() throws(OutputError) {
        makeRoom(1)
        put(UInt8(ascii: "\n"))
        if filled >= Self.flushLevel { try flush() }
        if let failure { throw failure }
    }

    /// Passes everything on to the file.
    public func flush() throws(OutputError) {
        passOn()
        if let failure { throw failure }
    }

    /// Passes everything on and closes the file; standard output stays open.
    public func close() throws(OutputError) {
        guard isOpen else { return }
        isOpen = false
        passOn()
        if !isStandardOutput, closeDescriptor(descriptor) != 0, failure == nil {
            failure = OutputError(path, "cannot be written: \(systemErrorText())")
        }
        if let failure { throw failure }
    }

    /// The first error of the system; nothing is written after it.
    private var failure: OutputError?

    private func put(_ byte: UInt8) {
        buffer[filled] = byte
        filled += 1
    }

    private func makeRoom(_ count: Int) {
        if filled + count > Self.capacity { passOn() }
    }

    private func passOn() {
        var written = 0
        while written < filled, failure == nil {
            let count = writeBytes(descriptor, buffer + written, filled - written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let isClosedPipe = errno == EPIPE && isStandardOutput
                failure = OutputError(path, "cannot be written: \(systemErrorText())", isClosedPipe: isClosedPipe)
            }
        }
        filled = 0
    }
}

// The class has methods of the same names, which hide the C library's.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
