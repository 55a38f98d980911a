import Documents
import JSONWriting
import TransportSecurity

/// The difference as a document and in JSON.
extension ReportDifference {
    /// The difference as a document for readers.
    ///
    /// - Parameter limit: The largest number of rows in a table.
    public func document(limit: Int = .max) -> Document {
        var document = Document(title: "What changed between two \(subject)s")
        document.blocks = [
            .headline(Document.Headline(state, sentence: outcome, tone: Document.Tone(status: status))),
            .list(["Before: \(old.summary)", "Now: \(new.summary)"]),
        ]
        if !new.gaps.isEmpty { document.blocks.append(.list(new.gaps.map { "\($0.sentence) \($0.fix)" })) }
        if !notJudgedAnyMore.isEmpty {
            let hosts = notJudgedAnyMore.map(\.description).listed(atMost: limit)
            document.blocks.append(
                .paragraph(
                    "Judged before, and not judged now, since no load of them succeeded or was made: \(hosts).",
                    tone: .caution))
        }
        document.blocks += [.heading("By app"), appTable]
        if apps.count > 1 {
            document.blocks.append(
                .paragraph("A finding of several apps counts once above, and for each app here.", tone: .muted))
        }
        document.blocks += section("New", on: added, tone: .bad, limit: limit)
        document.blocks += section("Fixed", on: fixed, tone: .good, limit: limit)
        document.blocks += section(
            "Not found any more, because the policy became laxer", on: relaxed, tone: .caution,
            explanation: relaxationBlocks, limit: limit)
        document.blocks += section("Not exercised any more", on: unexercised, tone: .caution, limit: limit)
        document.blocks += section("Still there", on: remaining, tone: .plain, limit: limit)
        if !unexercised.isEmpty {
            let text =
                "What was not exercised may still be wrong: no load of the new \(subject) would show it, or its "
                + "verdict is open."
            document.blocks.append(.paragraph(text, tone: .muted))
        }
        return document
    }

    /// The findings of one change, with an explanation; empty if there are no findings.
    private func section(
        _ heading: String, on findings: [ReportFinding], tone: Document.Tone, explanation: [Document.Block] = [],
        limit: Int
    ) -> [Document.Block] {
        guard !findings.isEmpty else { return [] }
        return [.heading(heading), Self.table(findings, tone: tone, limit: limit)] + explanation
            + Document.Block.omission(of: findings.count, beyond: limit)
    }

    /// The outcome in a few words.
    private var state: String {
        if status == 1 { return "Worse" }
        return status == 2 ? "Not worse, with gaps" : "Not worse"
    }

    /// The relaxation of the policy for each finding that is gone because of it.
    private var relaxationBlocks: [Document.Block] {
        let items = relaxed.compactMap { finding -> String? in
            guard let relaxation = relaxations[finding.fingerprint] else { return nil }
            return "\(finding.place), \(finding.finding.rule.rawValue), \(finding.app): \(relaxation.clause)."
        }
        return [.paragraph("The servers may be as they were:", tone: .caution), .list(items)]
    }

    private var appTable: Document.Block {
        let rows = apps.map { app -> [Document.Cell] in
            [
                Document.Cell(app.app), Document.Cell(app.builds), .number(app.added), .number(app.fixed),
                .number(app.unexercised), .number(app.remaining),
            ]
        }
        return .table(Document.Table(["App", "Builds", "New", "Fixed", "Not exercised", "Still there"], rows: rows))
    }

    private static func table(_ findings: [ReportFinding], tone: Document.Tone, limit: Int) -> Document.Block {
        let rows = findings.prefix(limit).map { finding -> [Document.Cell] in
            // A new finding that does not make the report fail is only a caution.
            let ruleTone = tone == .bad && !finding.isFailing ? .caution : tone
            return [
                Document.Cell(finding.place), Document.Cell(finding.finding.rule.rawValue, tone: ruleTone),
                Document.Cell(finding.severityProse),
                Document.Cell("\(finding.app) \(finding.versions.sorted().joined(separator: ", "))"),
                .number(finding.traffic.loads), Document.Cell(finding.finding.message),
            ]
        }
        return .table(
            Document.Table(["Host", "Rule", "Severity", "App and builds", "Loads", "What was found"], rows: rows))
    }
}

extension ReportDifference.AppChange {
    /// The builds before and now, such as `411 → 412`; once if they are the same.
    fileprivate var builds: String {
        func prose(_ builds: [String]) -> String {
            builds.isEmpty ? "none" : builds.listed(atMost: 4)
        }
        return oldBuilds == newBuilds ? prose(newBuilds) : "\(prose(oldBuilds)) → \(prose(newBuilds))"
    }
}

extension ReportFinding {
    /// The severity, with the reason why the finding does not count.
    fileprivate var severityProse: String {
        switch status {
        case .new, .expired: return severity.prose
        case .known: return "\(severity.prose), in the baseline"
        case .waived(let waiver): return "\(severity.prose), waived by \(waiver.owner)"
        }
    }
}

extension Report {
    /// The names, the loads and the period of the recordings, in a line.
    var summary: String {
        "\(sources.map(\.name).listed(atMost: 3)): \(traffic.prose)."
    }
}

extension ReportDifference: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("schema", 1)
            json.member("status", Int(status))
            json.member("outcome", outcome)
            json.name("old")
            old.writeIdentity(to: &json)
            json.name("new")
            new.writeIdentity(to: &json)
            json.member("apps", apps)
            json.member("added", added)
            json.member("fixed", fixed)
            json.member("gone", unexercised)
            json.member("remaining", remaining)
            json.member("notJudgedAnyMore", notJudgedAnyMore)
            json.name("relaxed")
            json.array { json in
                for finding in relaxed {
                    guard let relaxation = relaxations[finding.fingerprint] else { continue }
                    json.object { json in
                        json.member("fingerprint", finding.fingerprint)
                        json.member("reason", relaxation.clause)
                    }
                }
            }
        }
    }
}

extension ReportDifference.AppChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("oldBuilds", oldBuilds)
            json.member("newBuilds", newBuilds)
            json.member("added", added)
            json.member("fixed", fixed)
            json.member("gone", unexercised)
            json.member("remaining", remaining)
        }
    }
}

extension Report {
    /// Writes the recordings of the report, as a side of a difference.
    fileprivate func writeIdentity(to json: inout JSONWriter) {
        json.object { json in
            json.member("recordings", sources.map(\.name))
            json.member("traffic", traffic)
            json.member("gaps", gaps.count)
        }
    }
}
