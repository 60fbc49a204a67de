import Foundation
import MotionRecognition
import MotionSources
import MotionTypes
import TestSupport
import Testing

/// The tutorial's listing as it stands, with a timer and a run loop that step through time in whole milliseconds.
private struct SlowSquatModel {
    var isSitting = true
    var isDecelerationStarted = false
    var timer: Int?
    var count = 0
    var countedAt: [Int] = []
    let timerFirst: Bool

    static func magnitude(_ user: Vector3, _ gravity: Vector3) -> Double {
        let magnitude = sqrt(pow(user.x, 2) + pow(user.y, 2) + pow(user.z, 2))
        let cosT =
            (user.x * gravity.x + user.y * gravity.y + user.z * gravity.z)
            / sqrt(
                (pow(user.x, 2) + pow(user.y, 2) + pow(user.z, 2))
                    * (pow(gravity.x, 2) + pow(gravity.y, 2) + pow(gravity.z, 2)))
        let scaled = magnitude * cosT * 100
        // C's round, from its definition: half away from zero.
        let rounded = scaled < 0 ? -floor(-scaled + 0.5) : floor(scaled + 0.5)
        return rounded / 100
    }

    mutating func validate(_ magnitude: Double, _ now: Int) {
        if timer != nil {
            if (!isSitting && isDecelerationStarted && magnitude > -0.15)
                || (isSitting && isDecelerationStarted && magnitude < 0.15)
            {
                timer = nil
            }
        } else if !isSitting && magnitude < -0.15 {
            timer = now + 200
            isDecelerationStarted = true
        } else if isSitting && magnitude > 0.15 {
            timer = now + 200
            isDecelerationStarted = true
        }
    }

    mutating func fire(_ now: Int) {
        if isSitting {
            isSitting = false
        } else {
            isSitting = true
            count += 1
            countedAt.append(now)
        }
        isDecelerationStarted = false
        timer = nil
    }

    /// Runs samples (time in ms, magnitude) to a time, millisecond by millisecond.
    mutating func run(_ samples: [(time: Int, magnitude: Double)], to end: Int) {
        var next = 0
        for now in 0...end {
            if timerFirst, timer == now { fire(now) }
            while next < samples.count, samples[next].time == now {
                validate(samples[next].magnitude, now)
                next += 1
            }
            if !timerFirst, timer == now { fire(now) }
        }
    }
}

@Suite("The tutorial's squat counter")
struct SquatCounterTests {
    private func counter(_ order: SquatCounter.Order) -> SquatCounter {
        var parameters = SquatCounter.Parameters()
        parameters.order = order
        return SquatCounter(parameters: parameters)
    }

    private func check(_ samples: [(time: Int, magnitude: Double)], _ order: SquatCounter.Order) -> Bool {
        var model = SlowSquatModel(timerFirst: order == .timerFirst)
        let end = (samples.last?.time ?? 0) + 1000
        model.run(samples, to: end)
        var counter = counter(order)
        var times: [Int] = []
        for sample in samples {
            if let time = counter.update(projection: sample.magnitude, at: Double(sample.time) / 1000) {
                times.append(Int((time * 1000).rounded()))
            }
        }
        if let time = counter.advance(to: Double(end) / 1000) { times.append(Int((time * 1000).rounded())) }
        return counter.count == model.count && times == model.countedAt
    }

    @Test("it is the listing, sample by sample, over random streams", arguments: SquatCounter.Order.allCases)
    func random(order: SquatCounter.Order) {
        for seed in 0..<300 as Range<UInt64> {
            var random = SimulatorRandom(seed: seed, stream: 5)
            var time = 0
            let samples = (0..<300).map { _ -> (Int, Double) in
                time += random.uniform(0, 1) < 0.8 ? 100 : Int(random.uniform(1, 400))
                // Hundredths about the threshold, the threshold itself among them, and no number now and then.
                let value = (random.uniform(-0.3, 0.3) * 100).rounded() / 100
                return (time, random.uniform(0, 1) < 0.02 ? .nan : value)
            }
            #expect(check(samples, order), "seed \(seed)")
        }
    }

    @Test("the projection is the listing's, rounded half away from zero, and no number for a zero vector")
    func projection() {
        var random = SimulatorRandom(seed: 2, stream: 5)
        for _ in 0..<2000 {
            func vector() -> Vector3 {
                Vector3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))
            }
            let (user, gravity) = (vector(), vector())
            let value = SquatCounter.projection(gravity: gravity, userAcceleration: user)
            #expect(value == SlowSquatModel.magnitude(user, gravity))
            #expect(value == SquatCounter.projection(gravity: -gravity, userAcceleration: -user))
        }
        func along(_ value: Double) -> Double {
            SquatCounter.projection(gravity: Vector3(0, 0, 1), userAcceleration: Vector3(0, 0, value))
        }
        #expect(along(0.125) == 0.13 && along(-0.125) == -0.13 && along(0.1249) == 0.12)
        #expect(along(0).isNaN)
        #expect(SquatCounter.projection(gravity: .zero, userAcceleration: Vector3(1, 0, 0)).isNaN)
    }

    @Test("at 10 Hz two samples are enough with the timer first, three are needed with the sample first")
    func race() {
        for (order, samples, squats) in [
            (SquatCounter.Order.timerFirst, 2, 1), (.timerFirst, 1, 0), (.sampleFirst, 2, 0), (.sampleFirst, 3, 1),
        ] {
            var counter = counter(order)
            var time = 0.0
            for value in Array(repeating: 0.2, count: samples) + [0, 0, 0] + Array(repeating: -0.2, count: samples)
                + [0, 0, 0]
            {
                counter.update(projection: value, at: time)
                time += 0.1
            }
            #expect(counter.count == squats, "\(order), \(samples) samples")
        }
    }

    @Test("the threshold itself neither starts nor cancels, a lost stream completes the wait, a reset forgets")
    func edges() {
        var counter = SquatCounter()
        counter.update(projection: 0.15, at: 0)
        #expect(counter.due == nil)
        counter.update(projection: 0.16, at: 0.1)
        counter.update(projection: 0.15, at: 0.2)
        #expect(counter.due.map { abs($0 - 0.3) < 1e-9 } == true && counter.phase == .goingDown)
        #expect(counter.advance(to: 5) == nil && counter.phase == .comingUp)
        counter.update(projection: -0.16, at: 6)
        #expect(counter.advance(to: 6.1) == nil)
        #expect(counter.advance(to: 9).map { abs($0 - 6.2) < 1e-9 } == true && counter.count == 1)
        counter.update(projection: 1, at: 10)
        counter.update(projection: .nan, at: 10.1)
        #expect(counter.due != nil)
        counter.update(projection: 1, at: 3)
        #expect(counter.due.map { abs($0 - 3.2) < 1e-9 } == true)
        counter.update(projection: 1, at: .nan)
        counter.reset()
        #expect(counter == SquatCounter())
    }

    @Test(
        "it is the listing on recorded sessions too",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: SquatCounter.Order.allCases)
    func recorded(order: SquatCounter.Order) throws {
        let folder = SharedData.path("reps/exermote")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }
        #expect(files.count >= 18)
        for file in files {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let samples = text.split(separator: "\n").dropFirst().compactMap { line -> (Int, Double)? in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false).prefix(7).map { Double($0) }
                guard cells.count == 7, let time = cells[0], let gx = cells[1], let gy = cells[2], let gz = cells[3],
                    let ux = cells[4], let uy = cells[5], let uz = cells[6]
                else { return nil }
                let value = SquatCounter.projection(
                    gravity: Vector3(gx, gy, gz), userAcceleration: Vector3(ux, uy, uz))
                return (Int((time * 1000).rounded()), value)
            }
            #expect(samples.count > 2900 && check(samples, order), "\(file)")
        }
    }
}
