/// One repetition of an exercise as it was simulated.
public struct SimulatedRepetition: Hashable, Sendable {
    /// When it starts from rest, in seconds.
    public var start: Double
    /// When it turns back: the lowest point of a squat, in seconds.
    public var turn: Double
    /// When it is back where it started, in seconds.
    public var end: Double
    /// The vertical displacement of the device from start to turn, in metres, positive for a squat.
    public var depth: Double

    /// A repetition of three times in seconds and a depth in metres.
    public init(start: Double, turn: Double, end: Double, depth: Double) {
        self.start = start
        self.turn = turn
        self.end = end
        self.depth = depth
    }
}
