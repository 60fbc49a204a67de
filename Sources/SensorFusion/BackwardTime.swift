/// Tells samples that come late from a clock that was set back.
struct BackwardTime: Sendable {
    private var last = Double.nan
    private var count = 0

    /// Takes in a time that lies before the newest; true after 25 in a row that run forward among themselves.
    mutating func isNewClock(_ timestamp: Double) -> Bool {
        count = timestamp > last || last.isNaN ? count + 1 : 1
        last = timestamp
        return count >= 25
    }
}
