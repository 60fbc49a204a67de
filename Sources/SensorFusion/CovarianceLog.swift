/// Many covariances, a triangle each, in pieces that are never moved.
struct CovarianceLog: Sendable {
    /// The covariances of one piece.
    private static let pieceLength = 64

    private var pieces: [[Double]] = []
    private var count = 0

    mutating func append(_ covariance: inout ErrorCovariance) {
        let place = count % Self.pieceLength
        if place == 0 { pieces.append(Array(repeating: 0, count: Self.pieceLength * ErrorCovariance.packedCount)) }
        pieces[pieces.count - 1].withUnsafeMutableBufferPointer {
            if let start = $0.baseAddress { covariance.pack(into: start + place * ErrorCovariance.packedCount) }
        }
        count += 1
    }

    subscript(_ index: Int) -> ErrorCovariance {
        pieces[index / Self.pieceLength].withUnsafeBufferPointer {
            guard let start = $0.baseAddress else { return ErrorCovariance() }
            return ErrorCovariance(unpacking: start + index % Self.pieceLength * ErrorCovariance.packedCount)
        }
    }
}
