public import MotionTypes

extension DeviceOrientation {
    /// The orientation by the rule that tutorials give: the larger of gravity's x and y decides, and its sign.
    ///
    /// For comparison: held at 45° it flips with every tremor, and flat on a table with every breath of noise. It knows
    /// no face up; both zero gives landscape left, as the rule has it.
    public init(largerAxisOf gravity: Vector3) {
        if abs(gravity.y) > abs(gravity.x) {
            self = gravity.y > 0 ? .portraitUpsideDown : .portrait
        } else {
            self = gravity.x > 0 ? .landscapeRight : .landscapeLeft
        }
    }
}
