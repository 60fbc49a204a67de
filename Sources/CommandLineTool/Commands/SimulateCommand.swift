import Foundation
import MotionRecordings
import MotionSources
import MotionTypes

/// `coremotion simulate`: simulated motion as a recording.
struct SimulateCommand: Subcommand {
    static let name = "simulate"
    static let summary = "Write simulated motion as a recording, and if wished its exact truth"
    static var discussion: String {
        let scenarios = SimulationScenario.all.map { scenario in
            "  " + scenario.name.padding(toLength: 10, withPad: " ", startingAt: 0) + scenario.summary
        }
        return """
            Scenarios:
            \(scenarios.joined(separator: "\n"))

            The same seed gives the same recording, to the last bit. OUT is one CSV file if it has an extension, an
            archive if it ends in .zip, else a folder.

              coremotion simulate squats squats.csv --seed 7 --truth truth.csv
            """
    }

    @Argument("SCENARIO", help: "what moves how, see below", isRequired: true) var scenario: SimulationScenario?
    @Argument("OUT", help: "where to write; - is standard output, as one CSV", isRequired: true) var output: String?
    @Option("--seed", "N", help: "the seed of all that is random in it (1)") var seed: UInt64 = 1
    @Option("--rate", "HZ", help: "samples a second, 1 to 10000 (100)") var rate: Double = 100
    @Option("--errors", "MODEL", help: "the sensors' faults: none or phone (phone)") var errors: SensorErrorModel =
        .phone
    @Option("--truth", "OUT", help: "write the exact device motion there too") var truth: String?

    func run() throws {
        guard let scenario, let output else { return }
        guard (1...10_000).contains(rate) else { throw UsageError("--rate \(rate): expected 1 to 10000") }
        var description = SimulationDescription(scenario: scenario)
        (description.seed, description.rate, description.errors) = (seed, rate, errors.errors)
        if let truth, RecordingWriter.collide(output, truth) {
            throw UsageError("OUT ‘\(output)’ and --truth ‘\(truth)’ get into each other's way")
        }
        try write(description.makeSimulation(), to: output)
    }

    private func write(_ simulation: Simulation, to output: String) throws {
        var simulation = simulation
        let writer = try RecordingWriter(
            creating: output, streams: [.accelerometer, .gyroscope, .magnetometer], components: [])
        var truthWriter: RecordingWriter?
        var batch: [MotionSample] = []
        do {
            while !Interruption.isRequested {
                batch.removeAll(keepingCapacity: true)
                guard simulation.next(into: &batch), let time = batch.first?.timestamp else { break }
                try writer.append(batch)
                guard let truth else { continue }
                let motion = simulation.truth(at: time)
                if truthWriter == nil {
                    truthWriter = try RecordingWriter(
                        creating: truth, streams: .deviceMotion, components: motion.components)
                }
                try truthWriter?.append(.deviceMotion(motion))
            }
        } catch {
            writer.discard()
            truthWriter?.discard()
            throw error
        }
        let writers = [writer, truthWriter].compactMap(\.self)
        if Interruption.isRequested {
            let places = try writers.map { location(try $0.breakOff()) }
            throw Interrupted(outcome: "what was simulated until then is \(places.joined(separator: " and "))")
        }
        for writer in writers { try writer.finish() }
    }
}

extension SimulationScenario: ArgumentValue {
    init?(argument: String) { self.init(named: argument) }
    static var expectation: String { "one of " + all.map(\.name).joined(separator: ", ") }
}

extension SensorErrorModel: ArgumentValue {}
