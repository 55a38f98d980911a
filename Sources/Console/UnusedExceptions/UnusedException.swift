import JSONWriting

/// An exception of a policy that no load has needed, as the status of the console lists it.
public struct UnusedException: Hashable, JSONWritable, Sendable {
    /// The key of an entry of `NSExceptionDomains`; nil for a key of the top level.
    public var domain: String?
    /// The keys that permit more, such as `NSExceptionAllowsInsecureHTTPLoads`.
    public var keys: [String]
    /// The name of the policy.
    public var policy: String
    /// The reason why the exception is not needed, in one sentence.
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
    /// There is too much traffic, or there are too many policies, to search in reasonable time.
    case tooMuch
    /// The exceptions that no load has needed.
    case found([UnusedException])

    /// The exceptions; nil if they are not known.
    public var exceptions: [UnusedException]? {
        switch self {
        case .nothingYet, .tooMuch: return nil
        case .found(let exceptions): return exceptions
        }
    }
}
