import MotionTypes

/// A spherical-harmonic model of the earth's main magnetic field, which changes linearly from its epoch on.
///
/// The magnetic potential is the sum over degree n and order m of
/// a·(a/r)^(n+1)·(g·cos mλ + h·sin mλ)·P(n, m)(cos θ) with Schmidt's semi-normalised Legendre functions P and
/// a = 6371.2 km; the field is its negative gradient (The US/UK World Magnetic Model for 2025-2030, technical report).
public struct GeomagneticModel: Sendable {
    /// The year the coefficients hold for.
    public let epoch: Double
    /// The years the model is meant for.
    public var validity: ClosedRange<Double> { epoch...epoch + 5 }

    private let cosine: [Double]
    private let sine: [Double]
    private let cosineChange: [Double]
    private let sineChange: [Double]
    private let degree: Int

    /// The reference radius of the coefficients, in m.
    private static let radius = 6_371_200.0
    /// The semi-major axis in m and the squared eccentricity of WGS 84.
    private static let (equator, eccentricitySquared) = (6_378_137.0, 0.006_694_379_990_141_317)

    /// A model of four lists of coefficients (nT, nT a year), degree by degree from 1, orders 0 to n.
    init(epoch: Double, cosine: [Double], sine: [Double], cosineChange: [Double], sineChange: [Double]) {
        self.epoch = epoch
        self.cosine = cosine
        self.sine = sine
        self.cosineChange = cosineChange
        self.sineChange = sineChange
        var degree = 0
        while (degree + 1) * (degree + 4) / 2 <= cosine.count { degree += 1 }
        self.degree = degree
    }

    /// The field at a place and time.
    ///
    /// - Parameters:
    ///   - latitude: the geodetic latitude in degrees (WGS 84), north positive, [-90, 90].
    ///   - longitude: the longitude in degrees, east positive.
    ///   - altitude: the height above the ellipsoid in m, -100 km to 1000 km.
    ///   - year: the time as a decimal year; outside `validity` the change is carried on and errs by more.
    /// - Returns: nil where an argument is out of its range or not finite.
    public func field(latitude: Double, longitude: Double, altitude: Double = 0, year: Double) -> GeomagneticField? {
        guard abs(latitude) <= 90, longitude.isFinite, abs(altitude) <= 1e6, altitude >= -1e5, year.isFinite else {
            return nil
        }
        let phi = latitude * Units.radiansPerDegree
        let (sinPhi, cosPhi) = (PlatformMath.sine(phi), PlatformMath.cosine(phi))
        // Geodetic to geocentric.
        let normal = Self.equator / (1 - Self.eccentricitySquared * sinPhi * sinPhi).squareRoot()
        let p = (normal + altitude) * cosPhi
        let z = (normal * (1 - Self.eccentricitySquared) + altitude) * sinPhi
        let r = (p * p + z * z).squareRoot()
        let (north, east, down) = geocentric(
            sine: p / r, cosine: z / r, longitude: longitude * Units.radiansPerDegree, ratio: Self.radius / r,
            years: year - epoch)
        // Back to the geodetic vertical.
        let turn = PlatformMath.arcTangent(z, p) - phi
        let (s, c) = (PlatformMath.sine(turn), PlatformMath.cosine(turn))
        return GeomagneticField(
            north: (north * c - down * s) / 1000, east: east / 1000, down: (north * s + down * c) / 1000)
    }

    /// The field in geocentric axes in nT, at the colatitude whose `sine` and `cosine` are given.
    private func geocentric(
        sine s: Double, cosine c: Double, longitude: Double, ratio: Double, years: Double
    ) -> (north: Double, east: Double, down: Double) {
        var (north, east, down) = (0.0, 0.0, 0.0)
        // P(m, m), its derivative by the colatitude, and P(m, m) / sin: that one has no pole.
        var (sectoral, slope, quotient) = (1.0, 0.0, 0.0)
        for m in 0...degree {
            let order = Double(m)
            if m > 0 {
                let factor = m == 1 ? 1 : (1 - 1 / (2 * order)).squareRoot()
                slope = factor * (c * sectoral + s * slope)
                quotient = factor * (m == 1 ? 1 : s * quotient)
                sectoral *= factor * s
            }
            let (cosM, sinM) = (PlatformMath.cosine(order * longitude), PlatformMath.sine(order * longitude))
            var now = SIMD4(sectoral, slope, quotient, 0)
            var before = SIMD4<Double>.zero
            for n in max(1, m)...degree {
                let k = Double(n)
                if n > m {
                    let root = (k * k - order * order).squareRoot()
                    let lower = ((k - 1) * (k - 1) - order * order).squareRoot()
                    let next = (now * c - SIMD4(0, s * now[0], 0, 0)) * ((2 * k - 1) / root) - before * (lower / root)
                    before = now
                    now = next
                }
                let index = (n - 1) * (n + 2) / 2 + m
                let g = cosine[index] + years * cosineChange[index]
                let h = sine[index] + years * sineChange[index]
                var scale = ratio * ratio
                for _ in 0..<n { scale *= ratio }
                north += scale * (g * cosM + h * sinM) * now[1]
                east += scale * order * (g * sinM - h * cosM) * now[2]
                down -= scale * (k + 1) * (g * cosM + h * sinM) * now[0]
            }
        }
        return (north, east, down)
    }
}
