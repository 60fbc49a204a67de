// OpenCoreMotion: what this project adds to Apple's surface: the choice of a source, asynchronous streams, the end of a
// recording. It may import CoreMotion, MotionSources and the core, and re-exports what its users then need.

@_exported public import CoreMotion
@_exported public import MotionSources
@_exported public import MotionTypes
