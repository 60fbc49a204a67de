// A piece of an app that has motion code of its own, and takes its motion manager from outside so that it can be tested.
// Its test is in Examples/TapCounterTests.

public import CoreMotion

/// Counts taps on the back of the phone: short spikes of user acceleration across the screen.
public final class TapCounter {
    /// How many taps there were.
    public private(set) var count = 0
    private let manager: CMMotionManager
    private var lastTap = -Double.infinity

    /// A counter that listens to a motion manager.
    public init(manager: CMMotionManager) { self.manager = manager }

    /// Starts counting, on a queue that the app owns.
    public func start(on queue: OperationQueue) {
        manager.deviceMotionUpdateInterval = 0.01
        manager.startDeviceMotionUpdates(to: queue) { [weak self] motion, _ in
            if let motion { self?.process(motion) }
        }
    }

    /// Stops counting.
    public func stop() { manager.stopDeviceMotionUpdates() }

    private func process(_ motion: CMDeviceMotion) {
        guard abs(motion.userAcceleration.z) > 0.4, motion.timestamp - lastTap > 0.2 else { return }
        lastTap = motion.timestamp
        count += 1
    }
}
