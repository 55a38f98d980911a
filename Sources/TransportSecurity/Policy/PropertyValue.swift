/// A value of a property list, or of its JSON form.
///
/// Numbers and Booleans are distinct, because Apple's engine distinguishes them.
public indirect enum PropertyValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([PropertyValue])
    case dictionary([String: PropertyValue])
    /// A date, data or JSON's null. A policy reads none of these. The text names the kind.
    case other(String)
}

extension PropertyValue {
    /// The value of a Boolean key as the engine reads it (SecProtocolConfiguration.m); nil if the engine ignores the
    /// value.
    ///
    /// The number 1 is YES and any other number is NO. Values of other types are ignored. The first published engine
    /// read every number as NO; the code of earlier systems is not published and is assumed to read numbers as the
    /// later ones do.
    func boolean(readBy os: OSVersion) -> Bool? {
        switch self {
        case .boolean(let value): return value
        case .integer(let number): return number == 1 && !os.isFirstPublishedEngine
        case .real(let number): return number == 1 && !os.isFirstPublishedEngine
        case .string, .array, .dictionary, .other: return nil
        }
    }
}

extension PropertyValue {
    /// The value as property list editors show it.
    public var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .string(let text): return text
        case .array(let elements): return "\(elements.count) element\(elements.count == 1 ? "" : "s")"
        case .dictionary(let members):
            return members.isEmpty ? "an empty dictionary" : "\(members.count) key\(members.count == 1 ? "" : "s")"
        case .other(let what): return what
        }
    }

    /// Whether the newest OS reads the value of a Boolean key as YES.
    public var isYes: Bool { boolean(readBy: .newest) == true }

    /// Whether the newest OS reads the value of a Boolean key as NO. The OS may also ignore a value.
    public var isNo: Bool { boolean(readBy: .newest) == false }
}

/// Property lists out of JSON. Null becomes `other`, since a policy reads no such value.
extension PropertyValue: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .other("null")
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let real = try? value.decode(Double.self) {
            self = .real(real)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([PropertyValue].self) {
            self = .array(elements)
        } else {
            self = .dictionary(try value.decode([String: PropertyValue].self))
        }
    }
}
