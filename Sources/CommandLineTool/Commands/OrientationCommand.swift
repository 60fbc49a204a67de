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
    @Option(
        "--source", "NAME",
        help:
            "read a live source instead: replay:FILE, simulate:SCENARIO\n(without FILE and --source: COREMOTION_SOURCE)"
    )
    var source: String?
    @Flag("--absolute", help: "Unix time instead of seconds since the first sample") var absolute: Bool
    @Flag("--json", help: "one JSON object a line instead of CSV") var json: Bool
    @Option(
        "--sign", "SIGN", help: "acceleration's sign where the format leaves it open: core-motion or specific-force")
    var sign: AccelerationSign?

    func run() throws {
        let input = try SampleInput(file: file, source: source, sign: sign)
        nonisolated(unsafe) var times = try OutputClock(input, absolute: absolute)
        guard let madePipeline = try? OrientationPipeline(input.capabilities) else {
            throw WorkError("\(input.name): orientation needs an accelerometer or recorded gravity, which is not there")
        }
        nonisolated(unsafe) var pipeline = madePipeline
        nonisolated(unsafe) var rows = try TableRows(columns: ["time", "orientation", "planar"], json: json)
        defer { try? rows.flush() }
        nonisolated(unsafe) var last = (DeviceOrientation.unknown, DeviceOrientation.unknown)
        nonisolated(unsafe) var isDetermined = false
        nonisolated(unsafe) var saidAccelerometer = false

        func report(_ orientation: DeviceOrientation, _ planar: DeviceOrientation, at timestamp: Double) throws {
            guard last != (orientation, planar) else { return }
            last = (orientation, planar)
            isDetermined = true
            rows.add(times.time(of: timestamp))
            rows.add(text: "\(orientation)")
            rows.add(text: "\(planar)")
            try rows.end()
        }
        try input.forEachBatch(restart: { pipeline.restart() }) { samples in
            for sample in samples {
                // The first sample's time is where the rows' times begin.
                _ = times.time(of: sample.timestamp)
                if let expiry = pipeline.expiry, sample.timestamp > expiry {
                    try report(.unknown, .unknown, at: expiry)
                }
                guard let known = pipeline.process(sample) else { continue }
                if pipeline.usesAccelerometerOnly, !saidAccelerometer {
                    saidAccelerometer = true
                    Message.note("no gyroscope sample: orientation from the accelerometer alone")
                }
                try report(known.reading.orientation, known.reading.planar, at: known.timestamp)
            }
            if input.isLive { try rows.flush() }
        }
        try rows.flush()
        if !isDetermined {
            Message.note(
                "\(input.name): no orientation could be determined: usable samples must come at least every half second"
            )
        }
    }
}
