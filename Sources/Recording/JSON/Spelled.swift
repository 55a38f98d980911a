/// A value that stands in events as text: the value itself where we make the event; where one is read, the text, which in
/// a recording that is not ours may be no such value.
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
