/// A parameter of a tool: its schema, and its use in the command line of the program.
package struct Parameter: Hashable, Sendable {
    /// The name in the arguments of a call.
    package var name: String
    /// The values that are accepted.
    package var kind: Kind
    /// The use of the value.
    package var use: Use
    /// The description for the client.
    package var description: String
    /// Whether each call must have the parameter.
    package var isRequired = false
    /// Whether the texts are paths of files or directories.
    var namesFiles = false

    /// The values that a parameter accepts.
    package enum Kind: Hashable, Sendable {
        case text
        case texts
        case choice([String])
        case number(ClosedRange<Int64>, default: Int64)
    }

    /// The use of a value.
    package enum Use: Hashable, Sendable {
        /// The value of an option of the command, which is repeated for several values.
        case option(String)
        /// An argument of the command behind `--`.
        case positional
        /// A choice about the answer, which the command does not see.
        case answer
    }

    /// The largest number of texts in a list.
    static let mostTexts = 100
    /// The largest number of bytes of all texts of a call. Such a call fits into a line, and into the arguments of a
    /// process.
    static let longestTogether = 1 << 20

    /// The JSON schema of the value.
    var schema: JSONValue {
        var members: [JSONValue.Member] = [.init(name: "description", value: .string(description))]
        func add(_ name: String, as value: JSONValue) { members.append(.init(name: name, value: value)) }
        let text: JSONValue = ["type": "string", "minLength": 1, "maxLength": .integer(Int64(kind.longestText))]
        switch kind {
        case .text:
            add("type", as: "string")
            add("minLength", as: 1)
            add("maxLength", as: .integer(Int64(kind.longestText)))
        case .texts:
            add("type", as: "array")
            add("items", as: text)
            add("minItems", as: 1)
            add("maxItems", as: .integer(Int64(Self.mostTexts)))
        case .choice(let choices):
            add("type", as: "string")
            add("enum", as: .array(choices.map(JSONValue.string)))
        case .number(let range, let usual):
            add("type", as: "integer")
            add("minimum", as: .integer(range.lowerBound))
            add("maximum", as: .integer(range.upperBound))
            add("default", as: .integer(usual))
        }
        return .object(members)
    }

    /// The same parameter, whose texts are paths.
    var ofFiles: Parameter {
        var copy = self
        copy.namesFiles = true
        return copy
    }

    /// The same parameter, which each call must have.
    var required: Parameter {
        var copy = self
        copy.isRequired = true
        return copy
    }
}

extension Parameter.Kind {
    /// The largest text in bytes.
    var longestText: Int {
        switch self {
        case .text, .choice, .number: 65_536
        case .texts: 8192
        }
    }
}
