import TransportSecurity

/// A fact about a watched server that ought to change, such as a violation or a certificate that ends soon.
public struct Condition: Hashable, Codable, Sendable {
    /// The kind of fact.
    public var kind: Kind
    /// The name that tells conditions of one kind apart, such as that of a rule. The same name at a later time is the
    /// same condition, whatever its text.
    public var name: String
    /// The fact in a sentence.
    public var text: String

    /// Creates a condition.
    public init(_ kind: Kind, name: String, text: String) {
        self.kind = kind
        self.name = name
        self.text = text
    }

    /// The kinds of conditions, in the order in which they are told.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// A rule is violated.
        case violation
        /// A failure of trust, which the policy leaves to the app.
        case warning
        /// No handshake with the server is known to succeed.
        case unjudged
        /// Devices do not find the management service of the domain.
        case discovery
        /// Whether devices find the management service of the domain is not known.
        case openDiscovery
        /// The certificate is in its renewal window, or has ended.
        case renewal
        /// The stapled OCSP response ends soon, or has ended.
        case staple
        /// A system or a date to come will refuse the server.
        case coming
        /// The next renewal breaks the pins of an app, or no pin matches.
        case pin
    }

    /// The kind and the name.
    var identity: Identity { Identity(kind: kind, name: name) }

    /// The name of the rule that is violated once the condition has come true; nil for conditions without a date.
    var foretoldRule: String? {
        switch kind {
        case .renewal: return RuleID.certificateValidity.rawValue
        // The name of a coming refusal ends with the rule, as `ComingRefusals` builds it.
        case .coming: return name.firstRange(of: ": ").map { String(name[$0.upperBound...]) }
        case .violation, .warning, .unjudged, .discovery, .openDiscovery, .staple, .pin: return nil
        }
    }

    /// Whether only a chain of certificates, or a completed handshake, can tell that the condition has ended.
    var needsChain: Bool {
        switch kind {
        case .renewal, .staple, .coming, .pin: true
        case .violation, .warning: RuleID(rawValue: name)?.isAboutTrust ?? false
        case .unjudged, .discovery, .openDiscovery: false
        }
    }

    struct Identity: Hashable {
        var kind: Kind
        var name: String
    }
}
