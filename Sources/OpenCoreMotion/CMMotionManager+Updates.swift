extension CMMotionManager {
    /// The accelerometer's samples as an asynchronous sequence, at `accelerometerUpdateInterval`.
    public func accelerometerUpdates() -> MotionUpdates<CMAccelerometerData> {
        updates(of: .accelerometer, { CMAccelerometerData($0) })
    }

    /// The gyroscope's samples as an asynchronous sequence, at `gyroUpdateInterval`.
    public func gyroUpdates() -> MotionUpdates<CMGyroData> {
        updates(of: .gyroscope, { CMGyroData($0) })
    }

    /// The magnetometer's samples as an asynchronous sequence, at `magnetometerUpdateInterval`.
    public func magnetometerUpdates() -> MotionUpdates<CMMagnetometerData> {
        updates(of: .magnetometer, { CMMagnetometerData($0) })
    }

    /// Device motion as an asynchronous sequence, at `deviceMotionUpdateInterval`, in one of the available frames.
    public func deviceMotionUpdates(
        using referenceFrame: CMAttitudeReferenceFrame = .xArbitraryZVertical
    ) -> MotionUpdates<CMDeviceMotion> {
        MotionUpdates { [self, services] in
            let stream = services.deviceMotionStream(frame: referenceFrame.rawValue)
            return MotionUpdatesFeed(stream, make: { CMDeviceMotion($0) }) {
                withExtendedLifetime(self) { services.endDeviceMotion(stream) }
            }
        }
    }

    private func updates<Item>(
        of kind: SensorKind, _ make: @escaping @Sendable (SensorSample) -> Item
    ) -> MotionUpdates<Item> {
        MotionUpdates { [self, services] in
            let stream = services.stream(kind)
            return MotionUpdatesFeed(stream, make: make) {
                withExtendedLifetime(self) { services.end(stream, of: kind) }
            }
        }
    }
}
