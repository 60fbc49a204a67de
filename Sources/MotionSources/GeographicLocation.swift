public import Foundation
import SensorFusion

/// A place on Earth, which true north needs.
public struct GeographicLocation: Sendable, Equatable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 360.
    public var longitude: Double
    /// Metres above the WGS 84 ellipsoid, -1000 to 850,000: the World Magnetic Model's range.
    public var altitude: Double

    /// A place; nil where a value is out of range or not finite.
    public init?(latitude: Double, longitude: Double, altitude: Double = 0) {
        guard (-90...90).contains(latitude), (-180...360).contains(longitude), (-1000...850_000).contains(altitude)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    /// The magnetic declination here in radians, east positive, by the World Magnetic Model; 0 where the model has none.
    public func declination(at date: Date) -> Double {
        let year = 1970 + date.timeIntervalSince1970 / (365.2425 * 86_400)
        let model = GeomagneticModel.wmm2025
        return model.field(latitude: latitude, longitude: longitude, altitude: altitude, year: year)?.declination ?? 0
    }

    /// Parses `LAT,LON` or `LAT,LON,ALT` (degrees, metres); nil if that is not what the text holds.
    public init?(parsing text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        guard let altitude = numbers.count == 3 ? numbers[2] : 0 else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}
