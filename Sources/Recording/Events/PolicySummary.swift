import TransportSecurity

/// What a policy demands of one host, as an event and `policy explain` show it.
public struct PolicySummary: Hashable, Decodable, Sendable {
    /// Where the policy was read, such as `MyApp.app`; nil for ATS without any policy.
    public var source: String?
    /// The OS whose rules hold.
    public var os: OSVersion
    /// Whether ATS judges this load at all.
    public var applies: Bool
    /// Which part of the policy decided.
    public var reason: Requirements.Reason
    /// The key of `NSExceptionDomains` that matched.
    public var matched: String?
    /// Whether cleartext is permitted; this and the rest are nil where ATS does not apply.
    public var allowsInsecureHTTPLoads: Bool?
    /// The oldest permitted version.
    public var minimumTLSVersion: TLSVersion?
    /// Whether suites without forward secrecy are refused.
    public var requiresForwardSecrecy: Bool?
    /// Whether the policy itself asks for Certificate Transparency.
    public var requiresCertificateTransparency: Bool?

    /// The summary of those requirements, of a policy from that source.
    public init(_ requirements: Requirements, source: String?) {
        self.source = source
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

    /// Writes the members alone, for an object that has others beside them.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("source", source)
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
