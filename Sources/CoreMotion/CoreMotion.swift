// CoreMotion: Apple's public surface under its own names, and nothing more. It may import MotionSources and the core;
// what goes beyond Apple's surface is public in OpenCoreMotion and has package access here.

/// Clients write `import CoreMotion` alone and use `OperationQueue` and `TimeInterval`, as on Apple's platforms.
@_exported public import Foundation
