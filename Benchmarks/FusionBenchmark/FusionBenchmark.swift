// The fusion on recorded trials with motion-captured truth, in the process: attitudes for comparison, time, what each
// constant is worth, and a thousand simulated runs. `Benchmarks/fusion` sets it beside its peers.
//
//   FusionBenchmark [NAME=VALUE …]              mean errors, with constants changed
//   FusionBenchmark --attitudes FOLDER [FILE …] writes the attitudes of every trial, 4 doubles a sample
//   FusionBenchmark --speed                     time a sample
//   FusionBenchmark --sensitivity               mean errors with each constant halved and doubled
//   FusionBenchmark --simulation COUNT          the distribution of the inclination error 5 s after the start
//
// Trials are those of OPENCOREMOTION_DATA or ../shared/data, below `fusion`.

import Foundation
import MotionTypes
import SensorFusion

@main
struct FusionBenchmark {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "--attitudes":
            arguments.removeFirst()
            guard !arguments.isEmpty else { throw BenchmarkError("--attitudes needs a folder") }
            let folder = URL(filePath: arguments.removeFirst())
            let files = arguments.isEmpty ? try FusionTrial.files() : arguments.map { URL(filePath: $0) }
            try writeAttitudes(of: files, into: folder)
        case "--speed": try printSpeed()
        case "--sensitivity": try printSensitivity()
        case "--simulation":
            guard arguments.count == 2, let count = Int(arguments[1]), count > 0 else {
                throw BenchmarkError("--simulation needs a count")
            }
            SimulatedRuns.report(count: count)
        default:
            let trials = try FusionTrial.all()
            print(FusionScore.header)
            print(FusionScore(trials, try Constants.changed(.init(), by: arguments), isOffline: false).row("causal"))
            print(FusionScore(trials, try Constants.changed(.offline, by: arguments), isOffline: true).row("offline"))
        }
    }

    private static func writeAttitudes(of files: [URL], into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in files {
            let trial = try FusionTrial(file)
            for (frame, name) in [(ReferenceFrame.xArbitraryZVertical, "6D"), (.xMagneticNorthZVertical, "9D")] {
                for isOffline in [false, true] {
                    var numbers: [Double] = []
                    for q in trial.attitudes(frame, isOffline ? .offline : .init(), isOffline: isOffline) {
                        numbers += [q.w, q.x, q.y, q.z]
                    }
                    let mode = isOffline ? "offline" : "causal"
                    try numbers.withUnsafeBytes { Data($0) }
                        .write(to: folder.appending(path: "\(trial.name).\(mode)\(name).f64"))
                }
            }
        }
    }

    /// The time a sample, one line a rate and mode: `RATE NAME NANOSECONDS`.
    private static func printSpeed() throws {
        let files = try FusionTrial.files()
        guard let broad = files.first(where: { $0.path.contains("broad") }),
            let phone = files.first(where: { $0.path.contains("phone") })
        else { throw BenchmarkError("no trials") }
        for (rate, file) in [(286, broad), (100, phone)] {
            let trial = try FusionTrial(file)
            for (frame, name) in [(ReferenceFrame.xArbitraryZVertical, "6D"), (.xMagneticNorthZVertical, "9D")] {
                for isOffline in [false, true] {
                    let parameters: SensorFusion.Parameters = isOffline ? .offline : .init()
                    var checksum = 0.0
                    let times = (0..<(isOffline ? 5 : 31)).map { _ in
                        ContinuousClock().measure {
                            checksum += trial.run(frame, parameters, isOffline: isOffline)
                        }
                    }
                    guard checksum.isFinite, let best = times.min() else { throw BenchmarkError("not finite") }
                    let nanoseconds = Double(best.components.attoseconds) * 1e-9 / Double(trial.times.count)
                    print(rate, (isOffline ? "offline " : "causal ") + name, Int(nanoseconds.rounded()))
                }
            }
        }
    }

    private static func printSensitivity() throws {
        let trials = try FusionTrial.all()
        let own = FusionScore(trials, .init(), isOffline: false)
        print(
            "percent by which the mean errors change, the constant halved and doubled: inclination, heading and total")
        for name in Constants.names {
            var line = name + String(repeating: " ", count: max(1, 30 - name.count))
            for factor in ["x0.5", "x2"] {
                let changed = try Constants.changed(.init(), by: ["\(name)=\(factor)"])
                let score = FusionScore(trials, changed, isOffline: false)
                line += String(
                    format: "%+8.1f %+7.1f   ", 100 * (score.inclinationIndex / own.inclinationIndex - 1),
                    100 * (score.headingIndex / own.headingIndex - 1))
            }
            print(line)
        }
    }
}

/// What stops a benchmark.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
