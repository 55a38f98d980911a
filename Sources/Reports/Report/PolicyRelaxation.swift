import Events
import TransportSecurity

/// A requirement of a policy that a later build does not have any more, by which a finding is gone although its server
/// may be as it was.
public struct PolicyRelaxation: Hashable, Sendable {
    /// The demands that the policy has no more, in one clause.
    public var clause: String

    /// Finds why a rule cannot be violated any more at a host; nil if its requirement is as strict as before.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - old: What the policy demanded of the host when the rule was violated.
    ///   - new: What it demands now.
    init?(of rule: RuleID, from old: PolicySummary, to new: PolicySummary) {
        guard let clause = Self.clause(rule, old, new) else { return nil }
        self.clause = clause
    }

    private static func clause(_ rule: RuleID, _ old: PolicySummary, _ new: PolicySummary) -> String? {
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
            return lowersVersion ? version : dropsSecrecy ? secrecy : nil
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
