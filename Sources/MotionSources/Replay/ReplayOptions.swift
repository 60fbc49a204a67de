/// How a recording or a simulation is played.
public struct ReplayOptions: Sendable, Equatable {
    /// How fast time passes against the wall clock; `.infinity` is as fast as the consumer takes the samples.
    ///
    /// What is not above zero counts as 1.
    public var speed: Double
    /// Whether it starts over at the end.
    public var loops: Bool
    /// What device motion is made of.
    public var motionPolicy: MotionPolicy

    /// Options; real time, once, recorded motion where there is any, by default.
    public init(speed: Double = 1, loops: Bool = false, motionPolicy: MotionPolicy = .automatic) {
        self.speed = speed
        self.loops = loops
        self.motionPolicy = motionPolicy
    }
}
