extension CMMotionManager {
    /// A manager of a source of its own, whatever `COREMOTION_SOURCE` says.
    public convenience init(source: any MotionSource) {
        self.init(services: MotionServices(source: source))
    }

    /// A manager of the source that words such as `replay:walk.csv?speed=max` or `simulate:turns` choose.
    ///
    /// Throws a `SourceError` where the words make no sense and a `RecordingError` where a recording cannot be opened.
    public convenience init(source words: String) throws {
        self.init(source: try SourceDescription(parsing: words).makeSource())
    }

    /// The source for managers that are made without one; `COREMOTION_SOURCE` until it is set.
    public static var defaultSource: SourceDescription {
        get { SourceEnvironment.source }
        set { SourceEnvironment.source = newValue }
    }

    /// Where the device is, for true north; `COREMOTION_LOCATION` until it is set, nil if unknown.
    public static var defaultLocation: GeographicLocation? {
        get { SourceEnvironment.location }
        set { SourceEnvironment.location = newValue }
    }

    /// The manager's source.
    public var source: any MotionSource { services.source }

    /// Where the device is, for this manager; `defaultLocation` until it is set.
    public var location: GeographicLocation? {
        get { services.location }
        set { services.location = newValue }
    }

    /// The reference frames that this manager's source can give.
    public var availableAttitudeReferenceFrames: CMAttitudeReferenceFrame {
        CMAttitudeReferenceFrame(
            rawValue: MotionServices.availableFrames(of: source.capabilities, location: location))
    }

    /// Whether a recording or simulation has come to its end and every handler has seen what was due.
    public var isSourceFinished: Bool {
        if case .finished = services.progress { true } else { false }
    }

    /// Waits until the source has come to its end and every handler has seen what was due.
    ///
    /// Returns at once where nothing is started, and when all services are stopped meanwhile. Throws what made the
    /// source break off, and `CancellationError` where the task is cancelled before.
    public func sourceFinished() async throws {
        let progress = await services.waitUntilFinished()
        if case .failed(let error) = progress { throw error }
        if case .running = progress { throw CancellationError() }
    }
}
