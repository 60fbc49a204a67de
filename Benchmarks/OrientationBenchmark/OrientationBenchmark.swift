// The orientation detector beside the rules of other systems, on simulated scenes and on recorded trials with
// motion-captured truth (OPENCOREMOTION_DATA or ../shared/data, if it is there), in one run.
//
//   OrientationBenchmark [--short] [--plots FOLDER]
//   OrientationBenchmark --scenes FOLDER
//
// --short takes a tenth of the simulated time, --plots draws a picture of every kind of scene and of the recordings.
// --scenes only writes some scenes as recordings, for programs that must be watched from outside.

import Foundation
import MotionRecognition
import MotionRecordings
import MotionSources
import MotionTypes

@main
struct OrientationBenchmark {
    static func main() throws {
        if let folder = value(of: "--scenes") { return try writeScenes(into: URL(filePath: folder)) }
        let share = CommandLine.arguments.contains("--short") ? 0.1 : 1.0
        flips(share)
        turns(share)
        switchAngles()
        rates(share)
        faults(share)
        let trials = try recordings()
        speed()
        if let folder = value(of: "--plots") { try plots(of: trials, into: URL(filePath: folder)) }
    }

    private static func value(of option: String) -> String? {
        guard let index = CommandLine.arguments.firstIndex(of: option) else { return nil }
        return CommandLine.arguments.dropFirst(index + 1).first
    }

    private static func writeScenes(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scenes: [(String, Scene)] =
            [("held at 45 degrees", .tremor(lean: 0, duration: 25))]
            + [20.0, 50, 65].map { ("turns at a lean of \(Int($0))", .turns(lean: $0, length: 0.4, count: 8)) }
        for (name, scene) in scenes {
            var simulation = Simulation(scene.scenario, seed: scene.seed)
            let writer = try RecordingWriter(
                creating: folder.appending(path: name + ".csv").path,
                streams: [.accelerometer, .gyroscope, .magnetometer], components: [])
            var batch: [MotionSample] = []
            while simulation.next(into: &batch) {
                try writer.append(batch)
                batch.removeAll(keepingCapacity: true)
            }
            try writer.finish()
        }
    }

    // MARK: Plots

    private static func plots(of trials: [RecordedTrial], into folder: URL) throws {
        let scenes: [Scene] = [
            .flat(duration: 30), .overhead(duration: 30), .pickUp(lean: 50, count: 4),
            .vibration(lean: 50, duration: 30),
            .tremor(lean: 50, duration: 30), .jerks(lean: 50, count: 7),
            .wobble(lean: 50, duration: 30),
            .gait("walking", lean: 50, steps: 1.85, vertical: 2, duration: 30, seed: 1),
            .gait("running", lean: 50, steps: 2.7, vertical: 7, duration: 30, seed: 1),
            .turns(lean: 50, length: 0.4, count: 8), .turns(lean: 50, length: 0.4, count: 8, walking: true),
        ]
        for scene in scenes {
            let (moments, simulation) = (simulate(scene), Simulation(scene.scenario, seed: scene.seed))
            try Plot(
                title: scene.name, moments: moments, states: Contestant.all.map { $0.run(moments) },
                truth: moments.map { RecordedTrial.Truth(gravity: simulation.truth(at: $0.time).gravity) }
            ).write(into: folder)
        }
        for trial in trials {
            try Plot(
                title: trial.name, moments: trial.moments, states: Contestant.all.map { $0.run(trial.moments) },
                truth: trial.truth
            ).write(into: folder)
        }
        print("\n\(scenes.count + trials.count) pictures in \(folder.path)")
    }

    // MARK: Scenes

    /// Counts changes in scenes where portrait is to stay.
    private static func flips(_ share: Double) {
        let leans = [0.0, 30, 50, 65]
        var scenes: [Scene] = [
            .flat(duration: 300 * share), .overhead(duration: 300 * share), .pocket(duration: 300 * share),
        ]
        for lean in leans {
            scenes += [
                .tremor(lean: lean, duration: 300 * share), .jerks(lean: lean, count: max(5, Int(73 * share))),
                .wobble(lean: lean, duration: 300 * share), .vibration(lean: lean, duration: 300 * share),
                .pickUp(lean: lean, count: max(5, Int(37 * share))), .bus(lean: lean, duration: 300 * share),
            ]
            for part in 0..<6 {
                let seed = UInt64(part + 1)
                scenes += [
                    .gait("walking", lean: lean, steps: 1.85, vertical: 2, duration: 300 * share, seed: seed),
                    .gait("running", lean: lean, steps: 2.7, vertical: 7, duration: 300 * share, seed: seed),
                ]
                if part == 0 {
                    scenes.append(
                        .gait("stairs", lean: lean, steps: 1.6, vertical: 4.5, duration: 300 * share, seed: seed))
                }
            }
        }
        let names = scenes.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
        var counts = Contestant.all.map { _ in [String: Int]() }
        var seconds: [String: Double] = [:]
        for scene in scenes {
            let moments = simulate(scene)
            seconds[scene.name, default: 0] += scene.scenario.duration
            for (index, contestant) in Contestant.all.enumerated() {
                let states = contestant.run(moments)
                counts[index][scene.name, default: 0] += zip(states, states.dropFirst()).count {
                    $0 != $1 && $0 != .unknown
                }
            }
        }
        print("Simulated scenes, portrait throughout: changes reported (leans of 0, 30, 50 and 65 degrees)")
        for (index, name) in names.enumerated() {
            print("  \(index + 1): \(name), \(Int((seconds[name] ?? 0) / 60)) min")
        }
        print(pad("", 30) + names.indices.map { pad("\($0 + 1)", 8) }.joined())
        for (contestant, counts) in zip(Contestant.all, counts) {
            print(pad(contestant.name, 30) + names.map { pad("\(counts[$0] ?? 0)", 8) }.joined())
        }
        print("")
    }

    /// Times from the end of quarter turns to their report.
    private static func turns(_ share: Double) {
        print("Simulated quarter turns: ms from the end of the motion, mean / 95 % (missed of all)")
        let count = max(4, Int(40 * share))
        var kinds: [(name: String, scenes: [Scene])] = [0.2, 0.4, 0.8].map { length in
            ("\(length) s", [20.0, 50, 65].map { Scene.turns(lean: $0, length: length, count: count) })
        }
        kinds.append(
            ("0.4 s, walking", [20.0, 50, 65].map { Scene.turns(lean: $0, length: 0.4, count: count, walking: true) }))
        print(pad("", 30) + kinds.map { pad($0.name, 26) }.joined())
        let inputs = kinds.map { kind in kind.scenes.map { ($0, simulate($0)) } }
        for contestant in Contestant.all {
            let cells = inputs.map { scenes in
                var score = TurnScore()
                for (scene, moments) in scenes { score.add(contestant.run(moments), moments, scene) }
                return pad(score.text, 26)
            }
            print(pad(contestant.name, 30) + cells.joined())
        }
        print("")
    }

    /// The screen angles at which a slow roll makes detectors switch.
    private static func switchAngles() {
        let leans = [0.0, 20, 40, 60, 65, 70]
        print("Slow roll at leans of 0 to 70 degrees: switches out at / back at, degrees (spread), at how many")
        let inputs = leans.map { lean in
            let scene = Scene.slowRoll(lean: lean)
            return (simulate(scene), Simulation(scene.scenario, seed: scene.seed))
        }
        for contestant in Contestant.all {
            var (out, back) = ([Double](), [Double]())
            for (moments, simulation) in inputs {
                var first: [DeviceOrientation: Double] = [:]
                let states = contestant.run(moments)
                for index in states.indices.dropFirst() where states[index] != states[index - 1] {
                    let gravity = simulation.truth(at: moments[index].time).gravity
                    let angle = abs(RecordedTrial.Truth(gravity: gravity).angle)
                    let isBack = moments[index].time > 24
                    guard moments[index].time > 2, isBack == (states[index] == .portrait) else { continue }
                    if first[states[index]] == nil { first[states[index]] = angle }
                }
                if let angle = first[.landscapeLeft] { out.append(angle) }
                if let angle = first[.portrait] { back.append(angle) }
            }
            let cells = [out, back].map { angles -> String in
                guard let least = angles.min(), let most = angles.max() else { return "never" }
                let mean = angles.reduce(0, +) / Double(angles.count)
                return String(format: "%.0f (%.0f), %d of %d", mean, most - least, angles.count, leans.count)
            }
            print(pad(contestant.name, 30) + pad(cells[0], 20) + cells[1])
        }
        print("")
    }

    /// The turns at other rates of sampling.
    private static func rates(_ share: Double) {
        print("Simulated turns of 0.4 s at other rates: ms from the end of the motion, mean / 95 % (missed of all)")
        let rates = [10.0, 25, 50, 200, 1000]
        print(pad("", 30) + rates.map { pad("\(Int($0)) Hz", 26) }.joined())
        let count = max(4, Int(40 * share))
        let inputs = rates.map { rate in
            [20.0, 50, 65].map { lean in
                let scene = Scene.turns(lean: lean, length: 0.4, count: count)
                return (scene, simulate(scene, rate: rate))
            }
        }
        for contestant in Contestant.all where contestant.name.hasPrefix("ours") {
            let cells = inputs.map { scenes in
                var score = TurnScore()
                for (scene, moments) in scenes { score.add(contestant.run(moments), moments, scene) }
                return pad(score.text, 26)
            }
            print(pad(contestant.name, 30) + cells.joined())
        }
        print("")
    }

    /// The turns and the hold at 45 degrees with faulty sensors.
    private static func faults(_ share: Double) {
        print("Faulty sensors: turns of 0.4 s missed, changes held at 45 degrees")
        let count = max(4, Int(40 * share))
        let turns = [20.0, 50, 65].map { Scene.turns(lean: $0, length: 0.4, count: count) }
        let holds = [0.0, 50].map { Scene.tremor(lean: $0, duration: 300 * share) }
        print(pad("", 30) + Fault.allCases.map { pad($0.rawValue, 22) }.joined())
        for contestant in Contestant.all where contestant.name.hasPrefix("ours") {
            let cells = Fault.allCases.map { fault in
                var score = TurnScore()
                for scene in turns {
                    let moments = simulate(scene, fault: fault)
                    score.add(contestant.run(moments), moments, scene)
                }
                let changes = holds.reduce(0) { sum, scene in
                    let states = contestant.run(simulate(scene, fault: fault))
                    return sum + zip(states, states.dropFirst()).count { $0 != $1 && $0 != .unknown }
                }
                return pad("\(score.missed) of \(score.count), \(changes)", 22)
            }
            print(pad(contestant.name, 30) + cells.joined())
        }
        print("")
    }

    private static func simulate(_ scene: Scene, rate: Double = 100, fault: Fault? = nil) -> [Moment] {
        var simulation = Simulation(scene.scenario, seed: scene.seed, rate: rate)
        var samples: [MotionSample] = []
        while simulation.next(into: &samples) {}
        return fusedMoments(fault?.applied(to: samples) ?? samples)
    }

    // MARK: Recordings

    private static func recordings() throws -> [RecordedTrial] {
        let environment = ProcessInfo.processInfo.environment["OPENCOREMOTION_DATA"]
        let folder = URL(filePath: environment ?? "../shared/data").appending(path: "fusion/phone")
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else {
            print("Recorded trials: skipped, \(folder.path) is not there\n")
            return []
        }
        let trials = try files.filter { $0.pathExtension == "csv" }.map { try RecordedTrial($0) }
        print("\(trials.count) recorded trials (calm: outside arm swinging)")
        print(RecordingScore.header)
        for contestant in Contestant.all {
            var score = RecordingScore()
            for trial in trials { score.add(contestant.run(trial.moments), trial) }
            print(score.row(contestant.name))
        }
        print("")
        recordedRates(trials.map(\.moments))
        return trials
    }

    /// Compares the changes at lower rates with those at the recordings' own.
    private static func recordedRates(_ recordings: [[Moment]]) {
        print(
            "The same changes at other rates (recordings decimated after fusion): changes, matched, largest difference")
        for contestant in Contestant.all where contestant.name.hasPrefix("ours") {
            let own = recordings.map { changes(contestant, $0) }
            var line = pad(contestant.name, 30) + pad("100 Hz: \(own.joined().count)", 16)
            for divisor in [2, 4, 10, 20] {
                let others = recordings.map { moments in
                    changes(contestant, moments.indices.filter { $0 % divisor == 0 }.map { moments[$0] })
                }
                var differences: [Double] = []
                for (first, second) in zip(own, others) {
                    for change in first {
                        let distance = second.filter { $0.to == change.to }.map { abs($0.time - change.time) }.min()
                        if let distance, distance < 0.5 { differences.append(distance) }
                    }
                }
                let largest = Int(((differences.max() ?? .nan) * 1000).rounded())
                line += pad(
                    "\(100 / divisor) Hz: \(others.joined().count), \(differences.count), \(largest) ms", 26)
            }
            print(line)
        }
        print("")
    }

    private static func changes(
        _ contestant: Contestant, _ moments: [Moment]
    ) -> [(time: Double, to: DeviceOrientation)] {
        let states = contestant.run(moments)
        return states.indices.dropFirst().filter { states[$0] != states[$0 - 1] && states[$0 - 1] != .unknown }
            .map { (moments[$0].time, states[$0]) }
    }

    // MARK: Speed

    private static func speed() {
        let moments = simulate(.gait("walking", lean: 30, steps: 1.85, vertical: 2, duration: 600, seed: 1))
        print("Time a sample at 100 Hz, one core, best of 5")
        for contestant in Contestant.all where contestant.name.hasPrefix("ours") || contestant.name == "Android" {
            let best =
                (0..<5).map { _ in
                    ContinuousClock().measure { _ = contestant.run(moments) } / moments.count
                }.min() ?? .zero
            print(pad(contestant.name, 30) + "\(best.components.attoseconds / 1_000_000_000) ns")
        }
    }
}

/// How a detector did on quarter turns.
struct TurnScore {
    private var latencies: [Double] = []
    private(set) var missed = 0
    var count: Int { latencies.count + missed }

    mutating func add(_ states: [DeviceOrientation], _ moments: [Moment], _ scene: Scene) {
        let order: [DeviceOrientation] = [.landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait]
        for (number, end) in scene.turnEnds.enumerated() {
            let expected = order[number % 4]
            let hit = moments.indices.first { index in
                moments[index].time > end - 1 && moments[index].time < end + 1.8 && states[index] == expected
            }
            if let hit { latencies.append(moments[hit].time - end) } else { missed += 1 }
        }
    }

    var text: String {
        let sorted = latencies.sorted()
        guard !sorted.isEmpty else { return "all missed" }
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        let high = sorted[min(sorted.count - 1, Int(0.95 * Double(sorted.count)))]
        return String(format: "%4.0f / %4.0f (%d of %d)", mean * 1000, high * 1000, missed, count)
    }
}

/// The text in a cell of some width.
func pad(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }

/// Numbers in cells of a width, with some decimals.
func cells(_ values: (Double, Int, Int)...) -> String {
    values.map { value, width, decimals in
        let text = String(format: "%.\(decimals)f", value)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }.joined()
}
