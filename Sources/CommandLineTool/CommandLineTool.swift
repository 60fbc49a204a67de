// CommandLineTool: the program `coremotion`: one file a subcommand, no logic of its own. It may import everything below.

import Foundation
import MotionRecordings
import MotionSources

@main
enum CommandLineTool {
    static var subcommands: [any Subcommand.Type] {
        [
            AnalyzeCommand.self, MotionCommand.self, OrientationCommand.self, WatchCommand.self, SimulateCommand.self,
            ConvertCommand.self,
        ]
    }
    static let version = "0.1.0"

    static func main() async {
        Interruption.install()
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        exit(status)
    }

    private static func run(_ words: [String]) async -> Int32 {
        guard let word = words.first else {
            Message.write(overview + "\n")
            return 2
        }
        switch word {
        case "help" where words.count > 1: return await run([words[1], "--help"])
        case "--help", "-h", "help": return await status { try printOut(overview) }
        case "--version": return await status { try printOut(version) }
        default:
            guard let type = subcommands.first(where: { $0.name == word }) else {
                Message.error(unknown(word, among: subcommands.map { $0.name }, what: "subcommand"))
                Message.write("usage: coremotion SUBCOMMAND [options] (coremotion --help lists them)\n")
                return 2
            }
            let parser = CommandParser(type)
            return await status(usage: parser.usage) {
                guard let command = try parser.parse(Array(words.dropFirst())) else { return try printOut(parser.help) }
                try await command.run()
            }
        }
    }

    /// Does the work; an error is told, and becomes the exit code.
    private static func status(usage: String = "", _ work: () async throws -> Void) async -> Int32 {
        do {
            try await work()
            return 0
        } catch let error as UsageError {
            return wrongUsage(error.message, usage)
        } catch let error as SourceError {
            return wrongUsage(error.description, usage)
        } catch let error as Interrupted {
            return interrupted(error.outcome)
        } catch is RecordingError where Interruption.isRequested {
            // A source's stream that ended before its header.
            return interrupted("")
        } catch let error as RecordingError {
            Message.error(error.description)
            return 3
        } catch let error as OutputError {
            // Who reads our output may have enough of it, as `head` has: not a failure of ours.
            if error.isClosedPipe { return 0 }
            Message.error(error.description)
            return 1
        } catch {
            Message.error("\(error)")
            return 1
        }
    }

    private static func interrupted(_ outcome: String) -> Int32 {
        Message.note(outcome.isEmpty ? "interrupted" : "interrupted: \(outcome)")
        return Interruption.exitCode
    }

    private static func wrongUsage(_ message: String, _ usage: String) -> Int32 {
        Message.error(message)
        Message.write(usage + " (--help explains them)\n")
        return 2
    }

    private static var overview: String {
        let width = (subcommands.map { $0.name.count }.max() ?? 0) + 2
        let rows = subcommands.map {
            "  " + $0.name.padding(toLength: width, withPad: " ", startingAt: 0) + $0.summary
        }
        return """
            Motion sensors on Linux: recordings, simulated motion, fused device motion.

            usage: coremotion SUBCOMMAND [options] [FILE…]

            \(rows.joined(separator: "\n"))

            ‘coremotion SUBCOMMAND --help’ tells more. Data goes to standard output, messages to standard error;
            ‘-’ is standard input or output. Exit: 0 done, 1 failed, 2 wrong usage, 3 unreadable input,
            130 or 143 ended by Ctrl-C or SIGTERM before the end of a recording; a live source is done then.
            """
    }
}
