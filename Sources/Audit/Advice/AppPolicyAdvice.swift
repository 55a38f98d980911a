import Recording
import TransportSecurity

/// The narrowest policy under which recorded traffic passes, and what that says of the policy that is declared.
public struct AppPolicyAdvice: Sendable {
    /// The `NSAppTransportSecurity` that suffices. What makes the declared policy stricter is kept.
    public let dictionary: [String: PropertyValue]
    /// Its entries, by host.
    public let exceptions: [AdvisedException]
    /// What the traffic says of each exception that is declared.
    public let declared: [DeclaredException]
    /// Everything that is violated without any exception, by host and rule.
    public let findings: [ReportFinding]
    /// What remains violated whatever the policy says.
    public let unresolved: [ReportFinding]
    /// How many loads the recording cannot judge.
    public let undeterminedLoads: Int
    /// All the traffic.
    public let traffic: TrafficCount

    /// Advice on traffic of an app that declares that policy.
    ///
    /// - Parameters:
    ///   - traffic: The traffic, its facts kept.
    ///   - retrial: Who judges.
    ///   - declared: The app's `NSAppTransportSecurity`; empty where it declares none.
    public init(
        on traffic: RecordedTraffic, by retrial: Retrial, declared: [String: PropertyValue],
        linkedSDK: OSVersion? = nil, os: Jurisdiction.Choice, loadKind: LoadKind? = nil, waivers: [Waiver] = []
    ) {
        let deliberation = Deliberation(
            traffic: traffic, retrial: retrial,
            setting: .init(linkedSDK: linkedSDK, os: os, loadKind: loadKind, waivers: waivers))
        let policy = PolicyDictionary(declared)
        var search = NarrowestPolicy(deliberation, from: policy.restrictions)
        search.run()
        dictionary = search.dictionary.keys
        exceptions = search.exceptions
        self.declared = DeclaredReview(deliberation, of: policy).exceptions
        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let strict = Report(traffic, deliberation.verdicts(under: policy.restrictions), options: options)
        findings = strict.findings.filter { $0.severity == .violation }
        let advised = Report(traffic, deliberation.verdicts(under: search.dictionary), options: options)
        unresolved = advised.findings.filter { $0.severity == .violation }
        undeterminedLoads = advised.coverage.undeterminedLoads
        self.traffic = strict.traffic
    }
}
