/// An array in pieces: it grows without moving what it holds.
struct PieceArray<Element: Sendable>: Sendable {
    /// The elements of one piece; with a hundred bytes each, a piece stays below what systems map page by page.
    private static var pieceLength: Int { 512 }

    private var pieces: [[Element]] = []
    private(set) var count = 0

    @inline(__always)
    mutating func append(_ element: Element) {
        if count % Self.pieceLength == 0 {
            var piece: [Element] = []
            piece.reserveCapacity(Self.pieceLength)
            pieces.append(piece)
        }
        pieces[pieces.count - 1].append(element)
        count += 1
    }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        get { pieces[index / Self.pieceLength][index % Self.pieceLength] }
        set { pieces[index / Self.pieceLength][index % Self.pieceLength] = newValue }
    }
}
