/// A value in the property list of a profile.
///
/// `PropertyListSerialization` cannot be used: it takes values of type `Any`, and does not recognize them in a program
/// that has Foundation linked statically on Linux (Swift 6.3).
enum ProfileValue: Hashable, Encodable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([ProfileValue])
    case dictionary([String: ProfileValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let members): try container.encode(members)
        }
    }
}

extension ProfileValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}
