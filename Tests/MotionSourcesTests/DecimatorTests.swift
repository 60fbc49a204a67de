import MotionSources
import Testing
import TestSupport

@Suite("Decimation to an update interval")
struct DecimatorTests {
    private func due(_ times: [Double], every interval: Double) -> [Double] {
        var decimator = Decimator(interval: interval)
        return times.filter { decimator.isDue($0) }
    }

    @Test("at 100 Hz an interval of 0.02 s delivers every second sample, wherever time begins")
    func everySecond() {
        for start in [0, 2713.982799542, 1e6] {
            let times = regularTimes(1000, from: start)
            #expect(due(times, every: 0.02) == stride(from: 0, to: 1000, by: 2).map { times[$0] })
        }
    }

    @Test(
        "an interval at or under the source's own, zero, negative or NaN delivers all",
        arguments: [
            0.01, 0.005, 0, -1, Double.nan,
        ])
    func all(interval: Double) {
        let times = regularTimes(100)
        #expect(due(times, every: interval) == times)
    }

    @Test("jitter costs no sample where the interval is the stream's own or less")
    func jitter() {
        let times = (0..<2000).map { Double($0) * 0.01004 + ($0 % 3 == 0 ? 0.001 : -0.0005) }
        #expect(due(times, every: 0.01).count >= 1990)
    }

    @Test("the mean rate is that of the interval, also where it is no multiple of the source's")
    func meanRate() {
        #expect(due(regularTimes(59_500, rate: 59.5), every: 0.02).count == 50_000)
        #expect(due(regularTimes(100_000, rate: 100), every: 0.03).count == 33_334)
    }

    @Test("after a gap the samples go on at the next multiple and none is delivered twice")
    func gap() {
        #expect(due([0, 0.1, 0.2, 1.07, 1.1, 1.15, 1.2, 1.2], every: 0.1) == [0, 0.1, 0.2, 1.07, 1.1, 1.2])
    }

    @Test("a new interval counts from the last sample delivered")
    func change() {
        var decimator = Decimator(interval: 0.1)
        let first = regularTimes(15).filter { decimator.isDue($0) }
        #expect(first == [0, 0.1])
        decimator.interval = 0.02
        // Multiples at 0.12, 0.14, …: 0.15 is the first sample to have reached one.
        let second = [0.15, 0.16, 0.17, 0.18, 0.19].filter { decimator.isDue($0) }
        #expect(second == [0.15, 0.16, 0.18])
    }

    @Test("an infinite interval is an hour")
    func infinite() {
        #expect(due([0, 10, 3599, 3600, 3601], every: .infinity) == [0, 3600])
    }

    @Test("a clock that is set back does not silence the stream")
    func clockSetBack() {
        #expect(due([100, 100.1, 5, 5.05, 5.1], every: 0.1) == [100, 100.1, 5, 5.1])
    }
}
