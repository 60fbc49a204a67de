/// A value of a command line: made from one word.
protocol ArgumentValue {
    /// The value a word stands for; nil if it stands for none.
    init?(argument: String)
    /// What was expected, for messages: "a number", "one of a, b".
    static var expectation: String { get }
}

extension String: ArgumentValue {
    init?(argument: String) { self = argument }
    static var expectation: String { "text" }
}

extension Double: ArgumentValue {
    init?(argument: String) {
        guard let value = Double(argument), value.isFinite else { return nil }
        self = value
    }
    static var expectation: String { "a number" }
}

extension UInt64: ArgumentValue {
    init?(argument: String) { self.init(argument) }
    static var expectation: String { "a whole number of 0 or more" }
}

extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
    init?(argument: String) { self.init(rawValue: argument) }
    static var expectation: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

/// What the parser needs to know of a declared parameter.
protocol DeclaredParameter: AnyObject {
    var help: String { get }
    /// How it stands in the usage line and the help: `FILE`, `--frame FRAME`, `--json`.
    var label: String { get }
}

/// A positional argument, or several.
protocol DeclaredArgument: DeclaredParameter {
    var isRequired: Bool { get }
    var takesMany: Bool { get }
    func take(_ word: String) throws(UsageError)
}

/// An option with a value, or a flag without.
protocol DeclaredOption: DeclaredParameter {
    var name: String { get }
    var takesValue: Bool { get }
    func take(_ word: String) throws(UsageError)
}

/// A positional argument.
@propertyWrapper final class Argument<Value>: DeclaredArgument {
    private(set) var wrappedValue: Value
    let label: String
    let help: String
    let isRequired: Bool
    let takesMany: Bool
    private let accept: (String, inout Value) -> Bool
    private let expectation: String

    /// An argument that may be left out.
    init<Wrapped: ArgumentValue>(_ label: String, help: String, isRequired: Bool = false) where Value == Wrapped? {
        wrappedValue = nil
        (self.label, self.help, self.isRequired, takesMany) = (label, help, isRequired, false)
        expectation = Wrapped.expectation
        accept = { word, value in
            value = Wrapped(argument: word)
            return value != nil
        }
    }

    /// As many arguments as there are.
    init<Wrapped: ArgumentValue>(_ label: String, help: String, isRequired: Bool = false) where Value == [Wrapped] {
        wrappedValue = []
        (self.label, self.help, self.isRequired, takesMany) = (label, help, isRequired, true)
        expectation = Wrapped.expectation
        accept = { word, value in
            guard let new = Wrapped(argument: word) else { return false }
            value.append(new)
            return true
        }
    }

    func take(_ word: String) throws(UsageError) {
        guard accept(word, &wrappedValue) else {
            throw UsageError("‘\(word)’ is no \(label): expected \(expectation)")
        }
    }
}

/// An option with a value, `--name VALUE` or `--name=VALUE`.
@propertyWrapper final class Option<Value>: DeclaredOption {
    private(set) var wrappedValue: Value
    let name: String
    let help: String
    let takesValue = true
    private let placeholder: String
    private let accept: (String) -> Value?
    private let expectation: String

    var label: String { "\(name) \(placeholder)" }

    /// An option with a default.
    init(wrappedValue: Value, _ name: String, _ placeholder: String, help: String) where Value: ArgumentValue {
        self.wrappedValue = wrappedValue
        (self.name, self.placeholder, self.help) = (name, placeholder, help)
        expectation = Value.expectation
        accept = { Value(argument: $0) }
    }

    /// An option that may be left out.
    init<Wrapped: ArgumentValue>(_ name: String, _ placeholder: String, help: String) where Value == Wrapped? {
        wrappedValue = nil
        (self.name, self.placeholder, self.help) = (name, placeholder, help)
        expectation = Wrapped.expectation
        accept = { word in Wrapped(argument: word).map { .some($0) } }
    }

    func take(_ word: String) throws(UsageError) {
        guard let value = accept(word) else {
            throw UsageError("\(name) ‘\(word)’: expected \(expectation)")
        }
        wrappedValue = value
    }
}

/// A flag, `--name`.
@propertyWrapper final class Flag: DeclaredOption {
    private(set) var wrappedValue = false
    let name: String
    let help: String
    let takesValue = false

    var label: String { name }

    init(_ name: String, help: String) { (self.name, self.help) = (name, help) }

    func take(_ word: String) { wrappedValue = true }
}
