import Testing

@testable import MotionSources

@Suite("The times of a replay")
struct ReplayTimelineTests {
    @Test("time since the first sample is added to the boot time at start, and due by the speed")
    func shift() {
        var timeline = ReplayTimeline(speed: 4, bootTime: 1000, timestampsAreSinceBoot: false)
        #expect(timeline.place(0.5) == (1000, 0))
        #expect(timeline.place(1.5) == (1001, 0.25))
    }

    @Test("a recording's own time since boot is kept")
    func ownTime() {
        var timeline = ReplayTimeline(speed: 1, bootTime: 1000, timestampsAreSinceBoot: true)
        #expect(timeline.place(2713.5).timestamp == 2713.5)
    }

    @Test("time goes on across a loop, by a mean step")
    func loop() {
        var timeline = ReplayTimeline(speed: 2, bootTime: 0, timestampsAreSinceBoot: true)
        for index in 0..<100 { _ = timeline.place(50 + Double(index) * 0.02) }
        timeline.restart(at: 50)
        let next = timeline.place(50)
        #expect(abs(next.timestamp - 52) < 1e-9)
        #expect(abs(next.due - 1) < 1e-9)
    }

    @Test("as fast as possible means due at once")
    func maximum() {
        var timeline = ReplayTimeline(speed: .infinity, bootTime: 0, timestampsAreSinceBoot: true)
        _ = timeline.place(0)
        #expect(timeline.place(100).due == 0)
    }
}
