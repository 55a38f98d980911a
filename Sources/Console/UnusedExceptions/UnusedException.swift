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
