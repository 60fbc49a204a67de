import MotionTypes
import SensorFusion
import Testing

@Suite("World Magnetic Model 2025")
struct GeomagneticModelTests {
    /// Year, altitude (km), latitude, longitude (degrees); X, Y, Z (nT) and
    /// declination (degrees).
    ///
    /// NOAA's own test values (WMM2025_TEST_VALUES.txt, in the public domain).
    static let published: [[Double]] = [
        [2025.0, 0, 80, 0, 6521.6, 145.9, 54791.5, 1.28],
        [2025.0, 0, 0, 120, 39677.8, -109.6, -10580.2, -0.16],
        [2025.0, 0, -80, 240, 6117.5, 15751.9, -52022.5, 68.78],
        [2025.0, 100, 80, 0, 6216.0, 92.4, 52598.8, 0.85],
        [2025.0, 100, 0, 120, 37688.6, -96.2, -10152.1, -0.15],
        [2025.0, 100, -80, 240, 5907.6, 14780.3, -49540.7, 68.21],
        [2027.5, 0, 80, 0, 6500.8, 294.5, 54869.4, 2.59],
        [2027.5, 0, 0, 120, 39701.6, -167.4, -10381.8, -0.24],
        [2027.5, 0, -80, 240, 6200.7, 15730.3, -51783.7, 68.49],
        [2027.5, 100, 80, 0, 6196.7, 233.8, 52670.5, 2.16],
        [2027.5, 100, 0, 120, 37711.5, -148.7, -9969.8, -0.23],
        [2027.5, 100, -80, 240, 5984.0, 14760.1, -49317.7, 67.93],
    ]

    @Test("the published test values come out to their last digit", arguments: published)
    func testValues(row: [Double]) throws {
        let field = try #require(
            GeomagneticModel.wmm2025.field(latitude: row[2], longitude: row[3], altitude: row[1] * 1000, year: row[0]))
        #expect(abs(field.north * 1000 - row[4]) < 0.06)
        #expect(abs(field.east * 1000 - row[5]) < 0.06)
        #expect(abs(field.down * 1000 - row[6]) < 0.06)
        #expect(abs(field.declination * Units.degreesPerRadian - row[7]) < 0.006)
    }

    @Test("inclination and strength follow from the components")
    func derived() throws {
        let field = try #require(GeomagneticModel.wmm2025.field(latitude: 80, longitude: 0, year: 2025))
        #expect(abs(field.inclination * Units.degreesPerRadian - 83.21) < 0.006)
        #expect(abs(field.horizontal * 1000 - 6523.2) < 0.06)
        #expect(abs(field.total * 1000 - 55178.5) < 0.06)
    }

    @Test("longitudes a turn apart are one place, and the poles have a field")
    func wholeTurn() throws {
        let model = GeomagneticModel.wmm2025
        let west = try #require(model.field(latitude: 47, longitude: -120, year: 2026))
        let east = try #require(model.field(latitude: 47, longitude: 240, year: 2026))
        #expect(abs(west.north - east.north) < 1e-9 && abs(west.east - east.east) < 1e-9)
        for latitude in [90.0, -90] {
            let pole = try #require(model.field(latitude: latitude, longitude: 10, year: 2026))
            let near = try #require(model.field(latitude: latitude * 0.999_999_9, longitude: 10, year: 2026))
            #expect(abs(pole.total - near.total) < 1e-3 && abs(pole.declination - near.declination) < 1e-3)
        }
    }

    @Test("places and times that cannot be give nothing")
    func invalid() {
        let model = GeomagneticModel.wmm2025
        #expect(model.field(latitude: 91, longitude: 0, year: 2025) == nil)
        #expect(model.field(latitude: .nan, longitude: 0, year: 2025) == nil)
        #expect(model.field(latitude: 0, longitude: .infinity, year: 2025) == nil)
        #expect(model.field(latitude: 0, longitude: 0, altitude: -1e7, year: 2025) == nil)
        #expect(model.field(latitude: 0, longitude: 0, year: .nan) == nil)
        #expect(model.validity == 2025...2030)
    }
}
