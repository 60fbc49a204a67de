import Foundation

/// Reads a subcommand's words into its declared parameters, and writes its help.
struct CommandParser {
    private let type: any Subcommand.Type
    private let arguments: [any DeclaredArgument]
    private let options: [any DeclaredOption]
    private let command: any Subcommand

    init(_ type: any Subcommand.Type) {
        self.type = type
        command = type.init()
        let parameters = Mirror(reflecting: command).children.map(\.value)
        arguments = parameters.compactMap { $0 as? any DeclaredArgument }
        options = parameters.compactMap { $0 as? any DeclaredOption }
    }

    /// The subcommand with its parameters filled in; nil if help was asked for.
    func parse(_ words: [String]) throws(UsageError) -> (any Subcommand)? {
        var positional: [String] = []
        var taken: Set<String> = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" { return nil }
            if word == "--" {
                positional += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                positional.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                throw UsageError(unknown(parts[0], among: options.map(\.name) + ["--help"], what: "option"))
            }
            guard taken.insert(option.name).inserted else { throw UsageError("\(option.name) is given twice") }
            if option.takesValue {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw UsageError("\(option.label): the value is missing")
                }
                try option.take(value)
            } else {
                guard parts.count == 1 else { throw UsageError("\(option.name) takes no value") }
                try option.take("")
            }
        }
        try assign(positional)
        return command
    }

    private func assign(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        for argument in arguments {
            if argument.takesMany {
                guard !rest.isEmpty || !argument.isRequired else { throw UsageError("\(argument.label) is missing") }
                while let word = rest.popFirst() { try argument.take(word) }
            } else if let word = rest.popFirst() {
                try argument.take(word)
            } else if argument.isRequired {
                throw UsageError("\(argument.label) is missing")
            }
        }
        if let extra = rest.first { throw UsageError("unexpected argument ‘\(extra)’") }
    }

    /// `usage: coremotion motion [options] [FILE]`.
    var usage: String {
        let labels = arguments.map { argument in
            let label = argument.label + (argument.takesMany ? "…" : "")
            return argument.isRequired ? label : "[\(label)]"
        }
        return (["usage: coremotion", type.name] + (options.isEmpty ? [] : ["[options]"]) + labels)
            .joined(separator: " ")
    }

    var help: String {
        let parameters: [any DeclaredParameter] = arguments + options
        let width = (parameters.map(\.label.count).max() ?? 0) + 2
        var lines = [type.summary, "", usage, ""]
        for parameter in parameters {
            let label = parameter.label.padding(toLength: width, withPad: " ", startingAt: 0)
            let help = parameter.help.split(separator: "\n", omittingEmptySubsequences: false)
            lines.append("  \(label)\(help[0])")
            lines += help.dropFirst().map { String(repeating: " ", count: width + 2) + $0 }
        }
        if !type.discussion.isEmpty { lines += ["", type.discussion] }
        return lines.joined(separator: "\n")
    }
}

/// A message on a word that is not known, with the nearest one that is.
func unknown(_ word: String, among known: [String], what: String) -> String {
    let nearest = known.map { ($0, editDistance($0, word)) }.min { $0.1 < $1.1 }
    guard let nearest, nearest.1 <= max(2, word.count / 3) else { return "unknown \(what) ‘\(word)’" }
    return "unknown \(what) ‘\(word)’; did you mean ‘\(nearest.0)’?"
}

/// The number of letters to insert, remove or replace (Levenshtein 1966).
private func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
    var row = Array(0...b.count)
    for i in a.indices {
        var diagonal = row[0]
        row[0] = i + 1
        for j in b.indices {
            let substituted = diagonal + (a[i] == b[j] ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[b.count]
}
