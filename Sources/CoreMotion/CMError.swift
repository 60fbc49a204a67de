// Apple's names start with capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The domain of Core Motion's errors, which are `NSError`s with the raw value of a `CMError` as their code.
public let CMErrorDomain = "CMErrorDomain"

/// A Core Motion error code; a plain C enumeration in the original, so not an `Error` itself.
public struct CMError: RawRepresentable, Equatable, Hashable, Sendable {
    /// The code.
    public var rawValue: UInt32
    /// A code from its number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// A code from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The error of this code, with a sentence that says what happened and one that says what to do.
    package func error(_ description: String, suggestion: String? = nil, cause: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let suggestion { userInfo[NSLocalizedRecoverySuggestionErrorKey] = suggestion }
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        return NSError(domain: CMErrorDomain, code: Int(rawValue), userInfo: userInfo)
    }
}

/// No error.
public var CMErrorNULL: CMError { CMError(100) }
/// The device must move before sampling can begin.
public var CMErrorDeviceRequiresMovement: CMError { CMError(101) }
/// True north is not available, because the location is not known.
public var CMErrorTrueNorthNotAvailable: CMError { CMError(102) }
/// An unknown error, such as a source that broke off.
public var CMErrorUnknown: CMError { CMError(103) }
/// Motion activity is not available on this device.
public var CMErrorMotionActivityNotAvailable: CMError { CMError(104) }
/// The app may not use motion activity.
public var CMErrorMotionActivityNotAuthorized: CMError { CMError(105) }
/// The app lacks an entitlement for motion activity.
public var CMErrorMotionActivityNotEntitled: CMError { CMError(106) }
/// A parameter is invalid.
public var CMErrorInvalidParameter: CMError { CMError(107) }
/// The action is invalid.
public var CMErrorInvalidAction: CMError { CMError(108) }
/// The service is not available on this device.
public var CMErrorNotAvailable: CMError { CMError(109) }
/// The app lacks an entitlement.
public var CMErrorNotEntitled: CMError { CMError(110) }
/// The app is not authorized.
public var CMErrorNotAuthorized: CMError { CMError(111) }
/// There is no data.
public var CMErrorNilData: CMError { CMError(112) }
/// The size of the data is wrong.
public var CMErrorSize: CMError { CMError(113) }
