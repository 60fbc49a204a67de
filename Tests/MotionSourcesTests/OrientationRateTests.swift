import MotionRecognition
import MotionRecordings
import MotionSources
import MotionTypes
import TestSupport
import Testing

@Suite("Orientation on recordings")
struct OrientationRateTests {
    /// The changes of the planar orientation that device motion shows when only every `divisor`th sample is looked at.
    private func changes(_ motions: [DeviceMotion], each divisor: Int) -> [(time: Double, to: DeviceOrientation)] {
        var detector = OrientationDetector()
        var changes: [(Double, DeviceOrientation)] = []
        var before = DeviceOrientation.unknown
        for index in stride(from: 0, to: motions.count, by: divisor) {
            let planar = detector.update(motions[index]).planar
            if planar != before, before != .unknown { changes.append((motions[index].timestamp, planar)) }
            before = planar
        }
        return changes
    }

    @Test(
        "a recorded person makes the same changes at 100, 50 and 25 Hz, within 50 ms",
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.missing)),
        arguments: ["P1_iPhone4S_NoDist_AR", "P1_iPhone5_Dist_Swinging", "P1_iPhone5_NoDist_Swinging"])
    func rates(trial: String) throws {
        let reader = try Recording(opening: SharedData.path("fusion/phone/\(trial).csv")).makeReader()
        var pipeline = try DeviceMotionPipeline(
            SourceCapabilities(streams: [.accelerometer, .gyroscope, .magnetometer]))
        var samples: [MotionSample] = []
        while try reader.read(into: &samples, atMost: 4096) {}
        let motions = samples.compactMap { pipeline.process($0) }
        let full = changes(motions, each: 1)
        #expect(full.count >= 3)
        for divisor in [2, 4] {
            let fewer = changes(motions, each: divisor)
            #expect(fewer.map(\.to) == full.map(\.to))
            #expect(zip(fewer, full).allSatisfy { abs($0.time - $1.time) <= 0.05 })
        }
    }

    @Test("where the gyroscope stops the accelerometer goes on, and a restart forgets")
    func gyroscopeStops() throws {
        var pipeline = try OrientationPipeline(SourceCapabilities(streams: [.accelerometer, .gyroscope]))
        var last: OrientationPipeline.Sample?
        for step in 0..<800 {
            let time = Double(step) / 100
            let acceleration = time < 4 ? Vector3(0, -1, 0) : Vector3(-1, 0, 0)
            last = pipeline.process(.sensor(SensorSample(.accelerometer, timestamp: time, value: acceleration))) ?? last
            guard time < 2 else { continue }
            last = pipeline.process(.sensor(SensorSample(.gyroscope, timestamp: time, value: .zero))) ?? last
            #expect(!pipeline.usesAccelerometerOnly)
        }
        #expect(pipeline.usesAccelerometerOnly && last?.reading.planar == .landscapeLeft)
        #expect(pipeline.expiry.map { abs($0 - 8.99) < 0.011 } == true)
        pipeline.restart()
        #expect(pipeline.expiry == nil)
    }
}
