import Recording
import TransportSecurity

/// The narrowest policy under which recorded traffic has no violation, and a review of the declared policy.
public struct AppPolicyAdvice: Sendable {
    /// The `NSAppTransportSecurity` dictionary that suffices. Keys of the declared policy that make ATS stricter are
    /// kept.
    public let dictionary: [String: PropertyValue]
    /// The entries of the policy, by host.
    public let exceptions: [AdvisedException]
    /// The review of each declared exception.
    public let declared: [DeclaredException]
    /// The violations without any exception, by host and rule.
    public let findings: [ReportFinding]
    /// The violations that remain under the advised policy.
    public let unresolved: [ReportFinding]
    /// The number of loads that cannot be judged from the recording.
    public let undeterminedLoads: Int
    /// The total traffic.
    public let traffic: TrafficCount

    /// Creates advice on the traffic of an app with a declared policy.
    ///
    /// - Parameters:
    ///   - traffic: The traffic with its facts.
    ///   - replay: The judge of the traffic.
    ///   - declared: The app's `NSAppTransportSecurity`; empty if the app declares none.
    public init(
        on traffic: RecordedTraffic, by replay: Replay, declared: [String: PropertyValue],
        linkedSDK: OSVersion? = nil, os: PolicyScope.Choice, loadKind: LoadKind? = nil, waivers: [Waiver] = []
    ) {
        let policySearch = PolicySearch(
            traffic: traffic, replay: replay,
            setting: .init(linkedSDK: linkedSDK, os: os, loadKind: loadKind, waivers: waivers))
        let policy = PolicyDictionary(declared)
        var search = NarrowestPolicy(policySearch, from: policy.restrictions)
        search.run()
        dictionary = search.dictionary.keys
        exceptions = search.exceptions
        self.declared = DeclaredReview(policySearch, of: policy).exceptions
        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let strict = Report(traffic, policySearch.verdicts(under: policy.restrictions), options: options)
        findings = strict.findings.filter { $0.severity == .violation }
        let advised = Report(traffic, policySearch.verdicts(under: search.dictionary), options: options)
        unresolved = advised.findings.filter { $0.severity == .violation }
        undeterminedLoads = advised.coverage.undeterminedLoads
        self.traffic = strict.traffic
    }
}
