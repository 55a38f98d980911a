import TransportSecurity

/// The correction of a mistake that has exactly one.
public enum LintFix: Hashable, Sendable {
    /// Rename the key. If `addsSubdomains`, also add `NSIncludesSubdomains` with the value true to its dictionary.
    case rename(String, addsSubdomains: Bool)
    /// Replace the value by this Boolean.
    case boolean(Bool)
    /// Replace the value by this string.
    case string(String)
    /// Remove the key and its value.
    case removal

    /// The new name of the key; nil if it is not renamed.
    var newName: String? {
        switch self {
        case .rename(let name, _): return name
        case .boolean, .string, .removal: return nil
        }
    }
}
