import InternetNames
import JSONWriting
import Judging
import Recordings
import TransportSecurity

/// The expected hosts without a judged load, and the apps whose loads they were compared with. A report has a gap for
/// these hosts.
public struct MissingHosts: Hashable, Sendable {
    /// The hosts, in the order of the file.
    public var hosts: [MissingHost] = []
    /// The hosts without a judged load that were contacted only before the first recorded load or after the last one.
    /// Such hosts say nothing about the recording, because App Privacy Reports cover days.
    public var unrecorded: [MissingHost] = []
    /// The number of expected hosts that were compared with the recording: those with a judged load, and `hosts`.
    public var compared = 0
    /// Whether hosts are expected at all.
    public var isAsked = false
    /// Whether the expected hosts are those of an App Privacy Report.
    var isPrivacyReport = false
    /// The bundle identifiers of apps whose hosts were compared with the loads of the app, with the app's names.
    var matched: [String: Set<String>] = [:]
    /// The bundle identifiers of apps whose hosts were compared with all loads.
    var unmatched: Set<String> = []
    /// The bundle identifiers of apps that are not known to be apps of this report. Their hosts were not compared.
    var otherApps: Set<String> = []

    /// A missing host.
    public struct MissingHost: Hashable, Sendable {
        /// The host, as it was expected.
        public var expected: ExpectedHost
        /// The name of the app in User-Agents; nil if all loads were compared.
        public var app: String?
    }

    /// Creates a result without expected hosts.
    init() {}

    /// Compares expected hosts with judged loads.
    ///
    /// - Parameters:
    ///   - expected: The expected hosts.
    ///   - entries: The loads with their verdicts.
    ///   - traffic: The recorded traffic, also of loads that the filter does not choose.
    ///   - filter: The filter that has chosen the loads in `entries`.
    init(
        of expected: ExpectedHosts, in entries: [JudgedEntry], traffic: RecordedTraffic,
        choosing filter: RecordingFilter
    ) {
        isAsked = !expected.isEmpty
        isPrivacyReport = expected.isPrivacyReport
        let judgedHosts = JudgedHosts(entries)
        let identifiers = Set(expected.hosts.compactMap(\.bundleIdentifier))
        let matching = AppNameMatching(
            of: identifiers, with: traffic.appNames.union(judgedHosts.appNames).union(filter.apps),
            policyNames: expected.userAgentNames)
        let namesByApp = Dictionary(uniqueKeysWithValues: identifiers.map { ($0, matching.names(of: $0)) })
        // A filter narrows the loads, but not the time in which others would have been recorded.
        let period = traffic.recordedPeriod ?? traffic.period
        for host in expected.hosts where filter.concerns(host) {
            var names: Set<String> = []
            if let app = host.bundleIdentifier {
                names = namesByApp[app, default: []]
                guard filter.chooses(appWithNames: names) else {
                    otherApps.insert(app)
                    continue
                }
                if names.isEmpty { unmatched.insert(app) } else { matched[app] = names }
            }
            if let name = host.host, judgedHosts.contains(name, loadedBy: names) {
                compared += 1
                continue
            }
            let missing = MissingHost(expected: host, app: names.min())
            if host.isWithin(from: period?.lowerBound, to: period?.upperBound) {
                compared += 1
                hosts.append(missing)
            } else {
                unrecorded.append(missing)
            }
        }
    }

    /// The number of compared hosts that have a judged load.
    public var seen: Int { compared - hosts.count }

    /// Whether the report concerns none of the expected hosts.
    var concernsNoExpectedHost: Bool { compared == 0 && unrecorded.isEmpty }
}

/// The hosts with judged loads, by the names of their apps.
private struct JudgedHosts {
    /// The names of the apps that load through URLSession, also in loads that were not judged.
    private(set) var appNames: Set<String> = []
    /// The names of apps with judged loads from each host; nil for loads that do not name their app.
    private var appsByHost: [Host: Set<String?>] = [:]

    init(_ entries: [JudgedEntry]) {
        for judged in entries {
            let app = judged.entry.decision.app
            // Web views and players send the name of a process of the system.
            let name = app?.api == .urlSession ? app?.name : nil
            if let name { appNames.insert(name) }
            guard judged.decision != .failed, !judged.isUndetermined, let host = judged.entry.decision.host else {
                continue
            }
            appsByHost[host, default: []].insert(name)
        }
    }

    /// Whether a judged load from the host may be of the app with one of these names. Without names, any app counts.
    func contains(_ host: Host, loadedBy names: Set<String>) -> Bool {
        guard let apps = appsByHost[host] else { return false }
        return names.isEmpty || apps.contains(nil) || names.contains { apps.contains($0) }
    }
}

extension RecordingFilter {
    /// Whether an expected host concerns loads that the filter chooses, apart from their apps.
    fileprivate func concerns(_ expected: ExpectedHost) -> Bool {
        guard expected.isWithin(from: since, to: until) else { return false }
        guard !hosts.isEmpty else { return true }
        guard let host = expected.host else { return false }
        return hosts.contains { $0.matches(host) }
    }

    /// Whether the filter chooses the loads of an app with any of these names in User-Agents.
    fileprivate func chooses(appWithNames names: Set<String>) -> Bool {
        guard !apps.isEmpty else { return true }
        let chosen = Set(apps.map { $0.lowercased() })
        return names.contains { chosen.contains($0.lowercased()) }
    }
}

extension MissingHosts.MissingHost: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bundleIdentifier", expected.bundleIdentifier)
            json.member("app", app)
            json.member("host", expected.name)
            json.member("contacts", expected.contacts.map { Int(clamping: $0) })
            json.member("first", expected.first)
            json.member("last", expected.last)
        }
    }
}
