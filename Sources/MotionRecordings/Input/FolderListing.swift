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

    init(_ path: String) throws(RecordingError) {
        guard let directory = opendir(path) else {
            throw RecordingError(file: path, found: "the folder cannot be read: \(systemErrorText())")
        }
        defer { closedir(directory) }
        var items: [Item] = []
        let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
        while let item = readdir(directory) {
            // The name is read in place: an entry may be shorter than the structure that describes it.
            let bytes = UnsafeRawPointer(item).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: bytes)
            var status = stat()
            guard !name.hasPrefix("."), stat(Self.join(path, name), &status) == 0 else { continue }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else { continue }
            items.append(Item(name: name, isFolder: kind == S_IFDIR, size: UInt64(clamping: status.st_size)))
        }
        self.items = items.sorted { $0.name < $1.name }
    }

    /// The path of something in a folder.
    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
