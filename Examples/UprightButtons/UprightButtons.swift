// Buttons that stay upright while the rotation lock is on: the turn is animated, always the shorter way round.
//
//   COREMOTION_SOURCE=simulate:turns swift run UprightButtons

import OpenCoreMotion

@main
struct UprightButtons {
    static func main() async {
        let manager = OrientationManager()
        guard manager.isAvailable else {
            print("No accelerometer. Set COREMOTION_SOURCE, for example to simulate:turns.")
            return
        }
        var rotation = InterfaceRotation()
        for await orientation in manager.orientations() {
            let degrees = Int((rotation.turn(to: orientation) * Units.degreesPerRadian).rounded())
            print("\(orientation): the buttons turn to \(degrees) degrees")
        }
    }
}
