import Foundation
import Testing
import TestSupport

@Suite("The examples run")
struct ExamplesTests {
    /// The rate in the last line, `… samples, 50.0 Hz`.
    private func rate(_ output: String) -> Double? {
        output.split(separator: "\n").last?.split(separator: " ").dropLast().last.flatMap { Double($0) }
    }

    @Test("the gyroscope examples deliver 50 Hz, by pull and by push", arguments: ["GyroscopePull", "GyroscopePush"])
    func gyroscope(name: String) throws {
        let result = try runProduct(name, environment: ["COREMOTION_SOURCE": "simulate:turns"])
        #expect(result.status == 0)
        let rate = try #require(self.rate(result.output))
        // A timer on a busy machine may miss a sample now and then; a handler never does.
        #expect(name == "GyroscopePush" ? abs(rate - 50) < 0.01 : (40...50.5).contains(rate), "\(rate)")
    }

    @Test("without a source they say so", arguments: ["GyroscopePush", "DeviceMotionLog", "UprightButtons"])
    func noSource(name: String) throws {
        let result = try runProduct(name, environment: ["COREMOTION_SOURCE": "none"])
        #expect(result.status == 0 && result.output.contains("Set COREMOTION_SOURCE"))
    }

    @Test("device motion is logged to the recording's end")
    func deviceMotion() throws {
        let result = try runProduct(
            "DeviceMotionLog", environment: ["COREMOTION_SOURCE": "simulate:squats?speed=max&errors=none"])
        #expect(result.status == 0)
        #expect(result.output.contains("samples of device motion"))
        #expect(result.output.split(separator: "\n").count > 100)
    }

    @Test("the buttons turn with the device, always the shorter way round")
    func buttons() throws {
        let result = try runProduct(
            "UprightButtons", environment: ["COREMOTION_SOURCE": "simulate:turns?speed=max&errors=none"])
        #expect(result.status == 0)
        let angles = result.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").dropLast().last.flatMap { Int($0) }
        }
        #expect(angles == [0, 90, 180, 270, 360], "\(result.output)")
    }

    @Test("raw samples are fused, better offline from the first second on, and the bias is found and remembered")
    func rawFusion() throws {
        let result = try runProduct("RawFusion", environment: [:])
        #expect(result.status == 0)
        func numbers(_ start: String) -> [Double] {
            let line = result.output.split(separator: "\n").first { $0.hasPrefix(start) } ?? ""
            return line.dropFirst(start.count).split(separator: " ").compactMap { Double($0) }
        }
        let errors = numbers("rms")
        #expect(errors.count == 2 && errors[1] < errors[0] && errors[1] < 0.5, "\(result.output)")
        let (found, truth) = (numbers("gyroscope bias found:"), numbers("                true:"))
        #expect(found.count == 3 && zip(found, truth).allSatisfy { abs($0 - $1) < 0.005 }, "\(result.output)")
    }
}
