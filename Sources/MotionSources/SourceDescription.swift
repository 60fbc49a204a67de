import Foundation
public import MotionRecordings
import MotionTypes

/// A source in the words that choose it, in `COREMOTION_SOURCE`, `--source` and code alike.
///
/// `replay:FILE` and `simulate:SCENARIO`, with options as a query: `speed=N` (or `max`), `loop=1`,
/// `motion=recorded|fused`; for a recording `sign=core-motion|specific-force`; for a simulation `seed=N`, `rate=HZ`,
/// `errors=none|phone`. `none` is a device without sensors.
public enum SourceDescription: Sendable {
    /// A device without sensors.
    case none
    /// The recording at a path, played by the given options.
    case replay(path: String, reading: ReadingOptions = .init(), options: ReplayOptions = .init())
    /// A simulated scenario.
    case simulation(SimulationDescription, options: ReplayOptions = .init())

    /// Parses the words; an error names the faulty part and what is possible.
    public init(parsing text: String) throws(SourceError) {
        let (kind, rest) = Self.split(text, at: ":")
        switch kind {
        case "none" where rest == nil:
            self = .none
        case "replay":
            self = try Self.parseReplay(rest ?? "")
        case "simulate":
            self = try Self.parseSimulation(rest ?? "")
        default:
            throw SourceError("unknown source ‘\(text)’: expected replay:FILE, simulate:SCENARIO or none")
        }
    }

    /// Makes the source; fails where the recording cannot be opened.
    public func makeSource() throws -> any MotionSource {
        switch self {
        case .none: EmptySource()
        case .replay(let path, let reading, let options):
            PacedSource(replaying: try Recording(opening: path, options: reading), options: options)
        case .simulation(let description, let options):
            PacedSource(simulating: description, options: options)
        }
    }

    private static func parseReplay(_ text: String) throws(SourceError) -> SourceDescription {
        var (path, query) = try SourceQuery.split(text)
        guard !path.isEmpty else { throw SourceError("‘replay:’ needs a file, as in replay:walk.csv") }
        var reading = ReadingOptions()
        reading.sign = try query.take("sign", as: AccelerationSign.self)
        let options = try query.takeReplayOptions()
        try query.finish()
        return .replay(path: path, reading: reading, options: options)
    }

    private static func parseSimulation(_ text: String) throws(SourceError) -> SourceDescription {
        var (name, query) = try SourceQuery.split(text)
        guard let scenario = SimulationScenario(named: name) else {
            let known = SimulationScenario.all.map(\.name).joined(separator: ", ")
            throw SourceError("unknown scenario ‘\(name)’: expected one of \(known)")
        }
        var description = SimulationDescription(scenario: scenario)
        if let seed = try query.takeSeed() { description.seed = seed }
        if let rate = try query.takeNumber("rate", in: 1...10_000) { description.rate = rate }
        if let errors = try query.take("errors", as: SensorErrorModel.self) { description.errors = errors.errors }
        let options = try query.takeReplayOptions()
        try query.finish()
        return .simulation(description, options: options)
    }

    private static func split(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}

/// A simulated scenario with its circumstances.
public struct SimulationDescription: Sendable {
    /// What moves how.
    public var scenario: SimulationScenario
    /// The seed of all that is random in it.
    public var seed: UInt64 = 1
    /// Samples a second.
    public var rate = 100.0
    /// The faults of the simulated sensors.
    public var errors = SensorErrors.phone

    /// A scenario with seed 1, at 100 Hz, with a phone's sensor errors.
    public init(scenario: SimulationScenario) {
        self.scenario = scenario
    }

    /// The simulation itself.
    public func makeSimulation() -> Simulation {
        Simulation(scenario, seed: seed, rate: rate, errors: errors)
    }
}

extension PacedSource {
    /// A source that plays a recording.
    ///
    /// Where it holds recorded device motion but no raw samples, the raw services are served from it: acceleration is
    /// gravity plus user acceleration, which is exact, and the rotation rate is the recorded one, without bias.
    public convenience init(replaying recording: Recording, options: ReplayOptions = .init()) {
        self.init(
            name: "replay:\(recording.path)",
            capabilities: SourceCapabilities(
                streams: recording.streams, motionComponents: recording.motionComponents),
            options: options, timestampsAreSinceBoot: recording.metadata.timestampsAreSinceBoot
        ) {
            try recording.makeReader()
        }
    }

    /// A source that plays a simulated scenario.
    public convenience init(simulating description: SimulationDescription, options: ReplayOptions = .init()) {
        self.init(
            name: "simulate:\(description.scenario.name)",
            capabilities: SourceCapabilities(streams: [.accelerometer, .gyroscope, .magnetometer]),
            options: options, timestampsAreSinceBoot: false
        ) {
            SimulationStream(simulation: description.makeSimulation())
        }
    }
}

/// The models of sensor faults that words can choose.
public enum SensorErrorModel: String, CaseIterable, Sendable {
    /// Perfect sensors.
    case none
    /// A phone's sensors.
    case phone

    /// The faults.
    public var errors: SensorErrors { self == .none ? .none : .phone }
}

/// The device without sensors.
final class EmptySource: MotionSource {
    let name = "none"
    let capabilities = SourceCapabilities()
    func start(delivering receive: @escaping @Sendable (SourceEvent) -> Void) {}
    func stop() {}
}
