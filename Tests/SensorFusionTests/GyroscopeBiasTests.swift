import MotionTypes
import SensorFusion
import Testing

@Suite("Gyroscope bias")
struct GyroscopeBiasTests {
    static let degree = Units.radiansPerDegree
    static let biases = [Vector3(5, 0, 0), Vector3(0, -5, 0), Vector3(0, 0, 5), Vector3(3, -3, 2)].map { $0 * degree }

    @Test("a bias of five degrees a second is caught at rest within five seconds", arguments: biases)
    func atRest(bias: Vector3) {
        var path = SyntheticMotion.rest(EulerAngles(roll: 0.2, pitch: 0.4, yaw: 1).quaternion)
        path.bias = bias
        var fusion = SensorFusion()
        path.run(&fusion, duration: 5)
        #expect((fusion.gyroscopeBias.value - bias).length < 0.05 * Self.degree)
    }

    @Test("a bias of five degrees a second is caught in motion within half a minute", arguments: biases)
    func inMotion(bias: Vector3) throws {
        var path = SyntheticMotion.waving()
        path.bias = bias
        var fusion = SensorFusion()
        let motion = try required(path.run(&fusion, duration: 30))
        let estimate = fusion.gyroscopeBias
        #expect((estimate.value - bias).length < 0.3 * Self.degree)
        #expect(motion.gravity.angle(to: path.attitude(30).gravity) < 0.5 * Self.degree)
        #expect(fusion.inclinationUncertainty < 2 * Self.degree)
    }

    @Test("a slow steady turn about the vertical is not learnt as bias once the bias is known")
    func slowTurn() {
        let turn = SyntheticMotion(attitude: { Quaternion(aboutZ: $0 < 6 ? 0 : 3 * Self.degree * ($0 - 6)) })
        var fusion = SensorFusion()
        turn.run(&fusion, duration: 20)
        #expect(fusion.gyroscopeBias.value.length < 0.2 * Self.degree)
    }

    @Test("a remembered bias is right from the first sample")
    func remembered() throws {
        var path = SyntheticMotion.waving()
        path.bias = Vector3(0.05, -0.06, 0.04)
        let deviation = 0.3 * Self.degree
        let known = GyroscopeBias(value: path.bias, standardDeviation: Vector3(deviation, deviation, deviation))
        var fusion = SensorFusion(initialBias: known)
        #expect(fusion.gyroscopeBias == known)
        var worst = 0.0
        path.run(&fusion, duration: 20) {
            worst = max(worst, $0.gravity.angle(to: path.attitude($0.timestamp).gravity))
        }
        #expect(worst < 1e-3)
        #expect((fusion.gyroscopeBias.value - path.bias).length < 0.02 * Self.degree)
        #expect(fusion.gyroscopeBias.standardDeviation.x < deviation)
    }

    @Test(
        "a remembered bias that is wrong by degrees a second is corrected in motion and at rest",
        arguments: [true, false])
    func wronglyRemembered(moves: Bool) throws {
        var path = moves ? SyntheticMotion.waving() : .rest(EulerAngles(roll: 0.2, pitch: 0.4, yaw: 1).quaternion)
        path.bias = Vector3(0.05, -0.06, 0.04)
        let deviation = 0.3 * Self.degree
        let wrong = GyroscopeBias(
            value: Vector3(-0.02, 0.03, 0.09), standardDeviation: Vector3(deviation, deviation, deviation))
        var fusion = SensorFusion(initialBias: wrong)
        let motion = try required(path.run(&fusion, duration: 40))
        #expect((fusion.gyroscopeBias.value - path.bias).length < 0.3 * Self.degree)
        #expect(motion.gravity.angle(to: path.attitude(40).gravity) < 0.5 * Self.degree)
    }

    @Test("a remembered bias that cannot be one is not used", arguments: [Double.nan, .infinity, 50])
    func impossible(value: Double) {
        let known = GyroscopeBias(value: Vector3(0, value, 0), standardDeviation: .zero)
        #expect(SensorFusion(initialBias: known).gyroscopeBias.value == .zero)
    }
}
