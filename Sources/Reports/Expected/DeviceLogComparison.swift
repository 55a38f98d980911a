import DeviceManagement
import Documents
import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The failures in the log of a device (`--device-log`), compared with the verdicts on the same hosts.
public struct DeviceLogComparison: Hashable, Sendable {
    /// The log.
    public let log: DeviceLog
    /// The failures, in the order of the log.
    public let rows: [Row]

    /// A failure, with the relation of the verdicts to it.
    public struct Row: Hashable, Sendable {
        /// The failure.
        public var complaint: DeviceComplaint
        /// The relation of the verdicts to the failure.
        public var standing: Standing
        /// The rules of which loads from the host, at the ports that the failure names, have a violation or a warning.
        /// Their order is that of `RuleID`.
        public var foundRules: [RuleID]
    }

    /// The relations of verdicts to a failure.
    public enum Standing: String, CaseIterable, Sendable {
        /// A load from the host violates a rule that explains the failure.
        case agrees
        /// Loads from the host were judged, and violate no such rule.
        case differs
        /// No load from the host was judged.
        case notSeen = "not-seen"
    }

    /// Compares a log with verdicts.
    init(of log: DeviceLog, with entries: [JudgedEntry]) {
        self.log = log
        var rulesByHost: [Host: [UInt16: Set<RuleID>]] = [:]
        for judged in entries where judged.decision != .failed || !judged.violations.isEmpty {
            guard !judged.isUndetermined, let authority = judged.entry.authority else { continue }
            rulesByHost[authority.host, default: [:]][authority.port, default: []].formUnion(
                (judged.violations + judged.warnings).map(\.rule))
        }
        rows = log.complaints.map { complaint in
            let ports = rulesByHost[complaint.host, default: [:]].filter {
                complaint.ports.isEmpty || complaint.ports.contains($0.key)
            }
            guard !ports.isEmpty else { return Row(complaint: complaint, standing: .notSeen, foundRules: []) }
            let rules = ports.values.reduce(into: Set<RuleID>()) { $0.formUnion($1) }
            let isExplained = complaint.rules.contains(where: rules.contains)
            return Row(
                complaint: complaint, standing: isExplained ? .agrees : .differs,
                foundRules: RuleID.allCases.filter(rules.contains))
        }
    }

    /// The number of failures with a standing.
    public func count(of standing: Standing) -> Int { rows.count { $0.standing == standing } }

    /// The comparison in one sentence.
    public var sentence: String {
        let notSeen = count(of: .notSeen)
        return "Of \(Quantity.of(rows.count, "failure")) that the device logged, the verdicts agree with "
            + "\(count(of: .agrees)) and differ from \(count(of: .differs)); \(notSeen) "
            + "\(notSeen == 1 ? "is" : "are") at hosts without a judged load."
    }

    /// Whether no line of the log has a form that is known here.
    var isOfUnknownForm: Bool {
        !log.hasKnownForm && log.understood == 0 && log.withoutHost == 0 && log.notUnderstood == 0
    }

    /// The lines that were read and left out, in one sentence each.
    public var statements: [String] {
        var statements = [
            "\(Quantity.of(log.lines, "line")) of the log \(log.lines == 1 ? "was" : "were") read: "
                + "\(Quantity.grouped(log.understood)) \(log.understood == 1 ? "names" : "name") a failure and its "
                + "host, and the others were not used."
        ]
        if isOfUnknownForm {
            statements.append(
                "No line has a form that is known here; the log begins with: "
                    + log.firstLines.joined(separator: " | "))
        }
        if log.withoutHost > 0 {
            statements.append(
                "\(Quantity.of(log.withoutHost, "line")) on failures name no host; install Apple's profile for network "
                    + "diagnostics on the device, which ends the redaction.")
        }
        if log.notUnderstood > 0 {
            statements.append(
                "\(Quantity.of(log.notUnderstood, "line")) on violations have a form that is not known here, such as: "
                    + log.firstNotUnderstood.listed(atMost: 5, of: log.notUnderstood, separator: " | "))
        }
        if log.cutLines > 0 {
            statements.append(
                "\(Quantity.of(log.cutLines, "line")) are longer than \(DeviceLog.lineLimit >> 10) KiB, and were read "
                    + "up to there.")
        }
        if log.omitted > 0 {
            statements.append(
                "\(Quantity.of(log.omitted, "line")) were left out, because at most "
                    + "\(Quantity.grouped(DeviceLog.limit)) different failures are kept.")
        }
        return statements
    }

    /// The hosts of the failures in a log, each once: the device has loaded from them.
    public static func expectedHosts(of log: DeviceLog) -> [ExpectedHost] {
        log.complaints.map(\.host).distinct.map { ExpectedHost($0.description) }
    }
}

extension DeviceLogComparison: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("lines", log.lines)
            json.member("understood", log.understood)
            json.member("withoutHost", log.withoutHost)
            json.member("notUnderstood", log.notUnderstood)
            json.member("firstNotUnderstood", log.firstNotUnderstood)
            json.member("cutLines", log.cutLines)
            json.member("omitted", log.omitted)
            json.member("failures", rows)
        }
    }
}

extension DeviceLogComparison.Row: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", complaint.host)
            json.member("ports", complaint.ports.sorted())
            json.member("process", complaint.process)
            json.member("name", complaint.name)
            json.member("rules", complaint.rules)
            json.member("lines", complaint.count)
            json.member("firstLine", complaint.firstLine)
            json.member("standing", standing.rawValue)
            json.member("found", foundRules)
        }
    }
}
