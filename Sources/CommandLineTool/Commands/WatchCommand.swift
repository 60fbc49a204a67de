import Foundation
import MotionRecordings
import OpenCoreMotion

/// `coremotion watch`: live numbers, as the gyroscope meter on the terminal.
struct WatchCommand: Subcommand {
    static let name = "watch"
    static let summary = "Live numbers and bars of a sensor on a terminal, CSV elsewhere"
    static let discussion = """
        The source is --source, else COREMOTION_SOURCE. Ends with the source, or with Ctrl-C.

          coremotion watch gyro --source simulate:turns --interval 0.05
          coremotion watch motion --source replay:walk.zip > motion.csv
        """

    enum Sensor: String, CaseIterable, ArgumentValue {
        case gyro
        case accelerometer
        case magnetometer
        case motion
    }

    @Argument("SENSOR", help: "gyro, accelerometer, magnetometer or motion", isRequired: true) var sensor: Sensor?
    @Option("--source", "NAME", help: "replay:FILE or simulate:SCENARIO, with options as ?speed=2&loop=1")
    var source: String?
    @Option("--interval", "SECONDS", help: "the update interval, above 0 (0.1)") var interval: Double = 0.1
    @Flag("--json", help: "one JSON object a line instead of meter or CSV") var json: Bool

    func run() async throws {
        guard let sensor else { return }
        guard interval > 0 else { throw UsageError("--interval \(interval): expected seconds above 0") }
        let chosen = source ?? ProcessInfo.processInfo.environment["COREMOTION_SOURCE"] ?? ""
        guard !chosen.isEmpty, chosen != "none" else {
            throw UsageError("there is no source: give --source NAME or set COREMOTION_SOURCE")
        }
        let manager = try CMMotionManager(source: chosen)
        // The manager takes calls from any thread.
        nonisolated(unsafe) let stopped = manager
        Interruption.onRequest {
            stopped.stopGyroUpdates()
            stopped.stopAccelerometerUpdates()
            stopped.stopMagnetometerUpdates()
            stopped.stopDeviceMotionUpdates()
        }
        switch sensor {
        case .gyro:
            manager.gyroUpdateInterval = interval
            try await show(
                manager.gyroUpdates(), if: manager.isGyroAvailable, Meter.Scale(5, "rad/s"), column: "gyro_%(rad/s)"
            ) { Vector3($0.rotationRate.x, $0.rotationRate.y, $0.rotationRate.z) }
        case .accelerometer:
            manager.accelerometerUpdateInterval = interval
            try await show(
                manager.accelerometerUpdates(), if: manager.isAccelerometerAvailable, Meter.Scale(2, "G"),
                column: "acceleration_%(G)"
            ) { Vector3($0.acceleration.x, $0.acceleration.y, $0.acceleration.z) }
        case .magnetometer:
            manager.magnetometerUpdateInterval = interval
            try await show(
                manager.magnetometerUpdates(), if: manager.isMagnetometerAvailable, Meter.Scale(100, "uT"),
                column: "magnetometer_%(uT)"
            ) { Vector3($0.magneticField.x, $0.magneticField.y, $0.magneticField.z) }
        case .motion:
            manager.deviceMotionUpdateInterval = interval
            try await showMotion(manager)
        }
        try await manager.sourceFinished()
    }

    private var showsMeter: Bool { isatty(STDOUT_FILENO) == 1 && !json }

    private func show<Item: CMLogItem>(
        _ updates: MotionUpdates<Item>, if isAvailable: Bool, _ scale: Meter.Scale, column: String,
        values: (Item) -> Vector3
    ) async throws {
        guard isAvailable else { throw WorkError("the source has nothing for ‘\(sensor?.rawValue ?? "")’") }
        let columns = ["x", "y", "z"].map { column.replacingOccurrences(of: "%", with: $0) }
        var meter = Meter()
        var rows = showsMeter ? nil : try TableRows(columns: ["timestamp(s)"] + columns, json: json)
        var clock = OutputClock()
        for await item in updates {
            let (time, value) = (clock.time(of: item.timestamp), values(item))
            if showsMeter {
                meter.draw(
                    [
                        ("x", value.x, scale), ("y", value.y, scale), ("z", value.z, scale),
                        ("|v|", value.length, scale),
                    ],
                    at: time)
            } else {
                rows?.add(time, value.x, value.y, value.z)
                try rows?.end()
                try rows?.flush()
            }
        }
        meter.finish()
    }

    private func showMotion(_ manager: CMMotionManager) async throws {
        guard manager.isDeviceMotionAvailable else { throw WorkError("the source has no device motion") }
        let (angle, acceleration) = (Meter.Scale(180, "deg"), Meter.Scale(1, "G"))
        var meter = Meter()
        var rows = showsMeter ? nil : try MotionRows(json: json)
        var clock = OutputClock()
        for await item in manager.deviceMotionUpdates() {
            let time = clock.time(of: item.timestamp)
            if showsMeter {
                let (attitude, user) = (item.attitude, item.userAcceleration)
                meter.draw(
                    [
                        ("roll", attitude.roll * Units.degreesPerRadian, angle),
                        ("pitch", attitude.pitch * Units.degreesPerRadian, angle),
                        ("yaw", attitude.yaw * Units.degreesPerRadian, angle), ("user x", user.x, acceleration),
                        ("user y", user.y, acceleration), ("user z", user.z, acceleration),
                    ], at: time)
            } else {
                try rows?.write(item.values, at: time)
                try rows?.flush()
            }
        }
        meter.finish()
    }
}
