import Events
import TransportSecurity

/// A requirement that the policy of a later build no longer has. A finding may be gone for this reason, although its
/// server is as it was.
public struct PolicyRelaxation: Hashable, Sendable {
    /// The change of the policy, in one clause.
    public var clause: String

    /// Finds why a rule cannot be violated any more at a host; nil if its requirement is as strict as before.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - old: The demands of the policy on the host when the rule was violated.
    ///   - new: The demands of the policy now.
    init?(of rule: RuleID, from old: PolicySummary, to new: PolicySummary) {
        guard let clause = Self.clause(on: rule, from: old, to: new) else { return nil }
        self.clause = clause
    }

    private static func clause(on rule: RuleID, from old: PolicySummary, to new: PolicySummary) -> String? {
        guard old.applies else { return nil }
        let reason = new.matched.map { "\(new.reason.rawValue) \($0)" } ?? new.reason.rawValue
        guard new.applies else { return "ATS does not apply any more (\(reason))" }
        let permitsCleartext = old.allowsInsecureHTTPLoads == false && new.allowsInsecureHTTPLoads == true
        let lowersVersion = (new.minimumTLSVersion ?? .tls1_2) < (old.minimumTLSVersion ?? .tls1_2)
        let dropsSecrecy = old.requiresForwardSecrecy == true && new.requiresForwardSecrecy == false
        let version = "the minimum is \(new.minimumTLSVersion?.prose ?? "lower") (\(reason))"
        let secrecy = "forward secrecy is not required any more (\(reason))"
        switch rule {
        case .tlsVersion, .tunnelVersion:
            return lowersVersion ? version : nil
        case .tlsForwardSecrecy, .tlsCipher, .tunnelCipher:
            return dropsSecrecy ? secrecy : nil
        case .tlsHandshake:
            if lowersVersion { return version }
            return dropsSecrecy ? secrecy : nil
        case .certificateTransparency
        where old.requiresCertificateTransparency == true
            && new.requiresCertificateTransparency == false:
            return "Certificate Transparency is not required any more (\(reason))"
        case .cleartext, .tunnelCleartext, .certificateTrust, .certificateValidity, .certificateHostname,
            .certificateKeySize, .certificateSignature, .certificateUsage, .certificateLifetime, .certificateRevoked,
            .certificateTransparency, .tunnelSNI, .tunnelCertificate:
            return permitsCleartext ? "cleartext and failures of trust are permitted (\(reason))" : nil
        case .certificatePin, .niapCipher, .niapSignature, .niapExtendedMasterSecret:
            return nil
        }
    }
}
