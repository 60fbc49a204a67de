import MotionTypes

extension OrientationDetector {
    /// The constants of the detector.
    ///
    /// Their values come from measurements on recorded phone trials with motion-captured truth, unless said otherwise.
    public struct Parameters: Hashable, Sendable {
        /// The longest step in seconds; longer ones are parted, so that the rate of sampling matters little.
        public var longestStep = 0.01
        /// A gap in seconds after which evidence that was gathered is of no use.
        public var gap = 0.5
        /// Samples of no use for so long (s) make the orientation unknown.
        public var unusable = 1.0
        /// Below this length (G) the device falls freely, and nothing is learnt.
        public var freeFall = 0.3
        /// The first determination takes so long (s) near an orientation, up to `longDwell` halfway between two.
        public var firstDwell = 0.1

        /// The first determination is made up to this lean (rad), where an accelerometer's offset of a percent turns the
        /// screen angle by 3°.
        public var firstLimit = 80 * Units.radiansPerDegree

        // MARK: Flat

        /// Lying flat begins beyond this lean (rad), and ends below `flatLeave`.
        public var flatEnter = 80 * Units.radiansPerDegree
        /// See `flatEnter`.
        public var flatLeave = 70 * Units.radiansPerDegree
        /// Lying flat is decided after so long (s).
        public var flatEnterDwell = 0.4
        /// Lying flat no longer is decided after so long (s).
        public var flatLeaveDwell = 0.25
        /// Beyond this lean (rad) the planar orientation is kept.
        public var planarLimit = 75 * Units.radiansPerDegree

        // MARK: Turning

        /// How far (rad) beyond the halfway mark of 45° the screen must turn before anything counts: the hysteresis is
        /// twice that.
        public var hysteresis = 15 * Units.radiansPerDegree
        /// From this margin (rad) beyond the hysteresis on the decision takes `shortDwell`, at no margin `longDwell`.
        public var wideMargin = 10 * Units.radiansPerDegree
        /// See `wideMargin`, in seconds.
        public var longDwell = 0.5
        /// See `wideMargin`, in seconds.
        public var shortDwell = 0.05
        /// Evidence is lost within this time (s).
        public var evidenceDecay = 0.1
        /// Gravity's share in the screen plane from which on the screen angle is fully believed; at the planar limit a
        /// quarter.
        public var clearShare = 0.4

        // MARK: Swinging, with a gyroscope

        /// The low pass of the turning, in seconds: no rate of sampling then sees more of a swing than another.
        public var swingSmoothing = 0.08
        /// The memory of turning, in seconds.
        public var swingMemory = 1.5
        /// Turning to and fro by this rate (rad/s), beyond what leads somewhere, doubles the dwell.
        public var swingRate = 20 * Units.radiansPerDegree
        /// Swinging lengthens the dwell this many times at most.
        public var swingLimit = 10.0

        /// A screen that turns by less than this (rad/s) for `restDwell` has come to rest.
        ///
        /// Then swinging before it does not count: a swing is as slow only for some hundredths of a second, where it
        /// turns back.
        public var restRate = 40 * Units.radiansPerDegree
        /// In seconds, see `restRate`.
        public var restDwell = 0.2

        // MARK: Shaking, without a gyroscope

        /// The low pass of the acceleration, in seconds.
        public var accelerationSmoothing = 0.025
        /// The memory of shaking, in seconds.
        public var shakeMemory = 0.15
        /// Shaking of this mean square (G²) doubles the dwell.
        public var shakeLevel = 0.36
        /// An acceleration that differs from 1 G by this (G) is not gravity, for `magnitudeHold` seconds.
        public var magnitudeTolerance = 0.3
        /// See `magnitudeTolerance`.
        public var magnitudeHold = 0.2

        // MARK: The accelerometer against fused gravity

        /// The low pass of the acceleration that is held against gravity, in seconds.
        public var checkSmoothing = 0.1
        /// The memory of how quiet the acceleration is, in seconds.
        public var checkMemory = 0.3
        /// A quiet acceleration this far (rad) from gravity for `checkDwell` takes its place.
        public var checkEnter = 25 * Units.radiansPerDegree
        /// Gravity is back in its place when they differ by less than this (rad) for `checkLeaveDwell`.
        public var checkLeave = 12 * Units.radiansPerDegree
        /// In seconds, see `checkEnter`.
        public var checkDwell = 0.2
        /// In seconds, see `checkLeave`.
        public var checkLeaveDwell = 0.1
        /// Quiet is under this mean square (G²), restless over `checkRestless`.
        public var checkQuiet = 0.03
        /// See `checkQuiet`.
        public var checkRestless = 0.15
        /// A quiet acceleration differs from 1 G by less than this (G).
        public var checkTolerance = 0.15

        /// The defaults.
        public init() {}
    }
}
