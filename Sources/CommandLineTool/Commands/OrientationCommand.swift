import MotionRecognition
import MotionRecordings
import MotionSources
import MotionTypes

/// `coremotion orientation`: which way a device is held, as it changes.
struct OrientationCommand: Subcommand {
    static let name = "orientation"
    static let summary = "Which way the device is held, as it changes; under a rotation lock too"
    static let discussion = """
        Rows: the first determination, then one whenever either value changes. ‘orientation’ has faceUp and faceDown,
        ‘planar’ is which way up the screen is, also lying flat. From gravity, recorded or fused; without a gyroscope
        from the accelerometer.

          coremotion orientation walk.zip
          coremotion orientation --json --source simulate:turns
        """

    @Argument("FILE", help: "a recording: a file, folder or zip; - is standard input") var file: String?
    @Option("--source", "NAME", help: "read a live source instead: replay:FILE, simulate:SCENARIO") var source: String?
    @Flag("--absolute", help: "Unix time instead of seconds since the first sample") var absolute: Bool
    @Flag("--json", help: "one JSON object a line instead of CSV") var json: Bool
    @Option(
        "--sign", "SIGN", help: "acceleration's sign where the format leaves it open: core-motion or specific-force")
    var sign: AccelerationSign?

    func run() throws {
        let input = try SampleInput(file: file, source: source, sign: sign)
        nonisolated(unsafe) var times = try OutputClock(input, absolute: absolute)
        guard var pipeline = try? OrientationPipeline(input.capabilities) else {
            throw WorkError("\(input.name): orientation needs an accelerometer or recorded gravity, which is not there")
        }
        if pipeline.usesAccelerometerOnly { Message.note("no gyroscope: orientation from the accelerometer alone") }
        nonisolated(unsafe) var rows = try TableRows(columns: ["time", "orientation", "planar"], json: json)
        defer { try? rows.flush() }
        var last = (DeviceOrientation.unknown, DeviceOrientation.unknown)
        try input.forEachBatch { samples in
            for sample in samples {
                let time = times.time(of: sample.timestamp)
                guard let reading = pipeline.process(sample) else { continue }
                guard last != (reading.orientation, reading.planar) else { continue }
                last = (reading.orientation, reading.planar)
                rows.add(time)
                rows.add(text: "\(reading.orientation)")
                rows.add(text: "\(reading.planar)")
                try rows.end()
            }
            if input.isLive { try rows.flush() }
        }
        try rows.flush()
    }
}
