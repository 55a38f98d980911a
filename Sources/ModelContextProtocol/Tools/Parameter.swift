/// A parameter of a tool: its schema, and its use in the command line of the program.
public struct Parameter: Hashable, Sendable {
    /// The name in the arguments of a call.
    public var name: String
    /// The values that are accepted.
    public var kind: Kind
    /// The use of the value.
    public var use: Use
    /// The description for the client.
    public var description: String
    /// Whether each call must have the parameter.
    public var isRequired = false

    /// The values that a parameter accepts.
    public enum Kind: Hashable, Sendable {
        case text
        case texts
        case choice([String])
        case number(ClosedRange<Int64>, default: Int64)
        case flag
    }

    /// The use of a value.
    public enum Use: Hashable, Sendable {
        /// The value of an option of the command, which is repeated for several values.
        case option(String)
        /// An option of the command without a value.
        case switchedOn(String)
        /// An argument of the command behind `--`.
        case positional
        /// A choice about the answer, which the command does not see.
        case answer
    }

    /// The largest text in bytes, and the largest number of texts.
    static let (longestText, mostTexts) = (65_536, 100)

    /// The JSON schema of the value.
    var schema: JSONValue {
        var members: [JSONValue.Member] = [.init(name: "description", value: .string(description))]
        func add(_ name: String, as value: JSONValue) { members.append(.init(name: name, value: value)) }
        let text: JSONValue = ["type": "string", "minLength": 1, "maxLength": .integer(Int64(Self.longestText))]
        switch kind {
        case .text:
            add("type", as: "string")
            add("minLength", as: 1)
            add("maxLength", as: .integer(Int64(Self.longestText)))
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
        case .flag: add("type", as: "boolean")
        }
        return .object(members)
    }

    /// The same parameter, which each call must have.
    var required: Parameter {
        var copy = self
        copy.isRequired = true
        return copy
    }
}
