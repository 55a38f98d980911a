/// A value of a property list, or of its JSON form, as far as a policy can hold one.
///
/// Numbers and Booleans stay apart, because Apple's engine tells them apart.
public indirect enum PropertyValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([PropertyValue])
    case dictionary([String: PropertyValue])
    /// A date, data, or JSON's null: nothing that a policy reads.
    case other(String)
}
