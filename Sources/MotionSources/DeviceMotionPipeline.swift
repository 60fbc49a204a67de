public import MotionTypes
public import SensorFusion

/// Turns a source's samples into device motion: passes on what was recorded, or fuses the raw samples.
///
/// One for each consumer and reference frame. Feed every sample in time order.
public struct DeviceMotionPipeline: Sendable {
    private enum Mode: Sendable {
        case recorded
        case fused
        /// Fused from what recorded device motion says the raw sensors read, for want of raw samples.
        case fusedFromMotion
        /// Tilt from the accelerometer alone.
        case tiltOnly
    }
    private let mode: Mode
    private let makeFusion: @Sendable () -> SensorFusion
    private var completion = RecordedMotionCompletion()
    private var engine: SensorFusion
    private var tilt = TiltEstimator()

    /// Whether a heading that was recorded is passed on; Core Motion has none in the arbitrary frames.
    public var passesOnHeading = true

    /// What a frame needs and a source does not have.
    public enum Obstacle: Error, Sendable {
        /// There is neither recorded device motion nor both a gyroscope and an accelerometer.
        case noMotion
        /// The frame needs a magnetometer.
        case noMagnetometer
        /// Recorded motion was asked for and there is none.
        case nothingRecorded
        /// Recorded motion was asked for in a frame it was not recorded in.
        case recordedFrame
    }

    /// A pipeline for a source's device motion in a frame; `declination` in radians, east positive, is for true north.
    ///
    /// Recorded attitudes are passed on in the arbitrary frames, whose zero is anyone's choice; a frame that points
    /// north is fused from the raw samples. Where there is no gyroscope, `allowsTiltOnly` lets the accelerometer alone give
    /// the tilt, which Core Motion does not call device motion.
    public init(
        _ capabilities: SourceCapabilities, frame: ReferenceFrame = .xArbitraryZVertical, declination: Double = 0,
        allowsTiltOnly: Bool = false
    ) throws(Obstacle) {
        makeFusion = { SensorFusion(frame: frame, declination: declination) }
        engine = makeFusion()
        let streams = capabilities.streams
        let isRecorded =
            streams.contains(.deviceMotion)
            && !capabilities.motionComponents.isDisjoint(with: [.attitude, .angles, .gravity])
        let hasRaw = streams.isSuperset(of: [.accelerometer, .gyroscope])
        let hasMotionToFuse =
            streams.contains(.deviceMotion)
            && capabilities.motionComponents.isSuperset(of: [.gravity, .userAcceleration, .rotationRate])
        let wantsRecorded = capabilities.motionPolicy == .recorded
        guard isRecorded || !wantsRecorded else { throw .nothingRecorded }
        guard !wantsRecorded || !frame.pointsNorth else { throw .recordedFrame }

        if isRecorded && capabilities.motionPolicy != .fused && !frame.pointsNorth {
            mode = .recorded
        } else if hasRaw || hasMotionToFuse {
            guard !frame.needsMagnetometer || streams.contains(.magnetometer) else { throw .noMagnetometer }
            mode = hasRaw ? .fused : .fusedFromMotion
        } else if allowsTiltOnly, frame == .xArbitraryZVertical, streams.contains(.accelerometer) {
            mode = .tiltOnly
        } else {
            throw isRecorded && frame.pointsNorth ? .noMagnetometer : .noMotion
        }
    }

    /// Whether device motion is passed on as recorded.
    public var passesOnRecorded: Bool { mode == .recorded }

    /// Whether the raw samples are made up from recorded device motion, for want of others.
    public var fusesRecordedMotion: Bool { mode == .fusedFromMotion }

    /// Whether there is no gyroscope, and tilt from the accelerometer is all.
    public var isTiltOnly: Bool { mode == .tiltOnly }

    /// The fusion at work, if there is one.
    public var fusion: SensorFusion? { mode == .recorded || mode == .tiltOnly ? nil : engine }

    /// Whether the other pipeline gives the same values for the same samples.
    public func isSameKind(as other: DeviceMotionPipeline) -> Bool {
        mode == other.mode && engine.frame == other.engine.frame && engine.declination == other.engine.declination
    }

    /// Forgets everything: what follows is not the continuation of what came before.
    public mutating func restart() {
        completion = RecordedMotionCompletion()
        engine = makeFusion()
        tilt = TiltEstimator()
    }

    /// Takes a sample in; gives device motion where the sample completes one.
    public mutating func process(_ sample: MotionSample) -> DeviceMotion? {
        switch (mode, sample) {
        case (.recorded, .deviceMotion(let motion)):
            var complete = completion.complete(motion)
            if !passesOnHeading {
                complete.heading = -1
                complete.components.remove(.heading)
            }
            return complete
        case (.fused, .sensor(let sample)):
            return engine.update(sample)
        case (.fusedFromMotion, .sensor(let sample)):
            if sample.kind == .magnetometer { engine.update(magnetometer: sample.value, at: sample.timestamp) }
            return nil
        case (.fusedFromMotion, .deviceMotion(let motion)):
            guard let acceleration = motion.totalAcceleration else { return nil }
            engine.update(accelerometer: acceleration, at: motion.timestamp)
            return engine.update(gyroscope: motion.rotationRate, at: motion.timestamp)
        case (.tiltOnly, .sensor(let sample)):
            guard sample.kind == .accelerometer else { return nil }
            return tilt.update(accelerometer: sample.value, at: sample.timestamp)
        case (.recorded, .sensor), (.fused, .deviceMotion), (.tiltOnly, .deviceMotion):
            return nil
        }
    }
}

extension DeviceMotion {
    /// Gravity plus user acceleration in G, which is what the accelerometer read; nil where one of them is missing.
    public var totalAcceleration: Vector3? {
        components.isSuperset(of: [.gravity, .userAcceleration]) ? gravity + userAcceleration : nil
    }
}
