// swift-tools-version: 6.2
import PackageDescription

// The dependency rule of ARCHITECTURE.md stands here: a target lists exactly the modules on lower lines that it may
// import, and the Makefile builds with `--explicit-target-dependency-import-check error`, so that an import which is
// not listed fails the build.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: ["TestSupport"] + dependencies, swiftSettings: settings)
}

func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Examples/" + name, swiftSettings: settings)
}

var products: [Product] = [
    .library(name: "MotionTypes", targets: ["MotionTypes"]),
    .library(name: "SensorFusion", targets: ["SensorFusion"]),
    .library(name: "MotionRecognition", targets: ["MotionRecognition"]),
    .library(name: "MotionRecordings", targets: ["MotionRecordings"]),
    .library(name: "MotionSources", targets: ["MotionSources"]),
]

var targets: [Target] = [
    // The core: pure computation, no Foundation, no input or output.
    module("MotionTypes"),
    module("SensorFusion", ["MotionTypes"]),
    module("MotionRecognition", ["MotionTypes"]),

    // Files and live sources.
    .systemLibrary(name: "CLibzip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    module("MotionRecordings", ["CLibzip", "MotionTypes"]),
    module("MotionSources", ["MotionRecordings", "MotionRecognition", "SensorFusion", "MotionTypes"]),

    // Tests.
    .target(
        name: "TestSupport", dependencies: ["MotionRecordings", "MotionSources", "MotionTypes"],
        path: "Tests/TestSupport",
        swiftSettings: settings),
    tests("MotionTypes", ["MotionTypes"]),
    tests("MotionRecognition", ["MotionRecognition", "MotionSources", "MotionTypes"]),
    tests("SensorFusion", ["SensorFusion", "MotionTypes", "MotionRecordings", "MotionSources"]),
    tests("MotionRecordings", ["MotionRecordings", "MotionTypes"]),
    tests("MotionSources", ["MotionSources", "MotionRecordings", "SensorFusion", "MotionTypes"]),
]

// On Apple's platforms the system's own Core Motion takes the place of ours, and what stands on ours is left out.
#if os(Linux)
    products += [
        .library(name: "CoreMotion", targets: ["CoreMotion"]),
        .library(name: "OpenCoreMotion", targets: ["OpenCoreMotion"]),
        .executable(name: "coremotion", targets: ["CommandLineTool"]),
    ]
    targets += [
        module("CoreMotion", ["MotionRecordings", "MotionSources", "SensorFusion", "MotionTypes"]),
        module(
            "OpenCoreMotion", ["CoreMotion", "MotionRecognition", "MotionRecordings", "MotionSources", "MotionTypes"]),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: [
                "OpenCoreMotion", "CoreMotion", "MotionSources", "MotionRecordings", "MotionRecognition",
                "SensorFusion", "MotionTypes",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "UpdateBenchmark", dependencies: ["OpenCoreMotion", "MotionSources", "MotionTypes"],
            path: "Benchmarks/UpdateBenchmark", swiftSettings: settings),
        .executableTarget(
            name: "OrientationBenchmark",
            dependencies: ["MotionRecognition", "MotionRecordings", "MotionSources", "SensorFusion", "MotionTypes"],
            path: "Benchmarks/OrientationBenchmark", swiftSettings: settings),
        .executableTarget(
            name: "FusionBenchmark", dependencies: ["MotionSources", "SensorFusion", "MotionTypes"],
            path: "Benchmarks/FusionBenchmark", swiftSettings: settings),
        example("GyroscopePull", ["CoreMotion"]),
        example("GyroscopePush", ["CoreMotion"]),
        example("DeviceMotionLog", ["OpenCoreMotion"]),
        example("UprightButtons", ["OpenCoreMotion"]),
        example("RawFusion", ["MotionSources", "SensorFusion", "MotionTypes"]),
        .target(name: "TapCounter", dependencies: ["CoreMotion"], path: "Examples/TapCounter", swiftSettings: settings),
        .testTarget(
            name: "TapCounterTests", dependencies: ["OpenCoreMotion", "TapCounter"], path: "Examples/TapCounterTests",
            swiftSettings: settings),
        tests("Examples", ["GyroscopePull", "GyroscopePush", "DeviceMotionLog", "UprightButtons", "RawFusion"]),
        tests("Seed", ["CoreMotion", "GyroscopePull"]),
        tests("CoreMotion", ["CoreMotion", "MotionSources", "MotionRecordings", "SensorFusion", "MotionTypes"]),
        tests("OpenCoreMotion", ["OpenCoreMotion", "CoreMotion", "MotionSources", "MotionTypes"]),
        tests("CommandLineTool", ["CommandLineTool", "MotionRecordings", "MotionTypes"]),
    ]
#endif

let package = Package(
    name: "OpenCoreMotion",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: products,
    targets: targets
)
