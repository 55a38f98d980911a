import Recording
import TransportSecurity

/// What makes the recorded traffic of an app meet ATS: changes of URLs and servers, the narrowest policy for the rest, and a
/// review of the declared policy.
public struct AppPolicyAdvice: Sendable {
    /// The name of the app; nil if the advice is on all recorded traffic.
    public let app: String?
    /// Whether the advised policy also has the exceptions for loads whose URL or server should be changed.
    public let includesAll: Bool
    /// The `NSAppTransportSecurity` dictionary that is advised. Keys of the declared policy that make ATS stricter are
    /// kept.
    public let dictionary: [String: PropertyValue]
    /// The changes that make exceptions unnecessary: of URLs first, then of servers, each by host.
    public let changes: [AdvisedChange]
    /// The exceptions for loads for which nothing else was seen to work, by host.
    public let exceptions: [AdvisedException]
    /// The exceptions under which the loads that `changes` are for succeed today, by host. An entry here has all keys of an
    /// entry for the same host in `exceptions`.
    public let furtherExceptions: [AdvisedException]
    /// The review of each declared exception.
    public let declared: [DeclaredException]
    /// The violations without any exception, by host and rule.
    public let findings: [ReportFinding]
    /// The violations that no exception removes.
    public let unresolved: [ReportFinding]
    /// The number of loads that cannot be judged from the recording.
    public let undeterminedLoads: Int
    /// The total traffic.
    public let traffic: TrafficCount

    /// Creates advice on the traffic of an app with a declared policy.
    ///
    /// - Parameters:
    ///   - traffic: The traffic with its facts.
    ///   - app: The name of the app, if the traffic is of one among several.
    ///   - replay: The judge of the traffic.
    ///   - declared: The app's `NSAppTransportSecurity`; empty if the app declares none.
    ///   - includingAll: Whether the advised policy also has the exceptions for loads whose URL or server should be
    ///     changed.
    public init(
        on traffic: RecordedTraffic, of app: String? = nil, by replay: Replay, declared: [String: PropertyValue],
        linkedSDK: OSVersion? = nil, os: PolicyScope.Choice, loadKind: LoadKind? = nil, waivers: [Waiver] = [],
        includingAll: Bool = false
    ) {
        let policySearch = PolicySearch(
            traffic: traffic, replay: replay,
            setting: .init(linkedSDK: linkedSDK, os: os, loadKind: loadKind, waivers: waivers))
        let policy = PolicyDictionary(declared)
        var search = NarrowestPolicy(policySearch, from: policy.restrictions)
        search.run()
        self.app = app
        includesAll = includingAll
        dictionary = (includingAll ? search.completeDictionary : search.dictionary).keys
        changes = AdvisedChange.Step.allCases.flatMap { step in search.changes.filter { $0.step == step } }
        exceptions = search.exceptions
        furtherExceptions = search.furtherExceptions
        self.declared = DeclaredReview(policySearch, of: policy, changes: search.changes).exceptions
        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let strict = Report(traffic, policySearch.verdicts(under: policy.restrictions), options: options)
        findings = strict.findings.filter { $0.severity == .violation }
        let complete = Report(traffic, policySearch.verdicts(under: search.completeDictionary), options: options)
        unresolved = complete.findings.filter { $0.severity == .violation }
        undeterminedLoads = complete.coverage.undeterminedLoads
        self.traffic = strict.traffic
    }

    /// The exceptions in `dictionary`, by host.
    public var advisedExceptions: [AdvisedException] {
        guard includesAll else { return exceptions }
        let further = Set(furtherExceptions.map(\.host))
        return (exceptions.filter { !further.contains($0.host) } + furtherExceptions)
            .sorted { $0.host.description < $1.host.description }
    }

    /// The sentence that says which exceptions the advised policy leaves out; nil if it has all that help.
    public var omission: String? {
        guard !includesAll, !furtherExceptions.isEmpty else { return nil }
        let hosts = furtherExceptions.count
        return "The policy has no exception for \(Quantity.of(hosts, "host")) whose URL or server should be changed; "
            + "until then, --all prints \(hosts == 1 ? "that exception" : "those exceptions"), too."
    }

    /// The sentence that names the entries of the advised policy under which loads do not succeed by themselves; nil if
    /// there is none.
    public var reservation: String? {
        let sentences = [AdvisedException.Effect.leavesToApp, .permitsCleartextAlone].compactMap { effect -> String? in
            let hosts = advisedExceptions.filter { $0.effect == effect }.map(\.host.description)
            guard !hosts.isEmpty else { return nil }
            let shown = hosts.prefix(20).joined(separator: ", ") + (hosts.count > 20 ? " and others" : "")
            return effect == .leavesToApp
                ? "For \(shown) an entry only leaves it to the app, whose own code must accept the server."
                : "For \(shown) an entry only permits cleartext; https keeps failing."
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
