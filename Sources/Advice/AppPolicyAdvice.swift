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
    /// The `NSAppTransportSecurity` dictionary that is advised. Keys of the declared policy that make ATS stricter are
    /// kept.
    public let dictionary: [String: PropertyValue]
    /// The changes that make exceptions unnecessary, in the order of `AdvisedChange.Step`, those of each step by host.
    public let changes: [AdvisedChange]
    /// The exceptions for loads for which nothing else was seen to work, by host.
    public let exceptions: [AdvisedException]
    /// The exceptions under which loads succeed that otherwise need one of `changes`, by host. An entry here has all
    /// keys of an entry for the same host in `exceptions`.
    public let furtherExceptions: [AdvisedException]
    /// The `furtherExceptions` without which loads fail that the declared policy permits. The advised policy has them
    /// until the clients and servers are changed. The URLs of an app are changed together with its policy, so they need
    /// no exception.
    public let retainedExceptions: [AdvisedException]
    /// The keys of declared entries of `NSExceptionDomains` that decided on no load of the app, but on other loads. The
    /// advised policy keeps these entries: a load may name another app than the one that it is of, or none.
    public let exceptionsOfOthers: [String]
    /// The keys of the declared policy's top level that decided on no load of the app, but on other loads. The advised
    /// policy keeps them as well.
    public let topLevelKeysOfOthers: [String]
    /// The domains whose declared entries became entries that relax nothing. Without an entry, an exception kept for
    /// other loads would permit more at these domains than the declared policy does.
    public let domainsUnderATS: [String]
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
            for exception in retainedExceptions { advised.set([exception.host.description: exception.keys]) }
        }
        let review = DeclaredReview(policySearch, of: policy, changes: narrowest.changes, otherLoads: otherLoads)
        self.declared = review.exceptions
        exceptionsOfOthers = review.entriesOfOthers.keys.sorted()
        advised.set(review.entriesOfOthers.mapValues(Optional.some))
        topLevelKeysOfOthers = review.topLevelKeysOfOthers
        for key in topLevelKeysOfOthers { advised.keys[key] = declared[key] }
        domainsUnderATS = advised.limitExceptions(
            ofTopLevel: topLevelKeysOfOthers, ofDomains: review.entriesOfOthers, as: policy)
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

    /// The sentences on the declared exceptions that the policy keeps until something is changed, and on those that
    /// only other loads use; nil if there are none.
    public var retention: String? {
        var sentences = includesAll ? [] : sentencesOnRetainedExceptions
        if !exceptionsOfOthers.isEmpty {
            let noun = exceptionsOfOthers.count == 1 ? "exception" : "exceptions"
            sentences.append(
                Self.sentence(onKept: exceptionsOfOthers, beginning: "The policy keeps the declared \(noun) for"))
        }
        if !topLevelKeysOfOthers.isEmpty {
            sentences.append(Self.sentence(onKept: topLevelKeysOfOthers, beginning: "The policy keeps"))
        }
        if !domainsUnderATS.isEmpty {
            let noun = domainsUnderATS.count == 1 ? "An entry that relaxes" : "Entries that relax"
            sentences.append(
                "\(noun) nothing \(domainsUnderATS.count == 1 ? "keeps" : "keep") ATS on for "
                    + "\(domainsUnderATS.listed(atMost: 20)).")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// A sentence for each set of things to change, on the hosts that need them changed.
    private var sentencesOnRetainedExceptions: [String] {
        let exceptionsBySteps = Dictionary(grouping: retainedExceptions) { steps(at: $0.host) }
        let groups = exceptionsBySteps.sorted { $0.value[0].host.description < $1.value[0].host.description }
        return groups.map { steps, exceptions in
            let isOne = exceptions.count == 1
            let hosts = exceptions.map(\.host.description).listed(atMost: 20)
            return
                "The policy keeps the declared \(isOne ? "exception" : "exceptions") for \(hosts): loads fail without "
                + "\(isOne ? "it" : "them") until \(Self.condition(of: steps, hosts: exceptions.count))."
        }
    }

    /// The condition under which loads need no exception, such as `the client is changed`.
    ///
    /// - Parameters:
    ///   - steps: The changes that the loads need; empty if only an exception was seen to work.
    ///   - hosts: The number of hosts of the loads.
    static func condition(of steps: [AdvisedChange.Step], hosts: Int = 1) -> String {
        let servers = hosts == 1 ? "the server" : "the servers"
        guard !steps.isEmpty else { return "\(servers) \(hosts == 1 ? "offers" : "offer") https" }
        let clauses = steps.map { step in
            switch step {
            case .server: "\(servers) \(hosts == 1 ? "is" : "are") changed"
            case .url, .client, .either: "\(step.noun) is changed"
            }
        }
        return clauses.joined(separator: " and ")
    }

    /// The kinds of changes that loads from a host need, in the order of preference.
    func steps(at host: Host) -> [AdvisedChange.Step] {
        AdvisedChange.Step.allCases.filter { step in changes.contains { $0.host == host && $0.step == step } }
    }

    /// The sentence on declared exceptions or keys that only loads of others used.
    private static func sentence(onKept keys: [String], beginning: String) -> String {
        let pronoun = keys.count == 1 ? "it" : "them"
        return "\(beginning) \(keys.listed(atMost: 20)): only recorded loads outside this advice use \(pronoun). "
            + "Remove \(pronoun) if this app needs none."
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
        let permitted = zip(strict, declared).filter { strict, declared in
            !strict.violations.isEmpty && declared.violations.isEmpty
        }
        return Set(permitted.compactMap { strict, _ in strict.entry.decision.host })
    }
}

extension AppPolicyAdvice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("outcome", outcome)
            json.member("changes", changes)
            json.member("NSAppTransportSecurity", PropertyValue.dictionary(dictionary))
            json.member("exceptions", advisedExceptions)
            json.member("omission", omission)
            json.member("retention", retention)
            json.member("gaps", gaps)
            json.member("declared", declared)
            json.member("findings", findings)
            json.member("unresolved", unresolved)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("traffic", traffic)
            json.member("justification", Justification(of: advisedExceptions).paragraphs)
        }
    }
}
