import CLibzip

/// Packs the files of a folder into a zip archive.
enum ArchivePacker {
    /// Why an archive cannot be written.
    struct Failure: Error {
        var reason: String
    }

    /// Writes an archive, compressed unless streams have been interrupted: then it has to be done soon.
    static func pack(_ folder: String, files: [String], into path: String) throws(Failure) {
        if !StreamInterruption.isRequested {
            do throws(Failure) {
                return try pack(folder, files: files, into: path, method: ZIP_CM_DEFLATE)
            } catch  where !StreamInterruption.isRequested {
                throw error
            } catch {
                // It was cancelled.
            }
        }
        try pack(folder, files: files, into: path, method: ZIP_CM_STORE)
    }

    private static func pack(_ folder: String, files: [String], into path: String, method: Int32) throws(Failure) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            throw Failure(reason: String(cString: zip_error_strerror(&error)))
        }
        if method == ZIP_CM_DEFLATE {
            zip_register_cancel_callback_with_state(
                archive, { _, _ in StreamInterruption.isRequested ? 1 : 0 }, nil, nil)
        }
        for name in files {
            guard let source = zip_source_file(archive, "\(folder)/\(name)", 0, -1) else { throw failure(archive) }
            // The archive owns the source once it is added.
            let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8))
            if index < 0 {
                zip_source_free(source)
                throw failure(archive)
            }
            // Digits hardly shrink any further at higher levels, which take several times as long.
            zip_set_file_compression(archive, zip_uint64_t(index), method, 1)
        }
        guard zip_close(archive) == 0 else { throw failure(archive) }
    }

    /// The archive's last error, which is closed without being written.
    private static func failure(_ archive: OpaquePointer) -> Failure {
        defer { zip_discard(archive) }
        return Failure(reason: String(cString: zip_strerror(archive)))
    }
}
