/// Which way round a recording gives acceleration.
public enum AccelerationSign: String, Sendable, CaseIterable {
    /// Gravity's own direction: -1 G on z lying face up at rest, as Core Motion has it.
    case coreMotion = "core-motion"
    /// The reaction to gravity: +1 g on the axis that points up at rest, as accelerometers measure it and Android has it.
    case specificForce = "specific-force"
}
