import CLibzip

/// An open zip archive; several of its files can be read at once, all by one thread at a time.
final class ZipArchive {
    private let handle: OpaquePointer
    let name: String

    /// Opens an archive.
    ///
    /// Throws if it is damaged, cut off or not there.
    init(path: String, name: String) throws(RecordingError) {
        var code: Int32 = 0
        guard let opened = zip_open(path, ZIP_RDONLY, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            throw RecordingError(
                file: name, found: "the zip archive cannot be opened: \(String(cString: zip_error_strerror(&error)))",
                expected: "a whole archive; it may be cut off or damaged")
        }
        handle = opened
        self.name = name
    }

    deinit { zip_discard(handle) }

    /// The files of the archive by name, with their sizes; folders are left out.
    func entries() -> [(name: String, size: UInt64)] {
        (0..<max(0, zip_get_num_entries(handle, 0))).compactMap { index in
            var status = zip_stat_t()
            guard zip_stat_index(handle, zip_uint64_t(index), 0, &status) == 0, let name = status.name else {
                return nil
            }
            let text = String(cString: name)
            return text.hasSuffix("/") ? nil : (text, status.size)
        }
    }

    /// Starts to read a file of the archive.
    func open(_ entry: String) throws(RecordingError) -> ByteSource {
        guard let file = zip_fopen(handle, entry, 0) else {
            throw RecordingError(
                file: "\(name)/\(entry)", found: "cannot be read: \(String(cString: zip_strerror(handle)))")
        }
        return ZipByteSource(file: file, archive: self, name: "\(name)/\(entry)")
    }
}

/// One file of an archive, decompressed as it is read.
final class ZipByteSource: ByteSource {
    private let file: OpaquePointer
    private let archive: ZipArchive

    init(file: OpaquePointer, archive: ZipArchive, name: String) {
        self.file = file
        self.archive = archive
        super.init(name: name)
    }

    deinit { zip_fclose(file) }

    override func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        let got = zip_fread(file, base, zip_uint64_t(buffer.count))
        guard got >= 0 else {
            throw RecordingError(
                file: name, found: "cannot be decompressed: \(String(cString: zip_file_strerror(file)))",
                expected: "an undamaged archive")
        }
        return Int(got)
    }
}
