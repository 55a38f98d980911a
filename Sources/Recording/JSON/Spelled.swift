import JSONWriting

/// A value that events hold as text. When the program creates an event, it has the value. When an event is read, only
/// the text is kept, because it may not be a valid value in a foreign recording.
public enum Spelled<Value: JSONWritable & CustomStringConvertible & Sendable>: Sendable {
    case value(Value)
    case text(String)
}

extension Spelled: CustomStringConvertible {
    /// The text.
    public var description: String {
        switch self {
        case .value(let value): return value.description
        case .text(let text): return text
        }
    }
}

extension Spelled: Hashable {
    public static func == (left: Spelled, right: Spelled) -> Bool { left.description == right.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Spelled: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .value(let value): value.write(to: &json)
        case .text(let text): json.string(text)
        }
    }
}

extension Spelled: Decodable {
    public init(from decoder: any Decoder) throws {
        self = .text(try decoder.singleValueContainer().decode(String.self))
    }
}
