/// What lies where a recording is to be written, as the file system knows it.
struct OutputFootprint {
    /// The file or folder that is there; for standard output the file it leads to.
    private let place: FileIdentity?
    /// The files and folders in it, if it is a folder.
    private let contents: Set<FileIdentity>
    /// The folder it lies in; nil for standard output.
    private let folder: FileIdentity?
    /// Its name in that folder.
    private let name: Substring

    /// Looks at a path; "-" is standard output.
    init(_ path: String) {
        guard path != "-" else {
            (place, contents, folder, name) = (FileIdentity(descriptor: 1), [], nil, "-")
            return
        }
        place = FileIdentity(path: path)
        let items = (try? FolderListing(path).items) ?? []
        contents = Set(items.compactMap { FileIdentity(path: FolderListing.join(path, $0.name)) })
        let bare = Substring(path).droppingTrailingSlashes
        let parent = bare.prefixThroughLastSlash
        folder = FileIdentity(path: parent.isEmpty ? "." : String(parent))
        name = bare.dropFirst(parent.count)
    }

    /// Whether writing there would take the place of one of these files or folders, or put something into one of them.
    func touches(_ files: Set<FileIdentity>) -> Bool {
        !files.isDisjoint(with: contents) || [place, folder].contains { $0.map(files.contains) ?? false }
    }

    /// Whether what is written to both places would get into each other's way.
    func collides(with other: OutputFootprint) -> Bool {
        if folder == other.folder, name == other.name { return true }
        let (mine, others) = (contents.union([place].compactMap(\.self)), [other.place].compactMap(\.self))
        return touches(Set(others)) || other.touches(mine)
    }
}

extension Recording {
    /// Whether writing a recording to a path ("-" is standard output) would touch this one: take its place or that of a
    /// file of it, or put something among its files.
    ///
    /// It goes by the files themselves: other names, links and redirected standard input or output count too.
    public func isTouched(byWritingTo path: String) -> Bool { OutputFootprint(path).touches(fileIdentities) }
}

extension RecordingWriter {
    /// Whether recordings written to two paths would get into each other's way.
    public static func collide(_ path: String, _ other: String) -> Bool {
        OutputFootprint(path).collides(with: OutputFootprint(other))
    }
}
