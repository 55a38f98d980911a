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

    /// Whether the value of a Boolean key is YES.
    public var isYes: Bool { self == .boolean(true) || self == .integer(1) }
}
