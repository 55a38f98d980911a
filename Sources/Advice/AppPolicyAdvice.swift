import Documents
import InternetNames
import Judging
import Recordings
import Reports
import Traffic
import TransportSecurity

/// The changes with which the recorded traffic of an app meets ATS: of URLs and servers, the narrowest policy for the
/// rest, and a review of the declared policy.
public struct AppPolicyAdvice: Sendable {
    /// The name of the app; nil if the advice is on all recorded traffic.
    public let app: String?
    /// Whether the advised policy also has the exceptions for loads whose URL, client or server should be changed.
    public let includesAll: Bool
    /// The `NSAppTransportSecurity` dictionary that is advised. Keys of the declared policy that make ATS stricter are
    /// kept.
    public let dictionary: [String: PropertyValue]
    /// The changes that make exceptions unnecessary: of URLs first, then of servers, each by host.
    public let changes: [AdvisedChange]
    /// The exceptions for loads for which nothing else was seen to work, by host.
    public let exceptions: [AdvisedException]
    /// The exceptions under which loads succeed that otherwise need one of `changes`, by host. An entry here has all
    /// keys of an entry for the same host in `exceptions`.
    public let furtherExceptions: [AdvisedException]
    /// The `furtherExceptions` for faults of servers without which loads fail that the declared policy permits. The
    /// advised policy has these exceptions, and the app works until the servers are changed. The URLs of an app are
    /// changed together with its policy, so they need no exception.
    public let retainedExceptions: [AdvisedException]
    /// The keys of declared entries that decided on no load of the app, but on loads of other apps. The advised policy
    /// keeps these entries: a load may name another app than the one that it is of.
    public let exceptionsOfOthers: [String]
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
    ///   - os: The OS whose rules apply; nil for the recorded one of each load.
    ///   - declared: The app's `NSAppTransportSecurity`; empty if the app declares none.
    ///   - linkedSDK: The SDK that the app was built with; nil if it is not known.
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
        let policy = PolicyDictionary(declared)
        let narrowest = NarrowestPolicy(policySearch, from: policy.restrictions)
        let strictVerdicts = policySearch.verdicts(under: policy.restrictions)
        let declaredVerdicts = declared.isEmpty ? strictVerdicts : policySearch.verdicts(under: policy)

        changes = AdvisedChange.Step.allCases.flatMap { step in narrowest.changes.filter { $0.step == step } }
        exceptions = narrowest.exceptions
        furtherExceptions = narrowest.furtherExceptions
        let permittedHosts = Self.hosts(violating: strictVerdicts, permittedBy: declaredVerdicts)
        let hostsOfURLs = narrowest.changes.filter { $0.step == .url }.map(\.host)
        retainedExceptions = narrowest.furtherExceptions.filter { exception in
            permittedHosts.contains(exception.host) && !hostsOfURLs.contains(exception.host)
        }
        var advised = includingAll ? narrowest.completeDictionary : narrowest.dictionary
        if !includingAll {
            advised.set(
                Dictionary(uniqueKeysWithValues: retainedExceptions.map { ($0.host.description, .some($0.keys)) }))
        }
        let review = DeclaredReview(policySearch, of: policy, changes: narrowest.changes, otherLoads: otherLoads)
        self.declared = review.exceptions
        exceptionsOfOthers = review.entriesOfOthers.keys.sorted()
        advised.set(review.entriesOfOthers.mapValues(Optional.some))
        dictionary = advised.keys

        let options = ReportOptions(time: traffic.period?.upperBound ?? Instant(milliseconds: 0))
        let strictReport = Report(traffic, strictVerdicts, options: options)
        findings = strictReport.findings.filter { $0.severity == .violation }
        self.traffic = strictReport.traffic
        let completeVerdicts = policySearch.verdicts(under: narrowest.completeDictionary)
        let completeReport = Report(traffic, completeVerdicts, options: options)
        unresolved = completeReport.findings.filter { $0.severity == .violation }
        undeterminedLoads = completeReport.coverage.undeterminedLoads
        gaps = completeReport.gaps
    }

    /// The exceptions in `dictionary`, by host.
    public var advisedExceptions: [AdvisedException] {
        let added = includesAll ? furtherExceptions : retainedExceptions
        let hosts = Set(added.map(\.host))
        return (exceptions.filter { !hosts.contains($0.host) } + added)
            .sorted { $0.host.description < $1.host.description }
    }

    /// The sentence about the exceptions that the advised policy leaves out; nil if it leaves none out.
    public var omission: String? {
        let hosts = furtherExceptions.count - retainedExceptions.count
        guard !includesAll, hosts > 0 else { return nil }
        return "The policy has no exception for \(Quantity.of(hosts, "host")) whose URL, client or server should be "
            + "changed; until then, --all prints \(hosts == 1 ? "that exception" : "those exceptions"), too."
    }

    /// The sentence that names the hosts whose declared exceptions are kept; nil if there is none.
    public var retention: String? {
        var sentences: [String] = []
        if !includesAll, !retainedExceptions.isEmpty {
            let hosts = retainedExceptions.map(\.host.description).listed(atMost: 20)
            let isOne = retainedExceptions.count == 1
            sentences.append(
                "The policy keeps the declared \(isOne ? "exception" : "exceptions") for \(hosts): loads fail without "
                    + "\(isOne ? "it" : "them") until the \(isOne ? "server is" : "servers are") changed.")
        }
        if !exceptionsOfOthers.isEmpty {
            let isOne = exceptionsOfOthers.count == 1
            sentences.append(
                "The policy keeps the declared \(isOne ? "exception" : "exceptions") for "
                    + "\(exceptionsOfOthers.listed(atMost: 20)): recorded loads of other apps use "
                    + "\(isOne ? "it" : "them"). Remove \(isOne ? "it" : "them") if this app needs none.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The sentence that names the entries of the advised policy under which loads do not succeed by themselves; nil if
    /// there is none.
    public var reservation: String? {
        func hosts(of effect: AdvisedException.Effect) -> [String] {
            advisedExceptions.filter { $0.effect == effect }.map(\.host.description)
        }
        var sentences: [String] = []
        let leftToApp = hosts(of: .leavesToApp)
        if !leftToApp.isEmpty {
            let names = leftToApp.listed(atMost: 20)
            sentences.append("For \(names) the load fails with an entry as well, unless the app accepts it.")
        }
        let onlyCleartext = hosts(of: .permitsOnlyCleartext)
        if !onlyCleartext.isEmpty {
            let names = onlyCleartext.listed(atMost: 20)
            sentences.append("For \(names) an entry only permits cleartext; https keeps failing.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The hosts with a load that violates ATS by the first verdicts and not by the second ones.
    private static func hosts(violating strict: [JudgedEntry], permittedBy declared: [JudgedEntry]) -> Set<Host> {
        Set(
            zip(strict, declared).filter { !$0.violations.isEmpty && $1.violations.isEmpty }
                .compactMap(\.0.entry.decision.host))
    }
}
