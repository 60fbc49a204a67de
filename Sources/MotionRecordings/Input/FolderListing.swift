#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What lies in a folder, by name; hidden files and everything but files and folders are left out.
struct FolderListing {
    /// A file or folder in the folder.
    struct Item {
        var name: String
        var isFolder: Bool
        /// The length in bytes.
        var size: UInt64
    }

    let items: [Item]
    /// What cannot be looked at: names that are not UTF-8, links that lead nowhere.
    let faults: [RecordingError]

    init(_ path: String) throws(RecordingError) {
        guard let directory = opendir(path) else {
            throw RecordingError(file: path, found: "the folder cannot be read: \(systemErrorText())")
        }
        defer { closedir(directory) }
        var items: [Item] = []
        var faults: [RecordingError] = []
        let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
        while let item = readdir(directory) {
            // The name is read in place: an entry may be shorter than the structure that describes it.
            let bytes = UnsafeRawPointer(item).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
            guard let name = String(validatingCString: bytes) else {
                let file = Self.join(path, String(escapingFileName: bytes))
                faults.append(RecordingError(file: file, found: "the name is not UTF-8", expected: "another name"))
                continue
            }
            if name.hasPrefix(".") { continue }
            var status = stat()
            guard stat(Self.join(path, name), &status) == 0 else {
                let problem = "cannot be opened: \(systemErrorText())"
                faults.append(RecordingError(file: Self.join(path, name), found: problem))
                continue
            }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else { continue }
            items.append(Item(name: name, isFolder: kind == S_IFDIR, size: UInt64(clamping: status.st_size)))
        }
        self.items = items.sorted { $0.name < $1.name }
        self.faults = faults.sorted { $0.file < $1.file }
    }

    /// The path of something in a folder.
    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
