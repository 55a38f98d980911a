import TransportSecurity

/// The correction of a mistake that has exactly one.
public enum LintFix: Hashable, Sendable {
    /// The key is spelled so. If `addsSubdomains`, its dictionary gets `NSIncludesSubdomains` with the value true.
    case rename(String, addsSubdomains: Bool)
    /// The value of the key is this Boolean.
    case boolean(Bool)
    /// The value of the key is this string.
    case string(String)
    /// The key and its value are removed.
    case removal

    /// The name that the key gets; nil if it keeps its own.
    var newName: String? {
        switch self {
        case .rename(let name, _): return name
        case .boolean, .string, .removal: return nil
        }
    }
}
