import JSONWriting
import TransportSecurity

/// The summary of a policy's requirements for one host, for events and `policy explain`.
public struct PolicySummary: Hashable, Decodable, Sendable {
    /// The source of the policy, such as `MyApp.app`; nil for ATS without a policy.
    public var source: String?
    /// The `id` of the `PolicyEvent` with the dictionary of the policy; nil if the policy is not recorded.
    public var digest: String?
    /// The OS whose rules apply.
    public var os: OSVersion
    /// Whether the load is subject to ATS.
    public var applies: Bool
    /// The part of the policy that decided.
    public var reason: Requirements.Reason
    /// The key of `NSExceptionDomains` that matched.
    public var matched: String?
    /// Whether cleartext is permitted; nil, like the members below, if ATS does not apply.
    public var allowsInsecureHTTPLoads: Bool?
    /// The oldest permitted version.
    public var minimumTLSVersion: TLSVersion?
    /// Whether suites without forward secrecy are refused.
    public var requiresForwardSecrecy: Bool?
    /// Whether the policy itself requires Certificate Transparency.
    public var requiresCertificateTransparency: Bool?

    /// Creates the summary of requirements, for a policy from a source.
    public init(_ requirements: Requirements, source: String?, digest: String? = nil) {
        self.source = source
        self.digest = digest
        os = requirements.os
        applies = requirements.applies
        reason = requirements.reason
        matched = requirements.matched
        guard applies else { return }
        allowsInsecureHTTPLoads = requirements.allowsInsecureHTTPLoads
        minimumTLSVersion = requirements.minimumTLSVersion
        requiresForwardSecrecy = requirements.requiresForwardSecrecy
        requiresCertificateTransparency = requirements.requiresCertificateTransparency
    }
}

extension PolicySummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Writes the members without the braces, for an object with additional members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("source", source)
        if let digest { json.member("digest", digest) }
        json.member("os", os)
        json.member("applies", applies)
        json.member("reason", reason)
        json.member("matched", matched)
        json.member("allowsInsecureHTTPLoads", allowsInsecureHTTPLoads)
        json.member("minimumTLSVersion", minimumTLSVersion)
        json.member("requiresForwardSecrecy", requiresForwardSecrecy)
        json.member("requiresCertificateTransparency", requiresCertificateTransparency)
    }
}
