import DeviceManagement
import Documents
import Judging
import Reports
import TransportSecurity

/// The verdicts of several servers as a table with one row each.
struct CheckTable {
    /// The rows, each with a cell for every name in `columnNames`.
    private var rows: [[Document.Cell]] = []
    /// Whether a server of the table is one of device management.
    private var hasUses = false

    private static let columnNames = ["Host", "Verdict", "TLS", "Expires", "Reason", "Fix", "Warning", "Used by"]
    /// The index of the column `Warning`.
    private static let warningIndex = 6

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
            Document.Cell(answer.state, tone: answer.tone),
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
        // The last two columns are left out if they have no text.
        var columns = Self.columnNames
        var rows = rows
        if !hasUses {
            columns.removeLast()
            for index in rows.indices { rows[index].removeLast() }
        }
        if rows.allSatisfy({ $0[Self.warningIndex].text.isEmpty }) {
            columns.remove(at: Self.warningIndex)
            for index in rows.indices { rows[index].remove(at: Self.warningIndex) }
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

    /// The version of TLS; empty if it is not known.
    private static func protocolName(of serverVerdict: CheckResult.ServerVerdict) -> String {
        switch serverVerdict.observation {
        case .cleartext: return "none"
        case .secure(let handshake, _): return handshake.version.prose
        case .certificates, .noHandshake, nil: return ""
        }
    }
}
