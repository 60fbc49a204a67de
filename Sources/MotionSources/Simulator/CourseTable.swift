/// A course prepared for evaluation: time cut at every start and end, with the movements under way in each piece.
struct CourseTable: Sendable {
    /// The starts of the pieces but the first, which reaches back for ever.
    private var cuts: [Double]
    /// What the movements that have ended have left, a piece.
    private var bases: [Double]
    /// Where a piece's movements begin in `active`; one more entry than pieces.
    private var offsets: [Int]
    private var active: [Course.Movement] = []

    init(_ course: Course) {
        let movements = course.movements.sorted { $0.start < $1.start }
        cuts = Set(movements.flatMap { [$0.start, $0.end] }).sorted()
        bases = [0]
        offsets = [0, 0]
        var base = 0.0
        var underWay: [Course.Movement] = []
        var next = 0
        for cut in cuts {
            while next < movements.count, movements[next].start <= cut {
                underWay.append(movements[next])
                next += 1
            }
            for movement in underWay where movement.end <= cut { base += movement.finalValue }
            underWay.removeAll { $0.end <= cut }
            bases.append(base)
            active += underWay
            offsets.append(active.count)
        }
    }

    /// The course and its first two derivatives at any time in seconds.
    func derivatives(at time: Double) -> Derivatives {
        var low = 0
        var high = cuts.count
        while low < high {
            let middle = (low + high) / 2
            if cuts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        var sum = Derivatives(value: bases[low])
        for index in offsets[low]..<offsets[low + 1] { sum += active[index].derivatives(at: time) }
        return sum
    }
}
