import MotionRecognition
import MotionTypes

/// A rule that makes orientations of accelerations (or of gravity), as other systems have them.
///
/// Written anew from the constants of each system; vectors have Core Motion's sign, in G.
protocol OrientationRule: SendableMetatype {
    /// Which way up the screen is after a sample; `unknown` before the first decision.
    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation
}

/// The tutorials' rule: the larger of x and y.
struct LargerAxisRule: OrientationRule {
    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation {
        DeviceOrientation(largerAxisOf: vector)
    }
}

/// QtSensors' generic orientation sensor: the first axis over 75 % of gravity.
struct QtRule: OrientationRule {
    private var current = DeviceOrientation.unknown

    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation {
        let up = -vector * Units.standardGravity
        if up.y > 7.35 {
            current = .portrait
        } else if up.y < -7.35 {
            current = .portraitUpsideDown
        } else if up.x > 7.35 {
            current = .landscapeLeft
        } else if up.x < -7.35 {
            current = .landscapeRight
        }
        return current
    }
}

/// The elevations of the two axes over the horizontal, in degrees.
private func elevations(_ up: Vector3) -> (x: Double, y: Double) {
    let x = PlatformMath.arcTangent(up.x, (up.y * up.y + up.z * up.z).squareRoot())
    let y = PlatformMath.arcTangent(up.y, (up.x * up.x + up.z * up.z).squareRoot())
    return (x * Units.degreesPerRadian, y * Units.degreesPerRadian)
}

/// iio-sensor-proxy's orientation.c: thresholds of 35 degrees, a sample each 0.7 s.
struct SensorProxyRule: OrientationRule {
    private var current = DeviceOrientation.unknown
    private var next = -Double.infinity

    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation {
        guard time >= next else { return current }
        next = time + 0.7
        let (x, y) = elevations(-vector)
        switch (abs(x) > 35, abs(y) > 35) {
        case (true, false): current = x > 0 ? .landscapeLeft : .landscapeRight
        case (false, true): current = y > 0 ? .portrait : .portraitUpsideDown
        default: break
        }
        return current
    }
}

/// sensorfw's interpreter: the mean of the last 10 samples, thresholds of 25 and 20 degrees, the present axis first.
struct SensorFrameworkRule: OrientationRule {
    private var current = DeviceOrientation.unknown
    private var samples: [(time: Double, up: Vector3)] = []

    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation {
        samples.append((time, -vector))
        samples.removeAll { time - $0.time > 0.75 }
        if samples.count > 10 { samples.removeFirst(samples.count - 10) }
        let mean = samples.reduce(Vector3.zero) { $0 + $1.up } / Double(samples.count)
        guard abs(mean.z) <= 0.9 else { return current }
        let (x, y) = elevations(mean)
        let landscape: DeviceOrientation? = abs(x) > 25 ? (x > 0 ? .landscapeLeft : .landscapeRight) : nil
        let portrait: DeviceOrientation? = abs(y) > 20 ? (y > 0 ? .portrait : .portraitUpsideDown) : nil
        let isLandscape = current == .landscapeLeft || current == .landscapeRight
        current = (isLandscape ? landscape ?? portrait : portrait ?? landscape) ?? current
        return current
    }
}

/// Android's WindowOrientationListener (AccelSensorJudge).
struct AndroidRule: OrientationRule {
    private var current: Int?
    private var last: (time: Double, smooth: Vector3)?
    private var predicted: Int?
    private var predictedSince = 0.0
    private var flatTime = -Double.infinity
    private var swingTime = -Double.infinity
    private var accelerationTime = -Double.infinity
    private var isOverhead = false
    private var tilts: [(time: Double, tilt: Double)] = []

    /// Rotations 0, 90, 180 and 270 degrees as Android counts them.
    private static let names: [DeviceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
    private static let tiltRanges: [ClosedRange<Double>] = [-25...70, -25...65, -25...60, -25...65]

    mutating func update(_ vector: Vector3, at time: Double) -> DeviceOrientation {
        decide(-vector * Units.standardGravity, at: time)
        return current.map { Self.names[$0] } ?? .unknown
    }

    private mutating func decide(_ raw: Vector3, at time: Double) {
        guard let previous = last, time - previous.time <= 1, raw != .zero else {
            last = (time, raw)
            predicted = nil
            return
        }
        let share = (time - previous.time) / (0.2 + time - previous.time)
        let smooth = previous.smooth + (raw - previous.smooth) * share
        last = (time, smooth)
        let magnitude = smooth.length
        let isAccelerating = abs(magnitude - 9.81) > 4
        if isAccelerating { accelerationTime = time }
        guard magnitude >= 1 else {
            predicted = nil
            return
        }
        let tilt =
            (PlatformMath.arcTangent(smooth.z, (smooth.x * smooth.x + smooth.y * smooth.y).squareRoot())
            * Units.degreesPerRadian).rounded()
        tilts.append((time, tilt))
        tilts.removeAll { time - $0.time > 1.2 }
        if isFlat(at: time) { flatTime = time }
        if tilts.contains(where: { time - $0.time <= 0.3 && $0.tilt + 20 <= tilt }) { swingTime = time }
        if tilt <= -40 { isOverhead = true } else if tilt >= -15 { isOverhead = false }
        guard !isOverhead, abs(tilt) <= 80 else {
            predicted = nil
            return
        }
        var angle = (PlatformMath.arcTangent(smooth.x, smooth.y) * Units.degreesPerRadian).rounded()
        if angle < 0 { angle += 360 }
        let nearest = Int((angle + 45) / 90) % 4
        guard Self.tiltRanges[nearest].contains(tilt), isAngleAcceptable(nearest, angle) else {
            predicted = nil
            return
        }
        if predicted != nearest { (predicted, predictedSince) = (nearest, time) }
        if time - predictedSince >= 0.04, time >= flatTime + 0.5, time >= swingTime + 0.3,
            time >= accelerationTime + 0.5, !isAccelerating
        {
            current = nearest
        }
    }

    private func isFlat(at time: Double) -> Bool {
        guard let first = tilts.first, time - first.time >= 1 else { return false }
        return tilts.allSatisfy { time - $0.time > 1 || $0.tilt >= 80 }
    }

    /// A dead zone of 45 degrees between neighbours.
    private func isAngleAcceptable(_ proposed: Int, _ angle: Double) -> Bool {
        guard let current else { return true }
        if proposed == current || proposed == (current + 1) % 4 {
            let lower = Double(proposed) * 90 - 22.5
            if proposed == 0 ? angle >= 315 && angle < lower + 360 : angle < lower { return false }
        }
        if proposed == current || proposed == (current + 3) % 4 {
            let upper = Double(proposed) * 90 + 22.5
            if proposed == 0 ? angle <= 45 && angle > upper : angle > upper { return false }
        }
        return true
    }
}
