import Documents
import TransportSecurity

extension PropertyValue {
    /// The value as property list editors show it.
    package var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .string(let text): return text
        case .array(let elements): return Quantity.of(elements.count, "element")
        case .dictionary(let members):
            return members.isEmpty ? "an empty dictionary" : Quantity.of(members.count, "key")
        case .other(let what): return what
        }
    }

    /// Whether the value of a Boolean key is YES.
    package var isYes: Bool { self == .boolean(true) || self == .integer(1) }
}
