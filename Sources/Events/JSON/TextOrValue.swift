import JSONWriting

/// A value that events hold as text. When the program creates an event, it has the value. When an event is read, only
/// the text is kept, because it may not be a valid value in a foreign recording.
public enum TextOrValue<Value: JSONWritable & CustomStringConvertible & Sendable>: Sendable {
    case value(Value)
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
