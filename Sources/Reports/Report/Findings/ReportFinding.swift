import Documents
import Events
import InternetNames
import JSONWriting
import Judging
import Traffic
import TransportSecurity

/// The finding of one rule at one host in the loads of one app: a row in the table of findings of a report.
public struct ReportFinding: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The name of the app; `RecordingFilter.unknownName` if no User-Agent names one.
    public var app: String
    /// The finding of the first load, among those of the worst severity.
    public var finding: Finding
    /// The severity of the finding for the app.
    public var severity: Severity
    /// The policy's demand on the host, and the key that decided; nil if that is not known.
    public var policy: PolicySummary?
    /// The status in this report.
    public var status = Status.new
    /// The ports of the loads.
    public var ports: Set<UInt16>
    /// The schemes of the loads.
    public var schemes: Set<Load.Scheme> = []
    /// The first sentence about the server at each port, for at most `reasonLimit` ports: different servers may answer
    /// there.
    public var reasons: [UInt16: String] = [:]
    /// The builds of the app with the finding, at most `versionLimit`.
    public var versions: Set<String> = []
    /// The IP addresses of devices with the finding, at most `nameLimit`.
    public var devices: Set<String> = []
    /// The test cases with the finding, at most `nameLimit`.
    public var labels: Set<String> = []
    /// Paths of loads with the finding, at most three. Only loads in cleartext have one.
    public var paths: [String] = []
    /// The traffic with the finding.
    public var traffic: TrafficCount
    /// The host and port that answered https in the same recording as ATS demands: port 443, or the only port of the
    /// loads. Nil if there was no such answer; another port is another service.
    public var httpsAuthority: Authority?

    // The limits bound the memory, because clients choose ports, versions and labels.
    private static let reasonLimit = 20
    private static let versionLimit = 20
    private static let nameLimit = 50

    /// The meaning of a finding for the loads.
    public enum Severity: String, CaseIterable, Sendable {
        /// ATS refuses the load.
        case violation
        /// Trust in the server's certificates fails, and no tunnel shows that the app accepts them nevertheless.
        case failsUnlessAccepted = "fails-unless-accepted"
        /// Trust fails, and the tunnels show that the app accepted the server: it went on with application data.
        case warning

        /// The name in texts for readers, the same in all of them.
        public var prose: String { phrase(of: 1) }
    }

    /// The status of a finding in a report.
    public enum Status: Hashable, Sendable {
        /// The finding counts.
        case new
        /// The finding is in the baseline.
        case known
        /// A waiver covers the finding.
        case waived(DatedWaiver)
        /// An expired waiver covers the finding, which therefore counts.
        case expired(DatedWaiver)

        /// Whether the finding makes a report fail.
        public var counts: Bool {
            switch self {
            case .new, .expired: return true
            case .known, .waived: return false
            }
        }

        /// The name in machine-readable reports.
        public var name: String {
            switch self {
            case .new: return "new"
            case .known: return "known"
            case .waived: return "waived"
            case .expired: return "waiver-expired"
            }
        }
    }

    /// An identifier of the finding that is stable across reports, such as `tls.version@example.com#MyApp`.
    public var fingerprint: String { FindingFingerprint(rule: finding.rule, host: host, app: app).text }

    /// The rule and the host, such as `tls.version@example.com`. The same problem may occur in several apps.
    public var problem: String { FindingFingerprint(rule: finding.rule, host: host, app: app).problem }

    /// The change that removes the finding: only of the URL, if https was seen to work; else of the server.
    public var fix: String {
        guard let httpsAuthority, finding.rule == .cleartext || finding.rule == .tunnelCleartext else {
            return ServerFix(for: finding).sentence
        }
        let scheme = finding.cause == .webSocket ? "wss" : "https"
        return
            "Change the URL in the app to \(scheme): \(httpsAuthority) answered over TLS, and ATS has nothing against "
            + "it."
    }

    /// The host, with the ports of the loads unless it is only the usual one of their schemes.
    var place: String { host.named(at: ports, of: schemes) }

    /// The ports as a clause; nil if there is only the usual port of the schemes.
    var portClause: String? { ports.clause(of: schemes) }

    /// Whether the finding makes the report fail.
    public var isFailing: Bool { severity != .warning && status.counts }

    /// The sentence on whether the app accepts the server itself; nil for a violation, which the app cannot override.
    public var acceptance: String? {
        switch severity {
        case .violation: return nil
        case .failsUnlessAccepted:
            return
                "ATS leaves this to the app: the load fails unless the app accepts it, and not every tunnel shows that "
                + "it does."
        case .warning:
            return "The app accepted it: it was seen to go on with application data in both directions."
        }
    }
}

extension ReportFinding {
    /// Adds a finding of the same rule at the same host in the same app, with the loads of its entry.
    mutating func add(_ other: Finding, severity otherSeverity: Severity, of judged: JudgedEntry) {
        let entry = judged.entry
        if otherSeverity.rank < severity.rank {
            // The worst finding is shown.
            (finding, severity, policy) = (other, otherSeverity, judged.policy)
        } else if otherSeverity == severity, other.exception != finding.exception {
            // One exception has to permit the loads at all ports.
            finding.exception = [finding, other].jointException
        }
        if let scheme = entry.decision.scheme { schemes.insert(scheme) }
        if let port = entry.decision.port {
            ports.insert(port)
            if reasons.count < Self.reasonLimit, reasons[port] == nil { reasons[port] = other.message }
        }
        if let version = entry.decision.app?.version, versions.count < Self.versionLimit { versions.insert(version) }
        for device in entry.devices.names where devices.count < Self.nameLimit { devices.insert(device) }
        for label in entry.labels.names where labels.count < Self.nameLimit { labels.insert(label) }
        for path in entry.paths.texts where paths.count < TextSample.limit && !paths.contains(path) {
            paths.append(path)
        }
    }
}

extension JudgedEntry {
    /// The severity of the entry's warnings: whether the app is seen to accept the server in each load.
    public var severityOfWarnings: ReportFinding.Severity { entry.isAccepted ? .warning : .failsUnlessAccepted }

    /// Whether the loads fail in the app, unless it is a failure of trust that its own code accepts.
    public var isFailing: Bool { !violations.isEmpty || !warnings.isEmpty && severityOfWarnings != .warning }
}

extension ReportFinding.Severity {
    /// The words that follow a number of problems.
    public func phrase(of count: Int) -> String {
        switch self {
        case .violation: return count == 1 ? "violation" : "violations"
        case .failsUnlessAccepted:
            return count == 1 ? "fails unless the app accepts it" : "fail unless the app accepts them"
        case .warning: return count == 1 ? "warning" : "warnings"
        }
    }

    /// The order of the severities, worst first.
    public var rank: Int {
        switch self {
        case .violation: return 0
        case .failsUnlessAccepted: return 1
        case .warning: return 2
        }
    }
}

extension Set<UInt16> {
    /// The ports of loads as a clause, as in `at ports 443, 8443`; nil if there is only the usual port of all schemes.
    ///
    /// - Parameter schemes: The schemes of the loads. If none is known, no port is usual.
    package func clause(of schemes: Set<Load.Scheme>) -> String? {
        guard !isEmpty, count > 1 || self != Set(schemes.map(\.defaultPort)) else { return nil }
        return "at \(count == 1 ? "port" : "ports") \(sorted().map(String.init).listed(atMost: 20))"
    }
}

extension Host {
    /// The host with ports, as in `a.example at port 8443`; only the host at the usual port of all schemes.
    package func named(at ports: Set<UInt16>, of schemes: Set<Load.Scheme>) -> String {
        ports.clause(of: schemes).map { "\(self) \($0)" } ?? description
    }
}

extension ReportFinding: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("fingerprint", fingerprint)
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("severity", severity.rawValue)
            json.member("acceptance", acceptance)
            json.member("status", status.name)
            switch status {
            case .waived(let waiver), .expired(let waiver): json.member("waiver", waiver)
            case .new, .known: json.name("waiver"); json.null()
            }
            json.member("finding", finding)
            json.member("remedy", fix)
            json.member("weaknesses", finding.rule.weaknesses)
            json.member("app", app)
            json.member("apps", [app])
            json.member("versions", versions.sorted())
            json.member("devices", devices.sorted())
            json.member("labels", labels.sorted())
            json.member("paths", paths)
            json.member("traffic", traffic)
        }
    }
}
