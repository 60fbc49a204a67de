// OpenCoreMotion: what this project adds to Apple's surface: the choice of a source, asynchronous streams, the end of a
// recording, the orientation of the device. It may import CoreMotion and everything below, and re-exports what its users
// then need.

@_exported public import CoreMotion
@_exported public import MotionRecognition
@_exported public import MotionSources
@_exported public import MotionTypes
