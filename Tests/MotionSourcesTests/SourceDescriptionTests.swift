import MotionRecordings
import MotionSources
import MotionTypes
import Testing
import TestSupport

@Suite("A source in words")
struct SourceDescriptionTests {
    @Test("replay takes a file and its options")
    func replay() throws {
        guard
            case .replay(let path, let reading, let options) = try SourceDescription(
                parsing: "replay:a b?c.csv?speed=4&loop=1&motion=fused&sign=core-motion")
        else { throw SourceError("not a replay") }
        #expect(path == "a b?c.csv")
        #expect(reading.sign == .coreMotion)
        #expect(options == ReplayOptions(speed: 4, loops: true, motionPolicy: .fused))
    }

    @Test("the speed max is infinite")
    func maximum() throws {
        guard case .replay(let path, _, let options) = try SourceDescription(parsing: "replay:x.zip?speed=max")
        else { throw SourceError("not a replay") }
        #expect(path == "x.zip" && options.speed == .infinity && !options.loops)
    }

    @Test("simulate takes a scenario, a seed, a rate and the sensors' errors")
    func simulation() throws {
        guard
            case .simulation(let simulation, _) = try SourceDescription(
                parsing: "simulate:turns?seed=7&rate=50&errors=none")
        else { throw SourceError("not a simulation") }
        #expect(simulation.scenario.name == "turns" && simulation.seed == 7 && simulation.rate == 50)
    }

    @Test(
        "nonsense is refused with a sentence that names it",
        arguments: [
            ("", "unknown source"), ("gyro", "unknown source ‘gyro’"), ("replay:", "needs a file"),
            ("replay:a.csv?speed=0", "speed=0"), ("replay:a.csv?speed=nan", "speed=nan"), ("replay:a?loop=2", "loop=2"),
            ("replay:a?motion=x", "automatic or recorded or fused"), ("replay:a?speed=1&colour=red", "‘colour’"),
            ("replay:a?speed=1&loop", "expected key=value"), ("simulate:flying", "unknown scenario ‘flying’"),
            ("simulate:turns?seed=-1", "seed=-1"), ("simulate:turns?rate=1e9", "rate=1e9"),
            ("none:x", "unknown source"),
        ])
    func refused(words: String, part: String) {
        let error = #expect(throws: SourceError.self) { try SourceDescription(parsing: words) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test(
        "a location is two or three numbers in range",
        arguments: [
            ("52.5,13.4", true), ("-33,151.2,40", true), ("91,0", false), ("0,400", false), ("x", false), ("1", false),
            ("1,2,x", false), ("1,2,3,4", false), ("nan,0", false),
        ])
    func location(text: String, isValid: Bool) {
        #expect((GeographicLocation(parsing: text) != nil) == isValid)
    }

    @Test("a speed set in code that makes no sense plays in real time", arguments: [0, -3, Double.nan])
    func senselessSpeed(speed: Double) async throws {
        guard case .simulation(let description, _) = try SourceDescription(parsing: "simulate:still") else {
            Issue.record("not a simulation")
            return
        }
        let source = PacedSource(simulating: description, options: ReplayOptions(speed: speed))
        let times = Collector<Double>()
        source.start { if case .samples(let samples) = $0 { times.add(samples[0].timestamp) } }
        while times.values.count < 3 { await Task.yield() }
        source.stop()
        #expect(times.values[2] > times.values[0])
    }
}
