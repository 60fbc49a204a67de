import Foundation
import MotionRecordings

/// Messages on standard error; what names in them do to a terminal is escaped.
enum Message {
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    static func note(_ text: String) { write("coremotion: \(text.printable)\n") }
    static func warning(_ text: String) { write("coremotion: warning: \(text.printable)\n") }
    static func error(_ text: String) { write("coremotion: error: \(text.printable)\n") }
}
