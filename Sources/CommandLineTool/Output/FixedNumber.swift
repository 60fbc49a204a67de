import Foundation

extension String {
    /// A number with so many decimals, in so many characters if a width is given; one too large for that in powers of
    /// ten, so that no line becomes hundreds of digits long.
    init(fixed value: Double, decimals: Int, width: Int = 0) {
        let limit = width > 0 ? pow(10, Double(width - decimals - 2)) : 1e12
        self.init(format: abs(value) < limit ? "%*.*f" : "%*.*g", width, decimals, value)
    }
}
