import MotionTypes
import Testing

@testable import MotionSources

@Suite("The simulator's sensor errors and random numbers")
struct SimulatorErrorsTests {
    /// Lies still for 100 s.
    static let rest = SimulationScenario(name: "rest", summary: "", duration: 100) { _ in
        RigidBodyTrajectory(startAttitude: .identity)
    }

    /// Mean and standard deviation of one component.
    static func statistics(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count - 1)).squareRoot())
    }

    @Test(
        "noise is centred on the bias, is white, and has the deviation density·√(rate/2)",
        arguments: SensorKind.allCases, [20.0, 100, 400])
    func noise(kind: SensorKind, rate: Double) {
        var errors = SensorErrors.none
        errors.gyroscopeBias = Vector3(0.01, -0.02, 0.03)
        errors.gyroscopeNoiseDensity = 1e-3
        errors.accelerometerOffset = Vector3(-0.01, 0.005, 0.02)
        errors.accelerometerNoiseDensity = 2e-3
        errors.hardIron = Vector3(30, -380, 5)
        errors.magnetometerNoiseDensity = 0.1
        let simulation = Simulation(Self.rest, seed: 11, rate: rate, errors: errors)
        let truth = simulation.truth(at: 0)
        let (centre, density) =
            switch kind {
            case .accelerometer: (truth.gravity + errors.accelerometerOffset, errors.accelerometerNoiseDensity)
            case .gyroscope: (errors.gyroscopeBias, errors.gyroscopeNoiseDensity)
            case .magnetometer: (truth.magneticField + errors.hardIron, errors.magnetometerNoiseDensity)
            }
        let deviation = density * (rate / 2).squareRoot()
        let readings = samples(of: simulation, kind).map(\.value)
        let count = Double(readings.count)
        for component in [\Vector3.x, \.y, \.z] {
            let values = readings.map { $0[keyPath: component] }
            let measured = Self.statistics(values)
            // Five standard errors: one seed in some million would fail, and this one is fixed.
            #expect(abs(measured.mean - centre[keyPath: component]) < 5 * deviation / count.squareRoot())
            #expect(abs(measured.deviation / deviation - 1) < 5 / (2 * count).squareRoot())
            let neighbours = zip(values, values.dropFirst()).map { ($0 - measured.mean) * ($1 - measured.mean) }
            #expect(abs(Self.statistics(neighbours).mean) < 5 * deviation * deviation / count.squareRoot())
        }
    }

    @Test("the magnetometer's noise goes by its own, lower rate")
    func magnetometerRate() {
        var errors = SensorErrors.none
        errors.magnetometerNoiseDensity = 0.1
        let sparse = Simulation(Self.rest, errors: errors, magnetometerStride: 10)
        let values = samples(of: sparse, .magnetometer).map(\.value.x)
        #expect(values.count == 1000)
        #expect(abs(Self.statistics(values).deviation / (0.1 * 5.0.squareRoot()) - 1) < 5 / 2000.0.squareRoot())
    }

    @Test("a drawn bias is constant, within its bounds, and another for every seed")
    func drawnBias() throws {
        var errors = SensorErrors.none
        errors.gyroscopeBiasMaximum = 0.1
        var lengths: [Double] = []
        var sum = Vector3.zero
        for seed in 1...300 as ClosedRange<UInt64> {
            let values = samples(of: Simulation(Self.rest, seed: seed, rate: 1, errors: errors), .gyroscope).map(
                \.value)
            let first = try #require(values.first)
            #expect(values.allSatisfy { $0 == first })
            lengths.append(first.length)
            sum += first.normalized
        }
        #expect(lengths.allSatisfy { $0 > 0.1 / 60.001 && $0 < 0.1001 })
        #expect(Set(lengths).count == 300)
        // Half lie below the middle of the logarithm, and no direction is preferred (each component's variance is 1/3).
        let low = lengths.filter { $0 < 0.1 / 60.0.squareRoot() }.count
        #expect(abs(Double(low) - 150) < 5 * 75.0.squareRoot())
        #expect(sum.length < 5 * 300.0.squareRoot())
    }

    @Test("the gyroscope's bias walks at random, at any rate", arguments: [1.0, 10])
    func biasWalk(rate: Double) throws {
        var errors = SensorErrors.none
        errors.gyroscopeBiasWalk = 1e-3
        let ways = try (1...300 as ClosedRange<UInt64>).map { seed in
            let values = samples(of: Simulation(Self.rest, seed: seed, rate: rate, errors: errors), .gyroscope)
            return try #require(values.last).value.x
        }
        let measured = Self.statistics(ways)
        #expect(abs(measured.deviation / 1e-2 - 1) < 5 / 600.0.squareRoot())
        #expect(abs(measured.mean) < 5e-2 / 300.0.squareRoot())
    }

    @Test("readings are whole multiples of the resolution and stop at the range")
    func resolutionAndRange() {
        var errors = SensorErrors.none
        errors.accelerometerOffset = Vector3(0.26, 9, -9)
        errors.accelerometerResolution = 0.5
        errors.accelerometerRange = 2
        let simulation = Simulation(Self.rest, rate: 1, errors: errors)
        #expect(samples(of: simulation, .accelerometer).allSatisfy { $0.value == Vector3(0.5, 2, -2) })
    }

    @Test("a phone's sensors are off by no more than was measured on phones")
    func phone() {
        let count = 1000.0
        for seed in 1...50 as ClosedRange<UInt64> {
            var (rate, force) = (Vector3.zero, Vector3.zero)
            for sample in samples(of: Simulation(Self.rest, seed: seed, rate: 10)) {
                if sample.kind == .gyroscope { rate += sample.value / count }
                if sample.kind == .accelerometer { force += sample.value / count }
            }
            #expect((0.05...6.2).contains(rate.length * Units.degreesPerRadian))
            #expect((0.983...1.017).contains(force.length))
        }
    }

    @Test("the generator is xoshiro256**, by its published numbers")
    func generator() {
        var random = SimulatorRandom(state: (1, 2, 3, 4))
        let expected: [UInt64] = [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]
        for number in expected { #expect(random.next() == number) }
    }

    @Test("normal deviates have the moments and the tails of the normal distribution")
    func normalDeviates() {
        var random = SimulatorRandom(seed: 5)
        let count = 200_000
        let values = (0..<count).map { _ in random.normal() }
        let moments = (1...4).map { power in
            values.reduce(0) { sum, value in sum + (0..<power).reduce(1.0) { product, _ in product * value } }
                / Double(count)
        }
        let unit = 5 / Double(count).squareRoot()
        // Their standard errors are √1, √2, √15 and √96 over √n.
        #expect(abs(moments[0]) < unit && abs(moments[1] - 1) < unit * 1.4143)
        #expect(abs(moments[2]) < unit * 3.873 && abs(moments[3] - 3) < unit * 9.798)
        let beyond = Double(values.filter { abs($0) > 2 }.count) / Double(count)
        #expect(abs(beyond - 0.0455) < unit * 0.2084)
    }

    @Test("streams and neighbouring seeds have nothing in common")
    func streams() {
        var seen: Set<UInt64> = []
        for seed in 0..<50 as Range<UInt64> {
            for stream in 0..<4 as Range<UInt64> {
                var random = SimulatorRandom(seed: seed, stream: stream)
                for _ in 0..<10 { seen.insert(random.next()) }
            }
        }
        #expect(seen.count == 2000)
    }
}
