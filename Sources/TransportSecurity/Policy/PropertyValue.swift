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
