/// The error for an Info.plist that holds no policy.
public struct InfoPlistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, or words for a source without a path.
    public let source: String
    /// The reason.
    public let reason: Reason

    /// Reasons why an Info.plist cannot be read.
    public enum Reason: Hashable, Sendable {
        /// The file cannot be read; the text is the system's reason.
        case unreadable(String)
        /// The content is not a property list.
        case malformed
        /// The top-level value is not a dictionary.
        case notADictionary
        /// The dictionary has no key.
        case empty
    }

    /// A sentence that names the source, the reason and, if that helps, the fix.
    public var description: String {
        switch reason {
        case .unreadable(let detail):
            return "\(source) cannot be read: \(detail)"
        case .malformed:
            return "\(source) is no property list."
        case .notADictionary:
            return "\(source) holds no dictionary; an Info.plist is one."
        case .empty:
            return "\(source) is empty; Bundle.main is the app only in tests that run inside the app."
        }
    }
}
