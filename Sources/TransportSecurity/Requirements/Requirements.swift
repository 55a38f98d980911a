import InternetNames

/// The requirements of a policy for loads from one host under one OS, with all exceptions resolved.
///
/// ``Policy/requirements(for:kind:)`` computes them, and each ``PolicyVerdict`` has those of its URL. Their values are
/// those that the policy decides. The demands of the OS on every server are in the rules: the minimum of key sizes, for
/// instance, or Certificate Transparency of public CAs (``OSVersion/mandatesCertificateTransparency``).
public struct Requirements: Hashable, Sendable {
    /// The host of the load.
    public var host: Host
    /// The OS whose rules apply.
    public var os: OSVersion
    /// Whether the load is subject to ATS. ATS also applies to a load whose exception permits cleartext.
    public var applies: Bool
    /// The part of the policy that decided.
    public var reason: Reason
    /// The key of `NSExceptionDomains` that matched, as written in the policy.
    public var matched: String?
    /// Whether cleartext is permitted and failures of trust are left to the app. True if ATS does not apply.
    public var allowsInsecureHTTPLoads: Bool
    /// The oldest permitted version. If ATS does not apply, this is the minimum of the platform, TLS 1.0.
    public var minimumTLSVersion: TLSVersion
    /// Whether suites without forward secrecy are refused. False if ATS does not apply.
    public var requiresForwardSecrecy: Bool
    /// Whether the policy itself requires Certificate Transparency (iOS 10 to 16).
    public var requiresCertificateTransparency: Bool
    /// The pins of this host, from all matching entries of `NSPinnedDomains`; nil if no entry matches.
    public var pins: PinnedIdentities?
    /// Whether the requirements of NIAP's TLS package FCP_v2.1 hold (iOS 26.4 and later).
    public var requiresNIAP: Bool
    /// Whether this OS reads entries of `NSExceptionDomains` for addresses. False for an app linked with an SDK from
    /// before iOS 17.
    public var readsEntriesForAddresses: Bool
    /// Notes about the policy to show with a verdict, such as a match two labels below the key.
    public var notes: [Note]

    /// Creates requirements. The defaults are ATS without exceptions, for an app linked with the SDK of the OS.
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

    /// The part of a policy that decided.
    public enum Reason: String, Codable, Sendable {
        /// An entry of `NSExceptionDomains`.
        case exceptionDomain = "exception-domain"
        /// A built-in exception of the system for Apple's own hosts.
        case builtInException = "built-in-exception"
        /// A local host, or an address that the OS exempts.
        case local
        /// `NSAllowsArbitraryLoadsForMedia`.
        case media
        /// `NSAllowsArbitraryLoadsInWebContent`.
        case webContent = "web-content"
        /// `NSAllowsArbitraryLoads`.
        case arbitraryLoads = "arbitrary-loads"
        /// No key of the policy; the defaults of ATS hold.
        case `default`
        /// The load is not subject to ATS: a low-level API, or an app linked before iOS 9.
        case notSubject = "not-subject"
        /// The load belongs to an app that is not being judged.
        case otherApp = "other-app"
    }

    /// Whether the app may override a failure of the default trust evaluation. The failure is then a warning, not a
    /// violation.
    public var trustIsOverridable: Bool {
        !applies || allowsInsecureHTTPLoads
    }

    /// Whether the checks hold that ATS adds to the default trust evaluation (`ats-required`; engine of 18.4).
    public var demandsATSChecks: Bool {
        applies && !allowsInsecureHTTPLoads
    }

    /// Whether the engine does not restrict cipher suites: an exception both turns forward secrecy off and permits
    /// cleartext (SecProtocolConfiguration.m), or ATS is off.
    public var leavesCipherSuitesOpen: Bool {
        !applies || (!requiresForwardSecrecy && allowsInsecureHTTPLoads)
    }
}

extension Offer {
    /// Creates the judging offer: the hello that an OS sends under a policy.
    ///
    /// All suites of the platform are offered where ATS is off, or where its engine does not restrict suites.
    public init(judging requirements: Requirements) {
        let selection: Selection
        if requirements.applies, requirements.requiresNIAP {
            selection = .niap
        } else if requirements.leavesCipherSuitesOpen {
            selection = .platform
        } else {
            selection = requirements.requiresForwardSecrecy ? .forwardSecret : .rsaKeyTransport
        }
        self.init(
            generation: requirements.os.helloGeneration,
            minimumVersion: requirements.applies ? requirements.minimumTLSVersion : .tls1_0, selection: selection)
    }
}
