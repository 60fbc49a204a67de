import Foundation
import MotionTypes
import SensorFusion
import TestSupport
import Testing

/// The filter beside a plain implementation of the same algorithm in another language.
///
/// Same in all but this: there the magnetometer is used as it comes, which here takes a parameter, and the attitude
/// has x east, here north. There the gain error is a scale per axis, here a matrix whose other elements are switched
/// off by their variance, and its effect within a step is that of the mean rate, which changes the attitude by a few
/// ten-thousandths of a degree and saves a quarter of the time. Some constants were chosen anew here, and stand below
/// as they were there. A restart after a long gap, the levelling of a lost tilt at rest, the hard iron and the handling
/// of faulty samples are here alone; these recordings call for none of them.
@Suite("Agreement with the reference")
struct ReferenceAgreementTests {
    static let needsData = Comment(rawValue: SharedData.missing)

    @Test(
        "every attitude is the reference's to a thousandth of a degree",
        .enabled(if: SharedData.isPresent, needsData),
        arguments: [
            ("fusion/broad/06_undisturbed_fast_rotation_A.csv", broad),
            ("fusion/phone/P1_iPhone5_NoDist_AR.csv", phone),
        ])
    func agreement(file: String, expected: [(Int, Quaternion)]) throws {
        var parameters = SensorFusion.Parameters()
        parameters.calibratesMagnetometer = false
        parameters.gravity = 9.81
        parameters.initialMisalignment = 0
        parameters.gyroscopeRateNoise = 0.0012
        parameters.speedPerAcceleration = 0.1
        parameters.motionFallTime = 0.4
        parameters.headingNoise = 8 * Units.radiansPerDegree
        parameters.fieldCheckWeight = 5
        parameters.recoveryMotionFactor = 0.25
        var fusion = SensorFusion(frame: .xMagneticNorthZVertical, parameters: parameters)
        let eastToNorth = Quaternion(aboutZ: -.pi / 2)
        var remaining = expected[...]
        let rows = try Table(path: SharedData.path(file), rows: expected.last!.0 + 1).rows
        for (index, row) in rows.enumerated() {
            fusion.update(magnetometer: Vector3(row[7], row[8], row[9]), at: row[0])
            fusion.update(accelerometer: Vector3(row[4], row[5], row[6]) / -Units.standardGravity, at: row[0])
            let motion = try required(fusion.update(gyroscope: Vector3(row[1], row[2], row[3]), at: row[0]))
            guard let (next, attitude) = remaining.first, next == index else { continue }
            remaining = remaining.dropFirst()
            #expect(motion.attitude.angle(to: eastToNorth * attitude) < 1e-3 * Units.radiansPerDegree)
        }
        #expect(remaining.isEmpty)
    }

    static let broad: [(Int, Quaternion)] = [
        (0, Quaternion(w: 0.999715633, x: -0.021173005, y: 0.009019177, z: -0.006245951)),
        (30, Quaternion(w: 0.999715533, x: -0.020650702, y: 0.009370424, z: -0.007389021)),
        (2000, Quaternion(w: 0.999590150, x: -0.018114824, y: 0.011843144, z: -0.018738313)),
        (6000, Quaternion(w: 0.999643246, x: -0.017998421, y: 0.011822043, z: -0.015801169)),
        (10000, Quaternion(w: 0.999641503, x: -0.018063407, y: 0.011938598, z: -0.015749582)),
        (11200, Quaternion(w: 0.999688561, x: -0.020188596, y: 0.004569695, z: 0.013939827)),
        (11500, Quaternion(w: 0.998404508, x: -0.030236118, y: 0.041115661, z: -0.024160266)),
        (11800, Quaternion(w: 0.997548219, x: 0.035752435, y: 0.033726601, z: 0.049817985)),
        (12100, Quaternion(w: 0.988314075, x: -0.133519377, y: -0.001792398, z: -0.073516336)),
        (12400, Quaternion(w: 0.943545265, x: 0.323863923, y: 0.047633738, z: 0.050650954)),
        (12700, Quaternion(w: 0.891445807, x: -0.148914819, y: -0.426005560, z: -0.040841306)),
        (13000, Quaternion(w: 0.958278554, x: -0.043644246, y: 0.278783968, z: 0.045572935)),
        (13300, Quaternion(w: 0.876039116, x: -0.066371111, y: -0.470111537, z: -0.084530977)),
        (13600, Quaternion(w: 0.907462372, x: -0.144264454, y: 0.390199894, z: 0.058684358)),
        (13900, Quaternion(w: 0.876726233, x: -0.039418513, y: -0.466393127, z: -0.110791447)),
        (14200, Quaternion(w: 0.834833572, x: -0.167254985, y: 0.506507962, z: 0.136118923)),
        (14500, Quaternion(w: 0.826910117, x: -0.012916786, y: -0.545832686, z: -0.134608669)),
        (14800, Quaternion(w: 0.773917512, x: -0.209451841, y: 0.564547347, z: 0.196132365)),
        (15100, Quaternion(w: 0.853435196, x: -0.062277463, y: -0.503415452, z: -0.119761288)),
        (15400, Quaternion(w: 0.871810183, x: -0.162159526, y: 0.442816938, z: 0.132530950)),
        (15700, Quaternion(w: 0.977762251, x: -0.148435386, y: 0.017720038, z: -0.147084730)),
        (16000, Quaternion(w: 0.955165503, x: 0.294110776, y: 0.016971437, z: -0.029490409)),
        (16300, Quaternion(w: 0.814099582, x: -0.564349085, y: 0.018780057, z: -0.135643984)),
        (16600, Quaternion(w: 0.998884117, x: 0.018852686, y: 0.002783206, z: -0.043212844)),
        (16900, Quaternion(w: 0.963837253, x: 0.250953024, y: -0.082951274, z: 0.034050204)),
    ]

    static let phone: [(Int, Quaternion)] = [
        (0, Quaternion(w: 0.920621380, x: 0.057903118, y: 0.053752128, z: 0.382379670)),
        (9, Quaternion(w: 0.912086884, x: 0.059006505, y: 0.090938865, z: 0.395405957)),
        (30, Quaternion(w: 0.819664179, x: -0.207819962, y: 0.279552892, z: 0.454765519)),
        (300, Quaternion(w: 0.649867829, x: -0.287741734, y: 0.641981273, z: 0.287639610)),
        (600, Quaternion(w: 0.703682468, x: -0.063447030, y: 0.705455990, z: 0.056011653)),
        (900, Quaternion(w: 0.703636577, x: 0.109704509, y: 0.692069213, z: -0.117901198)),
        (1200, Quaternion(w: 0.907025991, x: 0.029418795, y: 0.397037979, z: -0.137110284)),
        (1500, Quaternion(w: 0.862735926, x: 0.124997252, y: 0.318831616, z: -0.372033345)),
        (1800, Quaternion(w: 0.845148813, x: -0.037798029, y: 0.529751979, z: 0.060478374)),
        (2100, Quaternion(w: 0.614606260, x: -0.020305594, y: 0.788064268, z: 0.028311425)),
        (2400, Quaternion(w: 0.518453812, x: -0.046734043, y: 0.853488908, z: 0.024046983)),
        (2700, Quaternion(w: 0.607128080, x: -0.152378487, y: 0.774020735, z: 0.095227060)),
        (3000, Quaternion(w: 0.698953534, x: -0.313155313, y: 0.558624692, z: 0.318333410)),
        (3300, Quaternion(w: 0.594408392, x: -0.415107172, y: 0.408081023, z: 0.554828423)),
        (3600, Quaternion(w: 0.447632104, x: -0.463227595, y: 0.288787406, z: 0.708270802)),
        (3900, Quaternion(w: 0.153095765, x: -0.638037729, y: 0.113495189, z: 0.746048514)),
        (4200, Quaternion(w: -0.059256973, x: -0.642977464, y: -0.080266054, z: 0.759358909)),
        (4500, Quaternion(w: -0.279125330, x: -0.592727988, y: -0.265499282, z: 0.707299592)),
        (4800, Quaternion(w: -0.409913558, x: -0.532032003, y: -0.374488834, z: 0.639273756)),
        (5100, Quaternion(w: -0.158927388, x: -0.622896898, y: -0.161595376, z: 0.748751277)),
        (5400, Quaternion(w: 0.127942550, x: -0.639329850, y: 0.075778630, z: 0.754417422)),
        (5700, Quaternion(w: 0.265623310, x: -0.630170231, y: 0.193469004, z: 0.703490925)),
        (6000, Quaternion(w: 0.261070619, x: -0.533136344, y: 0.172799896, z: 0.785969444)),
    ]
}
