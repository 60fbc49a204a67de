// How an app's own motion code is tested without a phone: on a recording, as fast as the machine can, with the same
// result every time.

import OpenCoreMotion
import TapCounter
import Testing

@Suite("Counting taps")
struct TapCounterTests {
    /// A recording of a phone on a table, tapped at 1, 2 and 3 seconds, written the way any tool may write one.
    private func recording() throws -> URL {
        var text = "timestamp(s),gyro_x(rad/s),gyro_y(rad/s),gyro_z(rad/s),"
        text += "acceleration_x(G),acceleration_y(G),acceleration_z(G)\n"
        for index in 0..<400 {
            let isTap = [100, 200, 300].contains(index)
            text += "\(Double(index) / 100),0,0,0,0,0,\(isTap ? -1.9 : -1)\n"
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "taps-\(UUID().uuidString).csv")
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url
    }

    @Test("three taps on the table are counted")
    func threeTaps() async throws {
        let file = try recording()
        defer { try? FileManager.default.removeItem(at: file) }
        let manager = try CMMotionManager(source: "replay:\(file.path)?speed=max")
        let counter = TapCounter(manager: manager)
        counter.start(on: OperationQueue())
        try await manager.sourceFinished()
        counter.stop()
        #expect(counter.count == 3)
    }

    @Test("a phone that is only turned counts nothing")
    func turned() async throws {
        let manager = try CMMotionManager(source: "simulate:turns?speed=max")
        let counter = TapCounter(manager: manager)
        counter.start(on: OperationQueue())
        try await manager.sourceFinished()
        #expect(counter.count == 0)
    }
}
