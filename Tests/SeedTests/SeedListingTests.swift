import Foundation
import Testing
import TestSupport

/// The listing of the document on orientation under a rotation lock, taken out of it and compiled unchanged.
@Suite("The seed's OrientationManager")
struct SeedListingTests {
    private static let seed = SharedData.root.appending(path: "seeds/002_b2deac5507d25c8e.txt")

    /// The text from a line that starts so to the next line that is just a closing brace.
    private func listing(from start: String, in document: String) throws -> String {
        let lines = document.components(separatedBy: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix(start) })
        let last = try #require(lines[first...].firstIndex { $0 == "}" })
        return lines[first...last].joined(separator: "\n")
    }

    /// The first version, as it stands there.
    private func firstVersion() throws -> String {
        let document = try String(contentsOf: Self.seed, encoding: .utf8)
        return try listing(from: "import CoreMotion", in: document)
    }

    /// The second version: the enumeration, the new property and the new `if` put where the document says.
    private func secondVersion() throws -> String {
        let document = try String(contentsOf: Self.seed, encoding: .utf8)
        let enumeration = try listing(from: "enum DeviceOrientation", in: document)
        let lines = document.components(separatedBy: "\n")
        let property = try #require(lines.first { $0.hasPrefix("var onOrientationChanged") })
        let marker = try #require(lines.firstIndex { $0.hasPrefix("    if motionManager.isDeviceMotionAvailable {") })
        let end = try #require(lines[marker...].firstIndex { $0 == "    }" })
        let newIf = lines[marker...end].joined(separator: "\n")

        let old = try firstVersion()
        let oldIf = try #require(old.range(of: "        if motionManager.isDeviceMotionAvailable {"))
        let oldEnd = try #require(old.range(of: "\n        }\n", range: oldIf.lowerBound..<old.endIndex))
        let replaced = old.replacingCharacters(in: oldIf.lowerBound..<oldEnd.upperBound, with: newIf + "\n")
        let withProperty = replaced.replacingOccurrences(
            of: "    let motionManager = CMMotionManager()\n",
            with: "    let motionManager = CMMotionManager()\n    \(property)\n")
        #expect(withProperty != replaced && replaced != old)
        return withProperty + "\n\n" + enumeration + "\n"
    }

    /// Compiles a listing with a main program against the built module, and runs it on a turn through all orientations.
    private func orientations(_ listing: String, main: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try listing.write(to: folder.appending(path: "OrientationManager.swift"), atomically: true, encoding: .utf8)
        try main.write(to: folder.appending(path: "main.swift"), atomically: true, encoding: .utf8)

        // The objects that the build linked into a program on CoreMotion, without that program's own.
        let list = buildFolder.appending(path: "GyroscopePull.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.contains("/GyroscopePull.build/") }
        let program = folder.appending(path: "program")
        let compiler = try #require(Self.compiler)
        let compiled = try run(
            compiler,
            [
                "-swift-version", "5", "-I", buildFolder.appending(path: "Modules").path, "-I",
                SharedData.root.deletingLastPathComponent().path, "-Xcc",
                "-fmodule-map-file=\(Self.repository.appending(path: "Sources/CLibzip/module.modulemap").path)",
                folder.appending(path: "OrientationManager.swift").path, folder.appending(path: "main.swift").path,
            ] + objects + ["-lzip", "-o", program.path] + Self.sanitizer)
        #expect(compiled.status == 0, "\(compiled.errors)")
        let result = try run(
            program, environment: ["COREMOTION_SOURCE": "simulate:turns?speed=8&errors=none"])
        #expect(result.status == 0, "\(result.errors)")
        var lines = result.output.split(separator: "\n").map(String.init)
        for index in lines.indices.dropFirst().reversed() where lines[index] == lines[index - 1] {
            lines.remove(at: index)
        }
        return lines
    }

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "swiftc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// What the objects were built with, a program that they are linked into needs too.
    private static let sanitizer =
        ProcessInfo.processInfo.environment["OPENCOREMOTION_SANITIZER"].map { ["-sanitize=\($0)"] } ?? []

    @Test(
        "the first version compiles unchanged and prints the four orientations in turn",
        .enabled(if: SharedData.hasSeeds, Comment(rawValue: SharedData.missing)))
    func first() throws {
        let main = """
            import CoreMotion
            let manager = OrientationManager()
            manager.startDeviceMotionUpdates()
            RunLoop.main.run(until: Date() + 4)
            manager.stopUpdates()
            """
        #expect(
            try orientations(try firstVersion(), main: main)
                == [
                    "Portrait", "Landscape Left", "Portrait Upside Down", "Landscape Right", "Portrait",
                ].map { "물리적 방향: " + $0 })
    }

    @Test(
        "the second version compiles unchanged and calls back with the four orientations in turn",
        .enabled(if: SharedData.hasSeeds, Comment(rawValue: SharedData.missing)))
    func second() throws {
        let main = """
            import CoreMotion
            let manager = OrientationManager()
            manager.onOrientationChanged = { print($0) }
            manager.startDeviceMotionUpdates()
            RunLoop.main.run(until: Date() + 4)
            manager.stopUpdates()
            """
        #expect(
            try orientations(try secondVersion(), main: main)
                == ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"])
    }
}
