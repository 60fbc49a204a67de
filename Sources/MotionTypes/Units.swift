/// Conversion factors between the units that files and devices use and those used inside (G, rad/s, µT, s).
public enum Units {
    /// Standard gravity in m/s², by which G is defined (CGPM 1901; ISO 80000-3).
    public static let standardGravity = 9.80665

    /// Radians in one degree.
    public static let radiansPerDegree = Double.pi / 180

    /// Degrees in one radian.
    public static let degreesPerRadian = 180 / Double.pi

    /// Microteslas in one gauss.
    public static let microteslasPerGauss = 100.0
}
