import Documents
import JSONWriting
import TransportSecurity

/// Renders a report as SARIF for code scanning. The log has one result for each app, host and rule, at the key of the
/// property list that decided on the host.
public struct SARIFReport: JSONWritable {
    private let report: Report
    private let location: FindingLocation
    private let version: String

    /// Creates the SARIF form of a report. `location` has the lines of findings; `version` is that of the program.
    public init(_ report: Report, at location: FindingLocation, version: String) {
        self.report = report
        self.location = location
        self.version = version
    }

    /// Writes the log with one run.
    public func write(to json: inout JSONWriter) {
        json.sarifLog(version: version) { json in
            writeRules(to: &json)
        } members: { json in
            writeMembers(to: &json)
        }
    }

    private func writeMembers(to json: inout JSONWriter) {
        json.member("columnKind", "utf16CodeUnits")
        json.name("invocations")
        json.array { writeInvocation(to: &$0) }
        json.name("results")
        json.array { json in
            for finding in report.findings { write(finding, to: &json) }
            for waiver in report.expiredWaivers { write(waiver, to: &json) }
            for renewal in report.renewals { write(renewal, to: &json) }
        }
        json.name("properties")
        json.object { $0.member("coverage", report.coverage.hostCoverage) }
    }

    /// Writes the exit status, with a notification for each gap and for each notice about old data files. A gap does
    /// not count as a result.
    private func writeInvocation(to json: inout JSONWriter) {
        json.object { json in
            json.member("executionSuccessful", true)
            json.member("exitCode", Int(report.status))
            json.name("toolExecutionNotifications")
            json.array { json in
                for gap in report.gaps {
                    writeNotification("\(gap.sentence) \(gap.fix)", id: "gap.\(gap.kind.rawValue)", to: &json)
                }
                for notice in report.dataNotices { writeNotification(notice, id: "data.age", to: &json) }
            }
        }
    }

    private func writeNotification(_ text: String, id: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("level", "warning")
            json.sarifText("message", text: Escaping.terminal(text))
            json.name("descriptor")
            json.object { $0.member("id", id) }
        }
    }

    private func writeRules(to json: inout JSONWriter) {
        for rule in RuleID.allCases {
            writeRule(
                rule.rawValue, help: ServerFix(for: rule).sentence, page: RulePage.address(of: rule),
                weaknesses: rule.weaknesses, to: &json)
        }
        writeRule(DatedWaiver.expiryIdentifier, help: "Fix the finding, or renew the waiver.", to: &json)
        writeRule(HostRenewal.identifier, help: HostRenewal.fix, to: &json)
    }

    /// Writes a rule with its advice. Code scanning shows tags, and knows weaknesses of CWE by a prefix.
    private func writeRule(
        _ identifier: String, help: String, page: String? = nil, weaknesses: [String] = [],
        to json: inout JSONWriter
    ) {
        let tags = weaknesses.map { $0.hasPrefix("CWE-") ? "external/cwe/\($0.lowercased())" : $0 }
        json.object { json in
            json.member("id", identifier)
            json.sarifText("help", text: help)
            if let page { json.member("helpUri", page) }
            json.name("properties")
            json.object { $0.member("tags", ["security"] + tags) }
        }
    }

    private func write(_ finding: ReportFinding, to json: inout JSONWriter) {
        json.object { json in
            json.member("ruleId", finding.finding.rule)
            json.member("level", finding.severity == .warning ? "warning" : "error")
            json.sarifText("message", text: Escaping.terminal(finding.sentences(namingApp: false)))
            json.sarifLocation(of: location.uri, line: location.line(of: finding))
            json.name("partialFingerprints")
            json.object { $0.member("atsproxy/appHostAndRule/v1", finding.fingerprint) }
            json.member("baselineState", finding.status == .known ? "unchanged" : "new")
            if case .waived(let waiver) = finding.status { writeSuppression(by: waiver, to: &json) }
            json.name("properties")
            json.object { json in
                json.member("host", finding.host)
                json.member("ports", finding.ports.sorted())
                if !report.isOfChecks { json.member("app", finding.app) }
                json.member("loads", finding.traffic.loads)
                if !finding.labels.isEmpty { json.member("labels", finding.labels.sorted()) }
                json.member("remedy", finding.fix)
            }
        }
    }

    private func writeSuppression(by waiver: DatedWaiver, to json: inout JSONWriter) {
        json.name("suppressions")
        json.array { json in
            json.object { json in
                json.member("kind", "external")
                json.member("justification", "\(waiver.reason) (\(waiver.owner), until \(waiver.expires.date))")
            }
        }
    }

    private func write(_ waiver: DatedWaiver, to json: inout JSONWriter) {
        json.object { json in
            json.member("ruleId", DatedWaiver.expiryIdentifier)
            json.member("level", "error")
            json.sarifText("message", text: Escaping.terminal("\(waiver.expiry): \(waiver.reason)"))
            json.sarifLocation(of: location.uri, line: location.line(of: waiver, in: report))
            json.name("partialFingerprints")
            json.object { $0.member("atsproxy/hostAndRule/v1", "\(DatedWaiver.expiryIdentifier):\(waiver.name)") }
        }
    }

    private func write(_ renewal: HostRenewal, to json: inout JSONWriter) {
        json.object { json in
            json.member("ruleId", HostRenewal.identifier)
            json.member("level", renewal.isFailing ? "error" : "note")
            json.sarifText("message", text: Escaping.terminal(renewal.sentence(at: report.time)))
            json.sarifLocation(of: location.uri, line: 1)
            json.name("partialFingerprints")
            json.object { $0.member("atsproxy/server/v1", "\(HostRenewal.identifier):\(renewal.authority)") }
        }
    }
}
