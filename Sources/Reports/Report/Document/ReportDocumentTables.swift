import Documents
import TransportSecurity

/// The tables of apps, devices, test cases, hosts, rules and parts of policies.
extension ReportDocument {
    /// The builds of the apps.
    var appBlocks: [Document.Block] {
        guard !report.builds.isEmpty else { return [] }
        let rows = report.builds.map { build -> [Document.Cell] in
            [
                Document.Cell(build.app), Document.Cell(build.version ?? ""),
                Document.Cell(build.systems.map(\.description).sorted().listed(atMost: 3)), .count(build.devices.count),
                .count(build.hosts.count), .count(build.violatedHosts.count, tone: .bad),
                .count(build.unacceptedHosts.count, tone: .bad), .count(build.warnedHosts.count, tone: .caution),
                .count(build.traffic.loads),
                Document.Cell(names(of: build.violations)),
            ]
        }
        let columns = [
            "App", "Build", "Systems", "Devices", "Hosts", "In violation", "Fail unless accepted", "With a warning",
            "Loads",
            "Violated rules",
        ]
        return [.heading("Apps and builds")] + table(columns, rows: rows, noun: "builds")
    }

    /// The devices; without `isVerbose` only the ten with the most violations, and without the values that are the same
    /// for most.
    var deviceBlocks: [Document.Block] {
        guard !report.devices.isEmpty else { return [] }
        let hasUsers = report.devices.contains { !$0.users.isEmpty }
        let shown = isVerbose ? report.devices : Array(report.devices.prefix(10))
        let rows = shown.map { device in
            var cells = [Document.Cell(device.address)]
            if hasUsers { cells.append(Document.Cell(device.users.sorted().listed(atMost: 3))) }
            cells += [
                .count(device.loads), .count(device.violatedLoads, tone: .bad), .count(device.violatedHosts.count),
                Document.Cell(device.last?.date ?? ""),
            ]
            guard isVerbose else { return cells }
            return cells + [
                Document.Cell(device.apps.sorted().listed(atMost: 3)),
                Document.Cell(device.systems.map(\.description).sorted().listed(atMost: 3)),
            ]
        }
        var columns = ["Device"]
        if hasUsers { columns.append("Users seen") }
        columns += ["Loads", "In violation", "Hosts in violation", "Last seen"]
        if isVerbose { columns += ["Apps", "Systems"] }
        return [.heading("Devices")]
            + folded(Quantity.of(rows.count, "device"), columns: columns, rows: rows, noun: "devices")
            + hint(at: report.devices.count - shown.count, noun: "more device")
    }

    /// The test cases; without `isVerbose` only those with violations.
    var labelBlocks: [Document.Block] {
        guard !report.labels.isEmpty else { return [] }
        let shown = isVerbose ? report.labels : report.labels.filter { !$0.violations.isEmpty }
        let rows = (shown + [report.unlabelled].compactMap(\.self)).map { label -> [Document.Cell] in
            [
                Document.Cell(label.label), .count(label.loads), .count(label.violatedLoads, tone: .bad),
                Document.Cell(label.violatedHosts.map(\.description).sorted().listed(atMost: 3)),
                Document.Cell(names(of: label.violations)),
            ]
        }
        let columns = ["Test case", "Loads", "In violation", "Hosts in violation", "Violated rules"]
        var blocks: [Document.Block] = [.heading("Test cases")]
        if !rows.isEmpty {
            blocks += folded(Quantity.of(shown.count, "test case"), columns: columns, rows: rows, noun: "test cases")
        }
        return blocks + labelSentences(shown: shown.count).map { .paragraph($0, tone: .muted) }
    }

    /// The sentences on the loads and test cases that the table of test cases does not show.
    private func labelSentences(shown: Int) -> [String] {
        var sentences: [String] = []
        if let unlabelled = report.unlabelled {
            sentences.append(
                "\(Quantity.of(unlabelled.loads, "load")) of \(Quantity.grouped(report.traffic.loads)) "
                    + "\(unlabelled.loads == 1 ? "belongs" : "belong") to no test case.")
        }
        let empty = report.labels.filter { $0.loads == 0 }.map(\.label).sorted()
        if !empty.isEmpty {
            let names = empty.listed(atMost: isVerbose ? .max : 10)
            sentences.append("\(Quantity.of(empty.count, "test case")) made no load: \(names).")
        }
        let passing = isVerbose ? 0 : report.labels.count - shown - empty.count
        if passing > 0 {
            let subject = passing == 1 ? "1 test case has" : "\(Quantity.grouped(passing)) test cases have"
            sentences.append("\(subject) no violation; --verbose names \(passing == 1 ? "it" : "them").")
        }
        return sentences
    }

    /// The names of rules; without `isVerbose` at most three.
    private func names(of rules: Set<RuleID>) -> String {
        RuleID.allCases.filter(rules.contains).map(\.rawValue).listed(atMost: isVerbose ? .max : 3)
    }

    /// The hosts; without `isVerbose` only those that do not pass.
    var hostBlocks: [Document.Block] {
        let shown = isVerbose ? report.hosts : report.hosts.filter { !$0.passes }
        let rows = shown.map { host -> [Document.Cell] in
            let apps = Document.Cell(host.apps.sorted().joined(separator: ", "))
            return [
                Document.Cell(host.place), Document.Cell(host.verdict, tone: host.tone),
                .count(host.traffic.loads), Document.Cell(host.traffic.last?.date ?? ""),
            ] + (report.isWithoutApps ? [] : [apps]) + [
                Document.Cell(host.reasons.sorted().joined(separator: ", "))
            ]
        }
        guard !report.hosts.isEmpty else { return [] }
        let columns = ["Host", "Verdict", "Loads", "Last seen"] + (report.isWithoutApps ? [] : ["Apps"]) + ["Policy"]
        var blocks: [Document.Block] = [.heading("Hosts")]
        if !rows.isEmpty {
            blocks += folded(Quantity.of(rows.count, "host"), columns: columns, rows: rows, noun: "hosts")
        }
        let passing = report.hosts.count - shown.count
        if passing > 0 {
            let subject = passing == 1 ? "1 host passes" : "\(Quantity.grouped(passing)) hosts pass"
            blocks.append(.paragraph("\(subject); --verbose names \(passing == 1 ? "it" : "them").", tone: .muted))
        }
        return blocks
    }

    /// The rules with findings, and the change of the server that each needs; empty without `isVerbose`.
    var ruleBlocks: [Document.Block] {
        guard !report.rules.isEmpty, isVerbose else { return [] }
        let rows = report.rules.map { rule -> [Document.Cell] in
            [
                Document.Cell(rule.rule.rawValue), .count(rule.violatedHosts.count, tone: .bad),
                .count(rule.unacceptedHosts.count, tone: .bad),
                .count(rule.warnedHosts.count, tone: .caution), .count(rule.traffic.loads),
                Document.Cell(ServerFix(for: rule.rule).sentence),
            ]
        }
        let columns = ["Rule", "Hosts in violation", "Fail unless accepted", "Hosts with a warning", "Loads", "Fix"]
        return [.heading("Rules")] + table(columns, rows: rows, noun: "rules")
    }

    /// The parts of the policies that decided on loads.
    var policyBlocks: [Document.Block] {
        guard !report.exceptions.isEmpty else { return [] }
        let rows = report.exceptions.map { exception -> [Document.Cell] in
            [
                Document.Cell(exception.key ?? exception.reason.rawValue),
                Document.Cell(exception.reason.rawValue), .count(exception.hosts.count),
                .count(exception.traffic.loads), Document.Cell(exception.traffic.days),
            ]
        }
        return [.heading("What the policy said")]
            + table(["Key", "Reason", "Hosts", "Loads", "Seen"], rows: rows, noun: "exceptions")
    }

    /// The first rows of a table, and a sentence on the others. `noun` is the noun for the rows, in the plural.
    private func table(_ columns: [String], rows: [[Document.Cell]], noun: String) -> [Document.Block] {
        [.table(Document.Table(columns, rows: Array(rows.prefix(limit))))] + omission(rows.count, noun: noun)
    }

    /// The table, with `isVerbose` in a fold if the table is long.
    private func folded(_ title: String, columns: [String], rows: [[Document.Cell]], noun: String) -> [Document.Block] {
        let blocks = table(columns, rows: rows, noun: noun)
        return isVerbose && rows.count > 20 ? [.fold(Document.Fold(title, blocks: blocks))] : blocks
    }
}
