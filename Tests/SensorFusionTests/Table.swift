import Foundation

/// The numbers of a file of comma-separated values with one header line; an empty cell is NaN.
struct Table {
    let rows: [[Double]]

    /// Reads up to `limit` rows.
    init(path: String, rows limit: Int = .max) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        rows = text.split(separator: "\n").dropFirst().prefix(limit).map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        }
    }
}
