/// A call of a tool with checked arguments.
public struct ToolCall: Hashable, Sendable {
    /// The tool.
    package var tool: Tool
    /// The arguments.
    package var arguments: ToolArguments

    /// The paths of the files that the call names.
    package var paths: [String] { arguments.paths }

    /// The work of the program for a call.
    public enum Work: Hashable, Sendable {
        /// Run the program with each of these lists of arguments, until one fails. Each has a time limit.
        case commands([[String]], seconds: Int)
        /// Ask a console: that of the given address or, if there is none, that of the started proxy.
        case console(address: String?, row: String?)
        /// Start the program with these arguments as a proxy.
        case startProxy([String])
        /// Stop the started proxy.
        case stopProxy
    }

    /// The work of the call.
    public var work: Work {
        switch tool.task {
        case .commands(let commands, let seconds):
            return .commands(commands.map(arguments.commandLine), seconds: seconds)
        case .console: return .console(address: arguments.texts("console").first, row: arguments.texts("row").first)
        case .startProxy(let words): return .startProxy(arguments.commandLine(words))
        case .stopProxy: return .stopProxy
        }
    }
}

/// The arguments of a call, checked by the schema of the tool.
package struct ToolArguments: Hashable, Sendable {
    private var values: [Argument] = []

    private struct Argument: Hashable {
        var parameter: Parameter
        var value: Value

        /// The number of bytes of the texts.
        var size: Int {
            switch value {
            case .texts(let texts): texts.reduce(0) { $0 + $1.utf8.count }
            case .number: 0
            }
        }
    }

    private enum Value: Hashable {
        case texts([String])
        case number(Int64)
    }

    /// The error for arguments that do not match the schema.
    struct Fault: Error {
        /// The sentence, which names the argument.
        var sentence: String
    }

    /// The arguments of a call that has none, or none that match the schema.
    static let none = ToolArguments()

    private init() {}

    /// Checks the arguments of a call, such as `{"urls": ["https://example.com"]}`.
    init(_ json: JSONValue, of tool: Tool) throws(Fault) {
        guard case .object(let members) = json else { throw Fault(sentence: "The arguments are not an object.") }
        for member in members where !tool.parameters.contains(where: { $0.name == member.name }) {
            let names = tool.parameters.map(\.name).joined(separator: ", ")
            throw Fault(sentence: "\(tool.name) has no argument \(member.name.cut(toBytes: 100)). It has: \(names).")
        }
        for parameter in tool.parameters {
            if let value = json[parameter.name] {
                values.append(Argument(parameter: parameter, value: try Self.value(value, of: parameter)))
            } else if parameter.isRequired {
                throw Fault(sentence: "\(tool.name) needs the argument \(parameter.name).")
            }
        }
        guard values.reduce(0, { $0 + $1.size }) <= Parameter.longestTogether else {
            throw Fault(sentence: "The arguments have more than \(Parameter.longestTogether) bytes together.")
        }
    }

    /// The paths of files among the arguments.
    var paths: [String] {
        values.flatMap { argument -> [String] in
            guard argument.parameter.namesFiles, case .texts(let texts) = argument.value else { return [] }
            return texts
        }
    }

    /// The texts of a parameter; empty if the call does not have it.
    package func texts(_ name: String) -> [String] {
        guard case .texts(let texts)? = value(name) else { return [] }
        return texts
    }

    /// The number of a parameter; nil if the call does not have it.
    func number(_ name: String) -> Int64? {
        guard case .number(let number)? = value(name) else { return nil }
        return number
    }

    /// The words of a command with the options and arguments of the call, such as
    /// `report --format json --os=ios18 -- /tmp/events.jsonl`. A value that begins with a hyphen is thus not taken for
    /// an option.
    func commandLine(_ words: [String]) -> [String] {
        var (options, positional): ([String], [String]) = ([], [])
        for argument in values {
            switch (argument.parameter.use, argument.value) {
            case (.option(let name), .texts(let texts)): options += texts.map { "\(name)=\($0)" }
            case (.option(let name), .number(let number)): options.append("\(name)=\(number)")
            case (.positional, .texts(let texts)): positional += texts
            case (.positional, .number), (.answer, .texts), (.answer, .number): break
            }
        }
        return words + options + (positional.isEmpty ? [] : ["--"] + positional)
    }

    private func value(_ name: String) -> Value? { values.first { $0.parameter.name == name }?.value }

    private static func value(_ json: JSONValue, of parameter: Parameter) throws(Fault) -> Value {
        switch (parameter.kind, json) {
        case (.text, .string(let text)): return .texts([try checked(text, of: parameter)])
        case (.texts, .array(let elements)):
            guard (1...Parameter.mostTexts).contains(elements.count) else {
                throw Fault(sentence: "\(parameter.name) has 1 to \(Parameter.mostTexts) elements.")
            }
            var texts: [String] = []
            for element in elements {
                guard let text = element.text else { throw Fault(sentence: "\(parameter.name) is a list of strings.") }
                texts.append(try checked(text, of: parameter))
            }
            return .texts(texts)
        case (.choice(let choices), .string(let text)) where choices.contains(text): return .texts([text])
        case (.number(let range, _), .integer(let number)) where range.contains(number): return .number(number)
        case (.text, let other), (.texts, let other), (.choice, let other), (.number, let other):
            throw Fault(sentence: "\(parameter.name) is \(parameter.kind.words), not \(other.kindName).")
        }
    }

    /// A text that can be an argument of a program.
    private static func checked(_ text: String, of parameter: Parameter) throws(Fault) -> String {
        guard !text.isEmpty, text.utf8.count <= parameter.kind.longestText, !text.utf8.contains(0) else {
            throw Fault(
                sentence: "\(parameter.name) has 1 to \(parameter.kind.longestText) bytes, and none of them is zero.")
        }
        // A command would wait for its standard input, to which nothing is written.
        guard text != "-" else { throw Fault(sentence: "\(parameter.name) is -, but a call has no standard input.") }
        return text
    }
}

extension Parameter.Kind {
    /// The accepted values in words.
    fileprivate var words: String {
        switch self {
        case .text: "a string"
        case .texts: "a list of strings"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .number(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

extension JSONValue {
    /// The value in a sentence.
    fileprivate var kindName: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .string(let text): "the string \(text.cut(toBytes: 100))"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
