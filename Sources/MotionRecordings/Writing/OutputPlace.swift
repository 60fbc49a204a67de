#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The place that a recording is written for, and where it is until it is whole.
///
/// What stands there stays untouched until `replace`, so that a failed attempt costs nothing: until then a file is
/// written under the name `NAME.partial` beside it, and a folder or an archive as a folder of that name. A folder that is
/// there already is written as a folder within it. Standard output, pipes and devices are written to at once.
struct OutputPlace {
    enum Kind { case table, folder, archive }

    /// The path as the user named it; "-" is standard output.
    let path: String
    let kind: Kind
    /// The file or folder to write: the place itself only where it cannot be replaced.
    let partial: String
    /// Whether nothing was there.
    let wasVacant: Bool

    /// The path without links at its end, so that what they lead to is replaced and not they.
    private let target: String
    /// The permissions of the file that was there.
    private let permissions: mode_t?

    /// Finds out by the extension, and by what is there, what is to be written; creates the partial file or folder.
    ///
    /// Throws if it cannot be created, or if the place is a folder of anything but a recording of ours.
    init(_ path: String) throws(OutputError) {
        self.path = path
        var status = stat()
        let exists = path != "-" && stat(path, &status) == 0
        let type = exists ? status.st_mode & S_IFMT : 0
        kind = Self.kind(path, exists: exists, isFolder: type == S_IFDIR)
        target = exists ? Self.resolved(path) : String(Substring(path).droppingTrailingSlashes)
        permissions = exists ? status.st_mode & 0o777 : nil
        guard path != "-", type != S_IFCHR, type != S_IFIFO, type != S_IFSOCK, type != S_IFBLK else {
            (partial, wasVacant) = (path, false)
            return
        }
        guard !exists || access(path, W_OK) == 0 else {
            throw OutputError(path, "cannot be written: \(systemErrorText())")
        }
        switch kind {
        case .table:
            wasVacant = !exists
            partial = try Self.createBeside(target, for: path) { path in
                let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                return descriptor >= 0 && close(descriptor) == 0
            }
        case .folder:
            wasVacant = exists ? try Self.isEmpty(folder: path) : true
            let base = exists ? FolderListing.join(target, "recording") : target
            partial = try Self.createBeside(base, for: path) { mkdir($0, 0o777) == 0 }
        case .archive:
            wasVacant = !exists
            partial = try Self.createBeside(target, for: path) { mkdir($0, 0o777) == 0 }
        }
    }

    private static func kind(_ path: String, exists: Bool, isFolder: Bool) -> Kind {
        let name = path.split(separator: "/").last ?? ""
        let isArchive = name.lowercased().hasSuffix(".zip")
        if path == "-" || (exists && !isFolder && !isArchive) { return .table }
        if isFolder || path.hasSuffix("/") || !name.dropFirst().contains(".") { return .folder }
        return isArchive ? .archive : .table
    }

    private static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }

    /// Whether a folder is empty; throws if it holds anything but a recording that we wrote.
    private static func isEmpty(folder path: String) throws(OutputError) -> Bool {
        do throws(RecordingError) {
            let listing = try FolderListing(path)
            guard let first = listing.items.first?.name ?? listing.faults.first?.file else { return true }
            guard try OwnFormat.wrote(folder: path) else {
                throw RecordingError(
                    file: path, found: "the folder holds other files, such as \(String(reflecting: first))")
            }
            return false
        } catch {
            throw OutputError(
                path,
                "\(error.found): only a new or empty folder, or a recording that OpenCoreMotion wrote, is replaced"
            )
        }
    }

    /// Creates a file or folder beside a path under a name that is free, and returns its path.
    private static func createBeside(
        _ base: String, for path: String, create: (String) -> Bool
    ) throws(OutputError) -> String {
        for attempt in 1...100 {
            let name = attempt == 1 ? "\(base).partial" : "\(base).partial\(attempt)"
            if create(name) { return name }
            guard errno == EEXIST else { break }
        }
        throw OutputError(path, "cannot be created: \(systemErrorText())")
    }

    /// Puts what was written, with these files if it is a folder or an archive, in the place of what was there.
    ///
    /// Where that fails, what was there is as it was, and what was written is where the error says.
    func replace(files: [String]) throws(OutputError) {
        guard partial != path else { return }
        switch kind {
        case .table:
            if let permissions { chmod(partial, permissions) }
            guard rename(partial, target) == 0 else { throw failure() }
        case .folder:
            if rename(partial, target) == 0 { return }
            for name in OwnFormat.files.map(\.name) + [OwnFormat.metadataFile] {
                let file = "\(target)/\(name)"
                if files.contains(name) {
                    guard rename("\(partial)/\(name)", file) == 0 else { throw failure() }
                } else {
                    unlink(file)
                }
            }
            rmdir(partial)
        case .archive:
            // In the folder, so that nothing else is left behind if the process is killed.
            let archive = "\(partial)/archive.zip"
            do throws(ArchivePacker.Failure) {
                try ArchivePacker.pack(partial, files: files, into: archive)
            } catch {
                throw OutputError(path, "the archive cannot be written: \(error.reason); its files are in \(partial)")
            }
            if let permissions { chmod(archive, permissions) }
            guard rename(archive, target) == 0 else { throw failure() }
            discard(files: files)
        }
    }

    /// Removes what was written; what was there is as it was.
    func discard(files: [String]) {
        guard partial != path else { return }
        if kind == .table {
            unlink(partial)
        } else {
            for name in files { unlink("\(partial)/\(name)") }
            rmdir(partial)
        }
    }

    private func failure() -> OutputError {
        OutputError(path, "cannot be written: \(systemErrorText()); what was written is in \(partial)")
    }
}
