import JSONWriting

/// A member of an event that JSON has as text. An event that the program creates has the value. An event that is read
/// has only the text, because the text in a foreign recording may not be a valid value.
public enum TextOrValue<Value: JSONWritable & CustomStringConvertible & Sendable>: Sendable {
    /// The value in an event that the program creates.
    case value(Value)
    /// The text in an event that was read.
    case text(String)
}

extension TextOrValue: CustomStringConvertible {
    /// The text.
    public var description: String {
        switch self {
        case .value(let value): return value.description
        case .text(let text): return text
        }
    }
}

extension TextOrValue: Hashable {
    public static func == (left: TextOrValue, right: TextOrValue) -> Bool { left.description == right.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension TextOrValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .value(let value): value.write(to: &json)
        case .text(let text): json.string(text)
        }
    }
}

extension TextOrValue: Decodable {
    public init(from decoder: any Decoder) throws {
        self = .text(try decoder.singleValueContainer().decode(String.self))
    }
}
