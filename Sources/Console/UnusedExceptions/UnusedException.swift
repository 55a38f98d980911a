import JSONWriting

/// A declared exception that no load has needed.
public struct UnusedException: Hashable, JSONWritable, Sendable {
    /// The key of an entry of `NSExceptionDomains`; nil for a key of the top level.
    public var domain: String?
    /// The relaxing keys.
    public var keys: [String]
    /// The name of the policy.
    public var policy: String
    /// The reason why it is not needed, in one sentence.
    public var reason: String

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", domain)
            json.member("keys", keys)
            json.member("policy", policy)
            json.member("reason", reason)
        }
    }
}

/// The result of a search for exceptions that no load has needed.
public enum UnusedExceptionResult: Hashable, Sendable {
    /// No search has ended yet.
    case nothingYet
    /// There is too much traffic to look for exceptions.
    case tooMuch
    /// These exceptions were not needed.
    case found([UnusedException])

    /// The exceptions; nil if they are not known.
    public var exceptions: [UnusedException]? {
        switch self {
        case .nothingYet, .tooMuch: return nil
        case .found(let exceptions): return exceptions
        }
    }
}
