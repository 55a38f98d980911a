import InternetNames

/// What a policy demands of loads from one host under one OS, all exceptions resolved.
public struct Requirements: Hashable, Sendable {
    /// The host that the load addresses.
    public var host: Host
    /// The OS whose rules hold.
    public var os: OSVersion
    /// Whether ATS judges this load at all; an exception that permits cleartext still applies.
    public var applies: Bool
    /// Which part of the policy decided.
    public var reason: Reason
    /// The key of `NSExceptionDomains` that matched, as written in the policy.
    public var matched: String?
    /// Whether cleartext is permitted and a failure of trust is left to the app. True where ATS does not apply.
    public var allowsInsecureHTTPLoads: Bool
    /// The oldest permitted version. The floor of the platform, TLS 1.0, where ATS does not apply.
    public var minimumTLSVersion: TLSVersion
    /// Whether suites without forward secrecy are refused. False where ATS does not apply.
    public var requiresForwardSecrecy: Bool
    /// Whether the policy itself asks for Certificate Transparency (iOS 10 to 16).
    public var requiresCertificateTransparency: Bool
    /// The pins that bind this host, from every matching entry of `NSPinnedDomains`; nil where none matches.
    public var pins: PinnedIdentities?
    /// Whether the requirements of NIAP's TLS package FCP_v2.1 hold (iOS 26.4 and later).
    public var requiresNIAP: Bool
    /// Whether this OS reads entries of `NSExceptionDomains` for addresses, as it does not for an app linked with an
    /// SDK from before iOS 17.
    public var readsEntriesForAddresses: Bool
    /// Remarks about the policy that a person should see with the verdict, such as a match at depth two.
    public var notes: [Note]

    /// Requirements, by default those of ATS without any exception, for an app linked with the SDK of that OS.
    public init(
        host: Host, os: OSVersion, applies: Bool = true, reason: Reason = .default, matched: String? = nil,
        allowsInsecureHTTPLoads: Bool = false, minimumTLSVersion: TLSVersion = .tls1_2,
        requiresForwardSecrecy: Bool = true, requiresCertificateTransparency: Bool = false,
        pins: PinnedIdentities? = nil, requiresNIAP: Bool = false, notes: [Note] = []
    ) {
        self.host = host
        self.os = os
        self.applies = applies
        self.reason = reason
        self.matched = matched
        self.allowsInsecureHTTPLoads = allowsInsecureHTTPLoads
        self.minimumTLSVersion = minimumTLSVersion
        self.requiresForwardSecrecy = requiresForwardSecrecy
        self.requiresCertificateTransparency = requiresCertificateTransparency
        self.pins = pins
        self.requiresNIAP = requiresNIAP
        readsEntriesForAddresses = os.subjectsPublicAddresses(linkedSDK: nil)
        self.notes = notes
    }

    /// Which part of a policy decided.
    public enum Reason: String, Codable, Sendable {
        /// An entry of `NSExceptionDomains`.
        case exceptionDomain = "exception-domain"
        /// An exception that the system brings along for Apple's own hosts.
        case builtInException = "built-in-exception"
        /// A local host, or an address that this OS exempts.
        case local
        /// `NSAllowsArbitraryLoadsForMedia`.
        case media
        /// `NSAllowsArbitraryLoadsInWebContent`.
        case webContent = "web-content"
        /// `NSAllowsArbitraryLoads`.
        case arbitraryLoads = "arbitrary-loads"
        /// Nothing in the policy: ATS as it is.
        case `default`
        /// The load does not go through ATS: a low-level API, or an app linked before iOS 9.
        case notSubject = "not-subject"
        /// The load is of an app that is not the one being judged.
        case otherApp = "other-app"
    }

    /// Whether a failure of default trust evaluation is the app's to override: a warning, not a violation.
    public var trustIsOverridable: Bool {
        !applies || allowsInsecureHTTPLoads
    }

    /// Whether the checks that ATS adds to default trust evaluation bind (`ats-required`; engine of 18.4).
    public var demandsATSChecks: Bool {
        applies && !allowsInsecureHTTPLoads
    }

    /// Whether the engine sets no restriction of suites at all: forward secrecy off and cleartext permitted
    /// together (SecProtocolConfiguration.m), or ATS off.
    public var leavesCipherSuitesOpen: Bool {
        !applies || (!requiresForwardSecrecy && allowsInsecureHTTPLoads)
    }
}
