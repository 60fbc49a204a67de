// TestSupport: what several test targets need: where the shared recordings are.

public import Foundation

/// The folder of shared recordings, which is not part of the repository.
public enum SharedData {
    /// The folder that holds `data`, `seeds` and the rest: `../shared` beside the checkout.
    public static let root: URL = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared")

    /// The folder of recordings: `OPENCOREMOTION_DATA` or `../shared/data`.
    public static let data: URL =
        ProcessInfo.processInfo.environment["OPENCOREMOTION_DATA"].map { URL(filePath: $0) }
        ?? root.appending(path: "data")

    /// Whether the recordings are there.
    public static let isPresent = FileManager.default.fileExists(atPath: data.path)

    /// Whether the seed documents are there.
    public static let hasSeeds = FileManager.default.fileExists(atPath: root.appending(path: "seeds").path)

    /// The reason a test gives when it is skipped for want of the folder; `make test` counts it.
    public static let missing = "needs ../shared, which is not here"

    /// The path of a file or folder below `data`.
    public static func path(_ relative: String) -> String { data.appending(path: relative).path }
}
