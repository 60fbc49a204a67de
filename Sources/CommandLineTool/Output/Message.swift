import Foundation

/// Messages on standard error.
enum Message {
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    static func note(_ text: String) { write("coremotion: \(text)\n") }
    static func warning(_ text: String) { write("coremotion: warning: \(text)\n") }
    static func error(_ text: String) { write("coremotion: error: \(text)\n") }
}
