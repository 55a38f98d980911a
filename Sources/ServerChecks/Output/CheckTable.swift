import DeviceManagement
import Documents
import Judging
import Reports
import TransportSecurity

/// The verdicts of several servers as a table with one row each.
struct CheckTable {
    private var rows: [[Document.Cell]] = []
    private var hasUses = false

    /// Whether no verdict was added.
    var isEmpty: Bool { rows.isEmpty }

    /// Adds the verdict of a subject.
    mutating func add(
        _ serverVerdict: CheckResult.ServerVerdict, about subject: String, usedBy uses: [ManagementUse] = []
    ) {
        if !uses.isEmpty { hasUses = true }
        let event = serverVerdict.event
        let answer = CheckAnswer(serverVerdict)
        let findings = event.violations + event.warnings
        let fault = findings.first.map { finding in
            let more = Set(findings.map(\.briefReason)).count - 1
            return "\(finding.briefReason) (\(finding.rule.rawValue))" + (more > 0 ? ", and \(more) more" : "")
        }
        let open = serverVerdict.judged.isUndetermined ? serverVerdict.judged.handshakeNote : nil
        let request = event.notes.first { $0.code == .clientCertificate }
        rows.append([
            Document.Cell(subject),
            Document.Cell(answer.state, tone: answer.tone == .good ? .good : answer.tone == .bad ? .bad : .caution),
            Document.Cell(Self.protocolName(of: serverVerdict)),
            Self.expiry(of: serverVerdict),
            Document.Cell(fault ?? event.error?.message ?? open?.message ?? request?.message ?? ""),
            Document.Cell(findings.first.map { ServerFix(for: $0).sentence } ?? ""),
            Document.Cell(answer.outcome == .mayBeBlocked ? RuleID.mayExceedSystemSentence : ""),
            Document.Cell(uses.prefix(Self.useLimit).map { "\($0.sentence)." }.joined(separator: " ")),
        ])
    }

    /// The table, with a sentence about the option that shows more.
    var document: Document {
        // A column without any text is left out.
        var columns = ["Host", "Verdict", "TLS", "Expires", "Reason", "Fix", "Warning", "Used by"]
        var rows = rows
        if !hasUses {
            columns.removeLast()
            rows = rows.map { Array($0.dropLast()) }
        }
        if rows.allSatisfy({ $0[6].text.isEmpty }) {
            columns.remove(at: 6)
            for index in rows.indices { rows[index].remove(at: 6) }
        }
        return Document(
            title: "App Transport Security of \(rows.count) server\(rows.count == 1 ? "" : "s")",
            blocks: [
                .table(Document.Table(columns, rows: rows)),
                .paragraph("--verbose prints all that was found about each server."),
            ])
    }

    /// The largest number of uses of one server that are shown.
    private static let useLimit = 5

    /// The expiry of the first certificate that ought to be replaced; without one, that of the server's certificate.
    private static func expiry(of serverVerdict: CheckResult.ServerVerdict) -> Document.Cell {
        let event = serverVerdict.event
        if let renewal = serverVerdict.renewal ?? serverVerdict.earlyRenewal {
            return Document.Cell("\(renewal.notAfter.shown(beside: event.time)), renew", tone: .caution)
        }
        return Document.Cell(event.tls?.value.certificates.first?.notAfter.shown(beside: event.time) ?? "")
    }

    private static func protocolName(of serverVerdict: CheckResult.ServerVerdict) -> String {
        switch serverVerdict.observation {
        case .cleartext: return "none"
        case .secure(let handshake, _): return handshake.version.prose
        case .certificates, .noHandshake, nil: return ""
        }
    }
}
