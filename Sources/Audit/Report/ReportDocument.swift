import TransportSecurity

extension Report {
    /// The report as a document for readers. `limit` bounds the rows of each table; a sentence tells how many are
    /// omitted.
    public func document(limit: Int = .max) -> Document {
        var document = Document(title: "App Transport Security report")
        document.blocks.append(.paragraph(outcome, isFailing ? .bad : .good))
        document.blocks.append(.paragraph(basis.sentence))
        document.blocks.append(.paragraph(extent))
        document.blocks += findingBlocks(limit)
        document.blocks += hostBlocks(limit)
        document.blocks += appBlocks(limit)
        document.blocks += ruleBlocks
        document.blocks += exceptionBlocks(limit)
        document.blocks += waiverBlocks
        document.blocks += coverageBlocks(limit)
        document.blocks += noteBlocks(limit)
        return document
    }

    private var extent: String {
        let lines = sources.reduce(0) { $0 + $1.lines }
        let from = sources.count == 1 ? sources[0].name : Quantity.of(sources.count, "recording")
        guard traffic.loads > 0 else { return "\(from), \(Quantity.of(lines, "line")): no load was recorded." }
        return "\(from): \(traffic.prose); \(Quantity.of(hosts.count, "host")), \(Quantity.of(apps.count, "app"))."
    }

    private func findingBlocks(_ limit: Int) -> [Document.Block] {
        guard !findings.isEmpty else { return [] }
        let rows = findings.map { found -> [Document.Cell] in
            [
                Document.Cell(found.host.description),
                Document.Cell(found.finding.rule.rawValue, found.tone),
                Document.Cell(found.statusText, found.tone),
                Document.Cell(found.finding.message),
                Document.Cell(found.finding.exception?.prose ?? "no exception permits it"),
                .number(found.traffic.loads),
                Document.Cell(found.traffic.last?.date ?? ""),
            ]
        }
        return [
            .heading("Findings"),
            .table(
                Document.Table(
                    [
                        "Host", "Rule", "Status", "What was found", "Exception that would permit it", "Loads",
                        "Last seen",
                    ],
                    Array(rows.prefix(limit)))),
        ] + omission(rows.count, limit, "findings")
    }

    private func hostBlocks(_ limit: Int) -> [Document.Block] {
        let rows = hosts.map { host -> [Document.Cell] in
            [
                Document.Cell(host.host.description),
                Document.Cell(host.verdict, host.tone),
                .number(host.traffic.loads),
                Document.Cell(Quantity.bytes(host.traffic.bytes), order: host.traffic.bytes),
                Document.Cell(host.traffic.first?.date ?? ""),
                Document.Cell(host.traffic.last?.date ?? ""),
                Document.Cell(host.apps.sorted().joined(separator: ", ")),
                Document.Cell(host.reasons.sorted().joined(separator: ", ")),
            ]
        }
        guard !rows.isEmpty else { return [] }
        return [
            .heading("Hosts"),
            .table(
                Document.Table(
                    ["Host", "Verdict", "Loads", "Bytes", "First seen", "Last seen", "Apps", "Policy"],
                    Array(rows.prefix(limit)))),
        ] + omission(rows.count, limit, "hosts")
    }

    private func appBlocks(_ limit: Int) -> [Document.Block] {
        guard !apps.isEmpty else { return [] }
        let rows = apps.map { app -> [Document.Cell] in
            [
                Document.Cell(app.name),
                Document.Cell(app.versions.sorted().joined(separator: ", ")),
                Document.Cell(app.systems.map(\.description).sorted().joined(separator: ", ")),
                .number(app.hosts.count),
                Document.Cell(
                    String(app.violatedHosts.count), app.violatedHosts.isEmpty ? .plain : .bad,
                    order: Int64(app.violatedHosts.count)),
                .number(app.traffic.loads),
                Document.Cell(Quantity.bytes(app.traffic.bytes), order: app.traffic.bytes),
            ]
        }
        return [
            .heading("Apps"),
            .table(
                Document.Table(
                    ["App", "Versions", "Systems", "Hosts", "Hosts in violation", "Loads", "Bytes"],
                    Array(rows.prefix(limit)))),
        ] + omission(rows.count, limit, "apps")
    }

    private var ruleBlocks: [Document.Block] {
        guard !rules.isEmpty else { return [] }
        let rows = rules.map { rule -> [Document.Cell] in
            [
                Document.Cell(rule.rule.rawValue), .number(rule.violatedHosts.count), .number(rule.warnedHosts.count),
                .number(rule.traffic.loads),
                Document.Cell(Quantity.bytes(rule.traffic.bytes), order: rule.traffic.bytes),
                Document.Cell(ServerRemedy(for: rule.rule).sentence),
            ]
        }
        return [
            .heading("Rules"),
            .table(
                Document.Table(
                    [
                        "Rule", "Hosts in violation", "Hosts with a warning", "Loads", "Bytes",
                        "Better than an exception",
                    ],
                    rows)),
        ]
    }

    private func exceptionBlocks(_ limit: Int) -> [Document.Block] {
        guard !exceptions.isEmpty else { return [] }
        let rows = exceptions.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.key ?? exception.reason.rawValue),
                Document.Cell(exception.reason.rawValue), .number(exception.hosts.count),
                .number(exception.traffic.loads),
                Document.Cell(exception.traffic.first?.date ?? ""), Document.Cell(exception.traffic.last?.date ?? ""),
            ]
        }
        return [
            .heading("What the policy said"),
            .table(
                Document.Table(
                    ["Key", "Reason", "Hosts", "Loads", "First seen", "Last seen"], Array(rows.prefix(limit)))),
        ] + omission(rows.count, limit, "exceptions")
    }

    private var waiverBlocks: [Document.Block] {
        var items = expiredWaivers.map { waiver in
            "The waiver \(waiver.name) of \(waiver.owner) expired on \(waiver.expires.date) (\(waiver.reason)); "
                + "fix the finding, or renew the waiver."
        }
        if !resolved.isEmpty {
            items.append(
                "Gone since the baseline: \(resolved.prefix(20).joined(separator: ", "))"
                    + (resolved.count > 20 ? " and \(resolved.count - 20) more." : "."))
        }
        return items.isEmpty ? [] : [.heading("Waivers and baseline"), .list(items)]
    }

    private func coverageBlocks(_ limit: Int) -> [Document.Block] {
        var items: [String] = []
        func named(_ names: [String], _ sentence: String) {
            guard !names.isEmpty else { return }
            let shown = names.prefix(min(limit, 50)).joined(separator: ", ")
            items.append(
                sentence + shown + (names.count > min(limit, 50) ? " and \(names.count - min(limit, 50)) more." : "."))
        }
        named(coverage.expectedHostsNeverSeen, "Expected, but never seen: ")
        named(coverage.policyKeysNeverSeen, "Named in the policy, but never seen: ")
        named(coverage.addresses.map(\.description), "Reached by address, where no exception for a name holds: ")
        return [.heading("What this report is worth"), .list(items + coverage.statements)]
    }

    private func noteBlocks(_ limit: Int) -> [Document.Block] {
        let rows = hosts.flatMap { host in
            host.notes.map { note -> [Document.Cell] in
                [
                    Document.Cell(host.host.description), Document.Cell(note.rule?.rawValue ?? ""),
                    Document.Cell(note.message),
                ]
            }
        }
        guard !rows.isEmpty else { return [] }
        return [
            .heading("Notes"), .table(Document.Table(["Host", "Rule", "Note"], Array(rows.prefix(limit)))),
        ] + omission(rows.count, limit, "notes")
    }

    private func omission(_ count: Int, _ limit: Int, _ noun: String) -> [Document.Block] {
        guard count > limit else { return [] }
        return [.paragraph("\(count - limit) more \(noun) are left out here; --format json has all.", .muted)]
    }
}

extension ReportFinding {
    var tone: Document.Tone {
        guard status.counts else { return .muted }
        return severity == .violation ? .bad : .caution
    }

    var statusText: String {
        switch status {
        case .new: return severity.rawValue
        case .known: return "\(severity.rawValue), known"
        case .waived(let waiver): return "waived by \(waiver.owner) until \(waiver.expires.date)"
        case .expired(let waiver): return "\(severity.rawValue), waiver expired on \(waiver.expires.date)"
        }
    }
}

extension HostSummary {
    fileprivate var tone: Document.Tone {
        if !violations.isEmpty { return .bad }
        if !warnings.isEmpty { return .caution }
        return undetermined > 0 || decisions[.failed] == traffic.loads ? .muted : .good
    }

    /// The verdict in a few words.
    fileprivate var verdict: String {
        func names(_ rules: Set<RuleID>) -> String {
            RuleID.allCases.filter(rules.contains).map(\.rawValue).joined(separator: ", ")
        }
        if !violations.isEmpty { return "violates \(names(violations))" }
        if !warnings.isEmpty { return "left to the app: \(names(warnings))" }
        if decisions[.failed] == traffic.loads { return "failed" }
        return undetermined == traffic.loads ? "undetermined" : "passes"
    }
}

extension Finding.Remedy {
    /// The remedy in a line, such as `example.com: NSExceptionMinimumTLSVersion = TLSv1.0`.
    var prose: String {
        let keys = keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }
        return "\(domain): \(keys.joined(separator: ", "))" + (overridable == true ? " (leaves it to the app)" : "")
    }
}

extension Finding.Remedy.Value {
    var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .string(let text): return text
        }
    }
}
