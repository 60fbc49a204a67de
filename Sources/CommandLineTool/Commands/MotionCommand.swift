import Foundation
import MotionRecordings
import MotionSources
import MotionTypes
import SensorFusion

/// `coremotion motion`: device motion of a recording or a source.
struct MotionCommand: Subcommand {
    static let name = "motion"
    static let summary = "Device motion: attitude, rotation rate, gravity, user acceleration, heading"
    static let discussion = """
        Units: timestamp s, angles and rotation rates rad and rad/s, accelerations G, magnetic field uT, heading deg.
        Without --fuse or --recorded, recorded device motion is passed on where the file has an attitude or gravity,
        else the raw samples are fused. Rows: one a gyroscope sample when fusing, one a recorded sample otherwise.
        A frame that points north is fused from the raw samples, the magnetometer included; xTrueNorthZVertical needs
        --location or --declination.

        With --offline the whole recording is read first, and every attitude knows what came after it.

          coremotion motion walk.zip > motion.csv
          coremotion motion --offline walk.zip > motion.csv
          coremotion motion --fuse --frame xMagneticNorthZVertical --json walk.zip
          coremotion motion --source simulate:turns
        """

    @Argument("FILE", help: "a recording: a file, folder or zip; - is standard input") var file: String?
    @Option(
        "--source", "NAME",
        help:
            "read a live source instead: replay:FILE, simulate:SCENARIO\n(without FILE and --source: COREMOTION_SOURCE)"
    )
    var source: String?
    @Option(
        "--frame", "FRAME",
        help:
            "the reference frame: xArbitraryZVertical (default), xArbitraryCorrectedZVertical,\nxMagneticNorthZVertical or xTrueNorthZVertical"
    )
    var frame: ReferenceFrame = .xArbitraryZVertical
    @Option("--location", "LAT,LON", help: "where it was recorded, in degrees, for true north") var location:
        GeographicLocation?
    @Option("--declination", "DEG", help: "the magnetic declination there, east positive, instead of --location")
    var declination: Double?
    @Flag("--fuse", help: "fuse the raw samples, whatever device motion was recorded") var fuse: Bool
    @Flag("--recorded", help: "pass the recorded device motion on") var recorded: Bool
    @Flag("--offline", help: "fuse the raw samples in both directions, for the best attitude; 150 MB an hour at 100 Hz")
    var offline: Bool
    @Flag("--absolute", help: "Unix time instead of seconds since the first sample") var absolute: Bool
    @Flag("--json", help: "one JSON object a line instead of CSV") var json: Bool
    @Option(
        "--sign", "SIGN", help: "acceleration's sign where the format leaves it open: core-motion or specific-force")
    var sign: AccelerationSign?

    func run() throws {
        guard !(fuse && recorded) else { throw UsageError("--fuse and --recorded exclude each other") }
        guard !(offline && recorded) else { throw UsageError("--offline and --recorded exclude each other") }
        let north = try declinationInRadians()
        let input = try SampleInput(file: file, source: source, sign: sign)
        let clock = try OutputClock(input, absolute: absolute)
        if offline { return try smooth(input, clock, declination: north) }
        nonisolated(unsafe) var pipeline = try makePipeline(input, declination: north)
        nonisolated(unsafe) var rows = try MotionRows(json: json)
        nonisolated(unsafe) var times = clock
        let showsAll = !pipeline.passesOnRecorded && !pipeline.fusesRecordedMotion

        defer { try? rows.flush() }
        try input.forEachBatch(restart: { pipeline.restart() }) { samples in
            for sample in samples {
                let time = times.time(of: sample.timestamp)
                if let motion = pipeline.process(sample) {
                    try rows.write(motion, at: time)
                } else if showsAll, let motion = DeviceMotion(withoutAttitude: sample) {
                    try rows.write(motion, at: time)
                }
            }
            if input.isLive { try rows.flush() }
        }
        try rows.flush()
    }

    /// Reads everything, then writes; what came before an error or an interruption is written too.
    private func smooth(_ input: SampleInput, _ clock: OutputClock, declination: Double) throws {
        let smoothing = try reportingObstacles(to: input) { () throws(DeviceMotionPipeline.Obstacle) in
            try OfflineMotionPipeline(input.capabilities, frame: frame, declination: declination)
        }
        nonisolated(unsafe) var pipeline = smoothing
        nonisolated(unsafe) var times = clock
        // The rows' times, and the motion of those few that the pipeline did not promise.
        nonisolated(unsafe) var rowTimes: [Double] = []
        nonisolated(unsafe) var others: [Int: DeviceMotion] = [:]
        let outcome = Result {
            try input.forEachBatch { samples in
                for sample in samples {
                    let time = times.time(of: sample.timestamp)
                    if pipeline.process(sample) {
                        rowTimes.append(time)
                    } else if let motion = DeviceMotion(withoutAttitude: sample) {
                        others[rowTimes.count] = motion
                        rowTimes.append(time)
                    }
                }
            }
        }
        var rows = try MotionRows(json: json)
        var motions = pipeline.finish()
        for (index, time) in rowTimes.enumerated() {
            if let motion = others[index] ?? motions.next() { try rows.write(motion, at: time) }
        }
        try rows.flush()
        try outcome.get()
    }

    private func declinationInRadians() throws -> Double {
        guard location == nil || declination == nil else {
            throw UsageError("--location and --declination exclude each other")
        }
        guard (-180...180).contains(declination ?? 0) else {
            throw UsageError("--declination \(declination ?? 0): expected -180 to 180")
        }
        guard frame == .xTrueNorthZVertical else {
            if location != nil || declination != nil {
                throw UsageError("--location and --declination are for --frame xTrueNorthZVertical")
            }
            return 0
        }
        if let declination { return declination * Units.radiansPerDegree }
        guard let location = location ?? SourceEnvironment.location else {
            throw UsageError("xTrueNorthZVertical needs --location LAT,LON or --declination DEG")
        }
        return location.declination(at: Date())
    }

    private func makePipeline(_ input: SampleInput, declination: Double) throws -> DeviceMotionPipeline {
        var capabilities = input.capabilities
        if fuse { capabilities.motionPolicy = .fused }
        if recorded { capabilities.motionPolicy = .recorded }
        let pipeline = try reportingObstacles(to: input) { () throws(DeviceMotionPipeline.Obstacle) in
            try DeviceMotionPipeline(capabilities, frame: frame, declination: declination, allowsTiltOnly: true)
        }
        if pipeline.passesOnRecorded {
            Message.note("device motion as recorded (--fuse computes it from the raw samples)")
        } else if pipeline.fusesRecordedMotion {
            Message.note("no raw samples: fusing gravity + user acceleration and the recorded rotation rate")
        } else if pipeline.isTiltOnly {
            Message.note(
                "no gyroscope: tilt from the accelerometer alone, without rotation rate and heading, and off in every movement"
            )
        }
        return pipeline
    }

    /// Makes a pipeline; what it lacks becomes the subcommand's error.
    private func reportingObstacles<Pipeline>(
        to input: SampleInput, _ make: () throws(DeviceMotionPipeline.Obstacle) -> Pipeline
    ) throws -> Pipeline {
        do throws(DeviceMotionPipeline.Obstacle) {
            return try make()
        } catch {
            throw switch error {
            case .noMotion:
                WorkError(
                    "\(input.name): device motion needs an accelerometer and a gyroscope, or recorded device motion"
                        + (offline ? " (without --offline the accelerometer alone gives the tilt)" : ""))
            case .noMagnetometer: WorkError("\(input.name): \(frame) needs a magnetometer, which is not there")
            case .nothingRecorded: WorkError("\(input.name): no device motion was recorded; --fuse computes it")
            case .recordedFrame:
                WorkError("\(input.name): recorded attitudes keep their own frame; --fuse gives \(frame)")
            }
        }
    }
}

extension DeviceMotion {
    /// A gyroscope's sample before the first acceleration: there is no attitude, but it has its row; nil for other samples.
    fileprivate init?(withoutAttitude sample: MotionSample) {
        guard case .sensor(let reading) = sample, reading.kind == .gyroscope else { return nil }
        self.init(timestamp: reading.timestamp)
        rotationRate = reading.value
        components = .rotationRate
    }
}

extension ReferenceFrame: ArgumentValue {
    init?(argument: String) {
        guard let frame = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = frame
    }

    static var expectation: String { "one of " + allCases.map { "\($0)" }.joined(separator: ", ") }
}

extension GeographicLocation: ArgumentValue {
    init?(argument: String) { self.init(parsing: argument) }
    static var expectation: String { "LAT,LON or LAT,LON,ALT in degrees and metres, ALT from -1000 to 850000" }
}

extension AccelerationSign: ArgumentValue {}
