import InternetNames
import TransportSecurity

/// The identifier of a finding that is the same in all reports: the rule, the host and the app. Baselines and
/// comparisons find a finding again by it.
struct FindingFingerprint: Hashable {
    /// The rule.
    let rule: RuleID
    /// The host.
    let host: Host
    /// The name of the app.
    let app: String

    /// Creates the fingerprint of a finding.
    init(rule: RuleID, host: Host, app: String) {
        (self.rule, self.host, self.app) = (rule, host, app)
    }

    /// Reads a fingerprint, such as `tls.version@example.com#MyApp`; nil for any other text.
    init?(_ text: String) {
        guard let at = text.firstIndex(of: "@"), let rule = RuleID(rawValue: String(text[..<at])) else { return nil }
        let hostAndApp = text[at...].dropFirst()
        guard let hash = hostAndApp.firstIndex(of: "#"), let host = Host(String(hostAndApp[..<hash])) else {
            return nil
        }
        self.init(rule: rule, host: host, app: String(hostAndApp[hash...].dropFirst()))
    }

    /// The rule and the host, such as `tls.version@example.com`.
    var problem: String { "\(rule.rawValue)@\(host)" }

    /// The fingerprint, such as `tls.version@example.com#MyApp`.
    var text: String { "\(problem)#\(app)" }
}
