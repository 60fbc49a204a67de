import Foundation
import MotionTypes
import SensorFusion

/// The mean errors over the trials of each data set, 9D.
struct FusionScore {
    private static let groups = ["broad", "iPhone4S", "iPhone5", "Nexus5"]
    private let means: [FusionError]

    init(_ trials: [FusionTrial], _ parameters: SensorFusion.Parameters, isOffline: Bool) {
        means = Self.groups.map { group in
            .mean(
                trials.filter { $0.group == group }.map { trial in
                    FusionError(
                        trial.attitudes(.xMagneticNorthZVertical, parameters, isOffline: isOffline), trial.truth)
                })
        }
    }

    static let header =
        "degrees: total, heading free, inclination  "
        + groups.map { $0.padding(toLength: 24, withPad: " ", startingAt: 0) }.joined()

    func row(_ name: String) -> String {
        name.padding(toLength: 43, withPad: " ", startingAt: 0)
            + means.map { String(format: "%5.2f %5.2f %6.3f      ", $0.total, $0.free, $0.inclination) }.joined()
    }

    /// Means of the data sets' errors, each in the logarithm, so that every set weighs the same.
    var inclinationIndex: Double { exp(means.reduce(0) { $0 + log($1.inclination) } / Double(means.count)) }
    var headingIndex: Double {
        exp(means.reduce(0) { $0 + log($1.free) + log($1.total) } / Double(2 * means.count))
    }
}
