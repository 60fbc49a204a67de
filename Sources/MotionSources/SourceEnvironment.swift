import MotionRecordings
import Foundation

/// The source and the place that this process uses where the code names none.
///
/// Both come from the environment (`COREMOTION_SOURCE`, `COREMOTION_LOCATION`) until they are set in code.
public enum SourceEnvironment {
    private static let chosenSource = Guarded<SourceDescription?>(nil)
    /// What the present choice can deliver, once that was asked for; the source made to find out serves who comes next.
    private static let known = Guarded<(capabilities: SourceCapabilities, spare: (any MotionSource)?)?>(nil)
    private static let chosenLocation = Guarded<GeographicLocation??>(nil)

    /// The source for motion managers that are made without one.
    ///
    /// Words in `COREMOTION_SOURCE` that make no sense are reported once on standard error and stand for no sensors.
    public static var source: SourceDescription {
        get { chosenSource.withLock { $0 } ?? sourceFromEnvironment }
        set {
            chosenSource.withLock { $0 = newValue }
            known.withLock { $0 = nil }
        }
    }

    /// Where the device is; nil if that is not known.
    public static var location: GeographicLocation? {
        get { chosenLocation.withLock { $0 } ?? locationFromEnvironment }
        set { chosenLocation.withLock { $0 = .some(newValue) } }
    }

    /// Makes the source that `source` describes; one that cannot be made is reported on standard error.
    public static func makeSource() -> any MotionSource {
        known.withLock { known in
            if let spare = known?.spare {
                known?.spare = nil
                return spare
            }
            let source = makeChosenSource()
            known = (source.capabilities, nil)
            return source
        }
    }

    /// What `makeSource` gives can deliver; a recording is opened once to find out.
    public static var capabilities: SourceCapabilities {
        known.withLock { known in
            if let known { return known.capabilities }
            let source = makeChosenSource()
            known = (source.capabilities, source)
            return source.capabilities
        }
    }

    private static func makeChosenSource() -> any MotionSource {
        do {
            return try source.makeSource()
        } catch {
            report("\(error)")
            return EmptySource()
        }
    }

    private static let sourceFromEnvironment: SourceDescription = {
        guard let text = ProcessInfo.processInfo.environment["COREMOTION_SOURCE"], !text.isEmpty else {
            report("no sensors: COREMOTION_SOURCE is not set (replay:FILE, or simulate:turns to try)")
            return .none
        }
        do {
            return try SourceDescription(parsing: text)
        } catch {
            report("COREMOTION_SOURCE: \(error)")
            return .none
        }
    }()

    private static let locationFromEnvironment: GeographicLocation? = {
        guard let text = ProcessInfo.processInfo.environment["COREMOTION_LOCATION"], !text.isEmpty else { return nil }
        let location = GeographicLocation(parsing: text)
        if location == nil {
            report("COREMOTION_LOCATION: ‘\(text)’ is not LAT,LON or LAT,LON,ALT in degrees and metres")
        }
        return location
    }()

    private static func report(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("coremotion: \(message)\n".utf8))
    }
}
