import Documents
import TransportSecurity

/// The parts on the limits of a report: waivers and baseline, coverage, and notes.
extension ReportDocument {
    /// The waivers that need an action, and the findings of the baseline that are gone.
    var waiverBlocks: [Document.Block] {
        var items = report.expiredWaivers.map { waiver in
            "\(waiver.expiry) (\(waiver.reason)); fix the finding, or renew the waiver."
        }
        items += report.unusedWaivers.map { "The waiver \($0.name) of \($0.owner) covers no finding; remove it." }
        if !report.resolved.isEmpty { items.append("Gone since the baseline: \(report.resolved.listed(atMost: 20)).") }
        return items.isEmpty ? [] : [.heading("Waivers and baseline"), .list(items)]
    }

    /// The share that was judged, and the reasons why it is not larger.
    var hostCoverageBlocks: [Document.Block] {
        let hostCoverage = report.coverage.hostCoverage
        let missing = report.coverage.missingHosts
        var blocks: [Document.Block] = [
            .heading("Coverage"), .paragraph(hostCoverage.sentence, tone: hostCoverage.isComplete ? .plain : .caution),
        ]
        if let sentence = missing.sentence {
            let isEachHostSeen = missing.hosts.isEmpty && missing.compared > 0
            blocks.append(.paragraph(sentence, tone: isEachHostSeen ? .plain : .caution))
        }
        return blocks
    }

    /// The hosts that are not covered, and the statements on the limits of the recording.
    var coverageBlocks: [Document.Block] {
        let coverage = report.coverage
        var items = coverage.hostCoverage.reasons.map { gap in
            "Not covered, \(gap.clause): \(gap.hosts.listed(atMost: min(limit, 20)))."
        }
        let keys = coverage.policyKeysNeverSeen
        if !keys.isEmpty {
            items.append("Named in the policy, but never seen: \(keys.listed(atMost: min(limit, 50))).")
        }
        let addresses = coverage.addresses.map(\.description)
        if !addresses.isEmpty {
            let names = addresses.listed(atMost: min(limit, 50))
            items.append("Reached by address, where no exception for a name holds: \(names).")
        }
        return [.heading("Limitations"), .list(items + coverage.statements)]
    }

    /// The notes by kind, each with the number of its hosts, and those on old data at the end.
    var noteBlocks: [Document.Block] {
        let groups = NoteGroup.groups(of: report.hosts)
        guard !groups.isEmpty else { return [] }
        let notes = groups.filter { $0.fix == nil }
        let shown = notes.prefix(limit)
        var blocks: [Document.Block] = [.heading("Notes")]
        if isVerbose {
            blocks += shown.map { .fold(fold($0)) }
        } else if !notes.isEmpty {
            blocks.append(.list(shown.map { "\($0.title.withoutFullStop): \(Quantity.of($0.hosts.count, "host"))." }))
        }
        blocks += omission(notes.count, noun: "kinds of notes")
        if !isVerbose, !notes.isEmpty { blocks.append(.paragraph("--verbose names the hosts.", tone: .muted)) }
        blocks += groups.compactMap(\.dataNotice).map { .paragraph($0, tone: .caution) }
        return blocks
    }

    private func fold(_ group: NoteGroup) -> Document.Fold {
        var blocks: [Document.Block] = []
        if group.example.message != group.title { blocks.append(.paragraph("For example: \(group.example.message)")) }
        blocks.append(.paragraph(group.hosts.map(\.description).listed(atMost: limit) + "."))
        return Document.Fold(
            group.title, subtitle: group.example.rule?.rawValue ?? "",
            extent: Quantity.of(group.hosts.count, "host"), blocks: blocks)
    }
}
