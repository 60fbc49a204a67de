public import Foundation

/// The outcome of a program that a test ran.
public struct ProgramResult: Sendable {
    /// The exit status; -1 if a signal ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
}

/// The folder of what the build made, where the programs are.
public let buildFolder: URL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()

/// Runs a program to its end, with standard input from a text; it is killed after a minute.
public func run(
    _ program: URL, _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
) throws -> ProgramResult {
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: a program that writes much must not stop for want of a reader.
    func file(_ name: String, _ contents: Data = Data()) throws -> URL {
        let url = folder.appending(path: name)
        try contents.write(to: url)
        return url
    }
    let (output, errors) = (try file("output"), try file("errors"))
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: try file("input", Data(input.utf8)))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return ProgramResult(
        status: process.terminationReason == .exit ? process.terminationStatus : -1,
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
}

/// Runs a program of this package by its product's name.
public func runProduct(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
) throws -> ProgramResult {
    try run(buildFolder.appending(path: name), arguments, environment: environment, input: input)
}
