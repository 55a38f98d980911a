import Documents
import InternetNames
import JSONWriting
import Judging
import Recordings
import Reports
import Traffic
import TransportSecurity

/// The advice of `atsproxy advise` on the recorded traffic of one app.
///
/// The advice names the changes of URLs, clients and servers with which loads meet ATS. For loads for which no change
/// was seen to work, it has the narrowest policy. The declared policy is reviewed.
public struct AppPolicyAdvice: Sendable {
    /// The name of the app; nil if the advice is on all recorded traffic.
    public let app: String?
    /// Whether the advised policy also has the exceptions for loads whose URL, client or server should be changed.
    public let includesAll: Bool
    /// The policy that is advised.
    let policy: AdvisedPolicy
    /// The changes that make exceptions unnecessary, in the order of `AdvisedChange.Step`, those of each step by host.
    public let changes: [AdvisedChange]
    /// The kinds of changes that loads from each host need.
    private let stepsByHost: [Host: Set<AdvisedChange.Step>]
    /// The exceptions for loads for which nothing else was seen to work, by host.
    public let exceptions: [AdvisedException]
    /// The exceptions under which loads succeed that otherwise need one of `changes`, by host. An entry here has all
    /// keys of an entry for the same host in `exceptions`.
    public let furtherExceptions: [AdvisedException]
    /// The exceptions without which loads fail that the declared policy permits, by host. The advised policy has them
    /// until the clients and servers are changed. The URLs of an app are changed together with its policy, so they need
    /// no exception.
    public let retainedExceptions: [AdvisedException]
    /// The declared exception that each of `retainedExceptions` continues, by the host of the retained one.
    let origins: [Host: ExceptionOrigin]
    /// The keys of declared entries of `NSExceptionDomains` that decided on no load of the app, but on other loads. The
    /// advised policy keeps these entries: the app of a load is known only from its User-Agent, which may name another
    /// app or none.
    public let exceptionsOfOthers: [String]
    /// The keys of the declared policy's top level that decided on no load of the app, but on other loads. The advised
    /// policy keeps them as well.
    public let topLevelKeysOfOthers: [String]
    /// The hosts of other loads that the declared policy permits and the advised one does not, sorted. An exception
    /// that the app and others share is narrowed to the app's hosts.
    public let hostsLostByOthers: [String]
    /// The review of each declared exception.
    public let declared: [DeclaredException]
    /// The violations without any exception, by host and rule.
    public let findings: [ReportFinding]
    /// The violations that no exception removes.
    public let unresolved: [ReportFinding]
    /// The number of loads that cannot be judged from the recording.
    public let undeterminedLoads: Int
    /// The gaps, most important first.
    public let gaps: [ReportGap]
    /// The total traffic.
    public let traffic: TrafficCount

    /// Creates advice on the traffic of an app with a declared policy.
    ///
    /// - Parameters:
    ///   - traffic: The traffic with its facts.
    ///   - app: The name of the app, if the traffic is of one among several.
    ///   - otherLoads: The recorded loads that are not in the traffic.
    ///   - replay: The judge of the traffic.
    ///   - declared: The app's `NSAppTransportSecurity`; empty if the app declares none.
    ///   - linkedSDK: The SDK that the app was built with; nil if it is not known.
    ///   - os: The OS whose rules apply; nil for the recorded one of each load.
    ///   - loadingAPI: The API that loads; nil for the recorded one of each load.
    ///   - waivers: Findings that a person accepts.
    ///   - includingAll: Whether the advised policy also has the exceptions for loads whose URL, client or server
    ///     should be changed.
    public init(
        on traffic: RecordedTraffic, of app: String? = nil, besides otherLoads: [TrafficEntry] = [],
        by replay: Replay, declared: [String: PropertyValue], linkedSDK: OSVersion? = nil,
        os: AppliedPolicy.Choice?, loadingAPI: LoadingAPI? = nil, waivers: [Waiver] = [], includingAll: Bool = false
    ) {
        self.app = app
        includesAll = includingAll
        let policySearch = PolicySearch(
            traffic: traffic, replay: replay,
            setting: .init(linkedSDK: linkedSDK, os: os, loadingAPI: loadingAPI, waivers: waivers))
        let declaredPolicy = PolicyDictionary(declared)
        let restrictions = declaredPolicy.restrictions
        let strictVerdicts = policySearch.verdicts(under: restrictions)
        let declaredVerdicts = declared.isEmpty ? strictVerdicts : policySearch.verdicts(under: declaredPolicy)
        let verdictsOnOtherLoads =
            declared.isEmpty ? [] : policySearch.verdicts(under: declaredPolicy, on: otherLoads)
        let narrowest = NarrowestPolicy(
            policySearch, from: restrictions, strictVerdicts: strictVerdicts, declaredVerdicts: declaredVerdicts)

        changes = AdvisedChange.Step.allCases.flatMap { step in narrowest.changes.filter { $0.step == step } }
        stepsByHost = Dictionary(grouping: changes, by: \.host).mapValues { Set($0.map(\.step)) }
        exceptions = narrowest.exceptions
        furtherExceptions = narrowest.furtherExceptions
        retainedExceptions = narrowest.retainedExceptions
        origins = ExceptionOrigin.all(of: retainedExceptions, declared: declaredPolicy, declaredVerdicts)
        let review = DeclaredReview(
            policySearch, of: declaredPolicy, verdicts: declaredVerdicts, changes: narrowest.changes,
            verdictsOnOtherLoads: verdictsOnOtherLoads)
        self.declared = review.exceptions
        exceptionsOfOthers = review.entriesOfOthers.keys.sorted()
        topLevelKeysOfOthers = review.topLevelKeysOfOthers
        policy = AdvisedPolicy(
            with: Self.advised(exceptions, including: includingAll ? furtherExceptions : retainedExceptions),
            declared: declaredPolicy,
            keeping: .init(entries: review.entriesOfOthers, topLevelKeys: review.topLevelKeysOfOthers),
            for: traffic.entries + otherLoads, policySearch)
        hostsLostByOthers =
            policy.dictionary == declaredPolicy
            ? [] : Self.hosts(permittedIn: verdictsOnOtherLoads, violatedUnder: policy.dictionary, policySearch)

        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let strictReport = Report(traffic, strictVerdicts, options: options)
        findings = strictReport.findings.filter { $0.severity == .violation }
        self.traffic = strictReport.traffic
        let completePolicy = restrictions.excepting(Self.advised(exceptions, including: furtherExceptions))
        let completeVerdicts = policySearch.verdicts(under: completePolicy)
        let completeReport = Report(traffic, completeVerdicts, options: options)
        unresolved = completeReport.findings.filter { $0.severity == .violation }
        undeterminedLoads = completeReport.coverage.undeterminedLoads
        gaps = completeReport.gaps
    }

    /// The `NSAppTransportSecurity` dictionary that is advised. Keys of the declared policy that make ATS stricter are
    /// kept.
    public var dictionary: [String: PropertyValue] { policy.dictionary.keys }

    /// The exceptions in `dictionary`, by host.
    public var advisedExceptions: [AdvisedException] {
        Self.advised(exceptions, including: includesAll ? furtherExceptions : retainedExceptions)
    }

    /// The kinds of changes that loads from a host need, in the order of preference.
    func steps(at host: Host) -> [AdvisedChange.Step] {
        AdvisedChange.Step.allCases.filter(stepsByHost[host, default: []].contains)
    }

    /// Exceptions together with others, which take the place of those for the same hosts, by host.
    private static func advised(
        _ exceptions: [AdvisedException], including others: [AdvisedException]
    ) -> [AdvisedException] {
        let hosts = Set(others.map(\.host))
        return (exceptions.filter { !hosts.contains($0.host) } + others)
            .sorted { $0.host.description < $1.host.description }
    }

    /// The hosts of loads that are permitted by given verdicts and violate ATS under another policy, sorted.
    private static func hosts(
        permittedIn verdicts: [JudgedEntry], violatedUnder policy: PolicyDictionary, _ policySearch: PolicySearch
    ) -> [String] {
        // A load for which no entry and no key of the top level holds loses nothing.
        let permitted = verdicts.filter { $0.violations.isEmpty && !$0.isExempt && $0.policy?.reason != .default }
            .map(\.entry)
        let violated = policySearch.verdicts(under: policy, on: permitted).filter { !$0.violations.isEmpty }
        return Set(violated.compactMap { $0.entry.decision.host?.description }).sorted()
    }
}
