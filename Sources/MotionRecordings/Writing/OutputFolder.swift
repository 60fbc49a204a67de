import CLibzip

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a path to write to stands for.
enum OutputKind {
    case table, folder, archive

    /// Tells by the extension, and by what is there already.
    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        let hasExtension = name.dropFirst().contains(".")
        var status = stat()
        let exists = path != "-" && stat(path, &status) == 0
        if path == "-" || (exists && status.st_mode & S_IFMT != S_IFDIR && !name.lowercased().hasSuffix(".zip")) {
            self = .table
        } else if path.hasSuffix("/") || (exists && status.st_mode & S_IFMT == S_IFDIR) || !hasExtension {
            self = .folder
        } else {
            self = name.lowercased().hasSuffix(".zip") ? .archive : .table
        }
    }
}

/// The folders that recordings are written to.
enum OutputFolder {
    /// Creates a folder, or takes one that is there and removes the files of an earlier recording of ours from it.
    static func create(_ path: String) throws(OutputError) {
        if mkdir(path, 0o777) != 0 {
            guard errno == EEXIST else {
                throw OutputError(path, "the folder cannot be created: \(systemErrorText())")
            }
            for name in OwnFormat.files.map(\.name) + [OwnFormat.metadataFile] { unlink("\(path)/\(name)") }
        }
    }

    /// Creates the folder that an archive's files are gathered in, beside the archive to be.
    static func createPartial(for archive: String) throws(OutputError) -> String {
        for attempt in 1...100 {
            let path = attempt == 1 ? "\(archive).partial" : "\(archive).partial\(attempt)"
            if mkdir(path, 0o777) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        throw OutputError(archive, "no folder can be created beside it: \(systemErrorText())")
    }

    /// Packs the files of a folder into an archive, replacing the one that is there, and removes the folder.
    static func pack(_ folder: String, files: [String], into path: String) throws(OutputError) {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
            throw OutputError(path, "the archive cannot be created; its files are in \(folder)")
        }
        for name in files {
            guard let source = zip_source_file(archive, "\(folder)/\(name)", 0, -1) else {
                throw failure(archive, path, folder)
            }
            // The archive owns the source once it is added.
            let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8))
            if index < 0 {
                zip_source_free(source)
                throw failure(archive, path, folder)
            }
            // Digits hardly shrink any further at higher levels, which take several times as long.
            zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_DEFLATE, 1)
        }
        guard zip_close(archive) == 0 else { throw failure(archive, path, folder) }
        for name in files { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// The archive's last error, which is closed without being written.
    private static func failure(_ archive: OpaquePointer, _ path: String, _ folder: String) -> OutputError {
        defer { zip_discard(archive) }
        return OutputError(
            path,
            "the archive cannot be written: \(String(cString: zip_strerror(archive))); its files are in \(folder)")
    }
}
