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
}
