// The core as a host without Foundation, threads or files sees it: compiled as Embedded Swift for WebAssembly.

import MotionRecognition
import MotionTypes
import SensorFusion

private struct Session {
    var fusion = SensorFusion(frame: .xMagneticNorthZVertical)
    var offline = OfflineSensorFusion(frame: .xMagneticNorthZVertical)
    var detector = OrientationDetector()
    var smoothed: [DeviceMotion] = []
    var result = DeviceMotion(timestamp: 0)
}

// One host, one thread.
nonisolated(unsafe) private var session = Session()

/// Takes in a sample of kind 0 (accelerometer), 1 (gyroscope) or 2 (magnetometer); 1 if it gives device motion.
@_cdecl("update")
public func update(_ kind: Int32, _ time: Double, _ x: Double, _ y: Double, _ z: Double) -> Int32 {
    let kinds: (SensorKind, SensorKind, SensorKind) = (.accelerometer, .gyroscope, .magnetometer)
    let sensor = kind == 0 ? kinds.0 : kind == 1 ? kinds.1 : kinds.2
    let sample = SensorSample(sensor, timestamp: time, value: Vector3(x, y, z))
    session.offline.update(sample)
    guard let motion = session.fusion.update(sample) else { return 0 }
    session.result = motion
    session.detector.update(gravity: motion.gravity, at: motion.timestamp)
    return 1
}

/// Component 0 to 3 (w, x, y, z) of the last attitude.
@_cdecl("attitude")
public func attitude(_ component: Int32) -> Double { session.result.attitude.component(component) }

/// Which way the device is held, as `UIDeviceOrientation` numbers it.
@_cdecl("orientation")
public func orientation() -> Int32 { Int32(session.detector.reading.planar.rawValue) }

/// Goes back over all samples; how many there are.
@_cdecl("smooth")
public func smooth() -> Int32 {
    let offline = session.offline
    session.smoothed = Array(offline.finish())
    return Int32(session.smoothed.count)
}

/// Component 0 to 3 of a smoothed attitude.
@_cdecl("smoothed")
public func smoothed(_ index: Int32, _ component: Int32) -> Double {
    session.smoothed[Int(index)].attitude.component(component)
}

extension Quaternion {
    fileprivate func component(_ index: Int32) -> Double { index == 0 ? w : index == 1 ? x : index == 2 ? y : z }
}
