import JSONWriting

/// A JSON text in memory, as a message between a client and the server of tools. Objects keep the order of their
/// members.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number other than the whole numbers of 64 bits.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name of the member.
        package var name: String
        /// The value of the member.
        package var value: JSONValue

        /// Creates a member.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member with a name; nil if the value is not an object or has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The characters of a string; nil for other values.
    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array; nil for other values.
    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The value without members that are null or empty, which say nothing in a short answer.
    var withoutEmptyMembers: JSONValue {
        switch self {
        case .null, .boolean, .integer, .number, .string: return self
        case .array(let elements): return .array(elements.map(\.withoutEmptyMembers))
        case .object(let members):
            let kept = members.map { Member(name: $0.name, value: $0.value.withoutEmptyMembers) }
            return .object(kept.filter { $0.value != .null && $0.value != .array([]) && $0.value != .object([]) })
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }
}

/// Characters that are not visible are escaped, as in all JSON of the program.
extension JSONValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let value): json.boolean(value)
        case .integer(let value): json.number(value)
        case .number(let value): json.rendered(Array(String(value).utf8))
        case .string(let text): json.string(text)
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.name(member.name)
                    member.value.write(to: &json)
                }
            }
        }
    }
}
