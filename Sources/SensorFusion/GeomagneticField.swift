import MotionTypes

/// The earth's magnetic field at a place and time, in geodetic axes.
public struct GeomagneticField: Hashable, Sendable {
    /// The component towards true north in µT.
    public var north: Double
    /// The component towards the east in µT.
    public var east: Double
    /// The component down, square to the ellipsoid, in µT.
    public var down: Double

    /// A field of three components in µT.
    public init(north: Double, east: Double, down: Double) {
        self.north = north
        self.east = east
        self.down = down
    }

    /// The horizontal strength in µT.
    public var horizontal: Double { (north * north + east * east).squareRoot() }

    /// The strength in µT.
    public var total: Double { (north * north + east * east + down * down).squareRoot() }

    /// The angle from true to magnetic north in rad, east positive, (-π, π].
    public var declination: Double { PlatformMath.arcTangent(east, north) }

    /// The angle of the field below the horizontal in rad, [-π/2, π/2].
    public var inclination: Double { PlatformMath.arcTangent(down, horizontal) }
}
