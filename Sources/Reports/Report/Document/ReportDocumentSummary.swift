import Documents
import Traffic
import TransportSecurity

/// The summary: one page for readers who decide.
extension ReportDocument {
    /// The largest number of steps, gaps and apps in the summary.
    private static let stepLimit = 5
    /// The largest number of rules in the summary.
    private static let ruleLimit = 9

    var summary: [Document.Block] {
        [headline, .paragraph(extent, .muted), figures] + gapBlocks(limit: Self.stepLimit)
            + stepBlocks(limit: Self.stepLimit) + countBlocks + plotBlocks
    }

    var headline: Document.Block {
        if report.isFailing { return .headline(Document.Headline("Fails", report.outcome + gap, .bad)) }
        if let nothing = report.gaps.first(where: { $0.kind == .noLoads || $0.kind == .nothingJudged }) {
            let sentence = "\(nothing.sentence) \(nothing.fix)"
            return .headline(Document.Headline("Nothing was judged", sentence, .caution))
        }
        guard report.gaps.isEmpty else {
            return .headline(Document.Headline("Incomplete", report.outcome + gap, .caution))
        }
        return .headline(Document.Headline("Passes", report.outcome, .good))
    }

    /// The most important gap with the action that closes it, for the headline.
    private var gap: String {
        report.gaps.first.map { " \($0.sentence) \($0.fix)" } ?? ""
    }

    /// The recordings, their extent, and where the verdicts come from.
    var extent: String {
        let lines = report.sources.reduce(0) { $0 + $1.lines }
        // A condensed recording stands beside those that it counts only if it has a fault.
        let counted = report.sources.filter { !$0.isCondensed }
        let recordings = counted.isEmpty ? report.sources : counted
        let from =
            recordings.count == 1 ? recordings[0].name : Quantity.of(recordings.count, "recording")
        guard report.traffic.loads > 0 else {
            return "\(from), \(Quantity.of(lines, "line")): no load was recorded. \(report.basis.sentence)"
        }
        let bytes = report.traffic.bytes > 0 ? ", \(Quantity.bytes(report.traffic.bytes)) of traffic" : ""
        return "\(from), \(report.traffic.days)\(bytes). \(report.basis.sentence)"
    }

    private var figures: Document.Block {
        let counts = ProblemCounts(problems)
        func figure(of severity: ReportFinding.Severity, _ count: Int, tone: Document.Tone) -> Document.Figure {
            Document.Figure(Quantity.grouped(count), severity.phrase(of: count), count > 0 ? tone : .plain)
        }
        var figures = [figure(of: .violation, counts.violations, tone: .bad)]
        if counts.failsUnlessAccepted > 0 {
            figures.append(figure(of: .failsUnlessAccepted, counts.failsUnlessAccepted, tone: .bad))
        }
        figures.append(figure(of: .warning, counts.warnings, tone: .caution))
        figures.append(
            Document.Figure(
                Quantity.grouped(counts.violatedHosts.count),
                "of \(Quantity.of(report.hosts.count, "host")) in violation"))
        figures.append(
            Document.Figure(
                Quantity.grouped(report.timeline.violatingLoads),
                "of \(Quantity.of(report.traffic.loads, "load")) in violation"))
        if !report.isOfSystemProcesses {
            figures.append(
                Document.Figure(Quantity.grouped(report.apps.count), report.apps.count == 1 ? "app" : "apps"))
        }
        let coverage = report.coverage.hostCoverage
        figures.append(Document.Figure(coverage.figure, "coverage", coverage.isComplete ? .plain : .caution))
        return .figures(figures)
    }

    /// The other gaps, with the action that closes each. The headline has the most important gap.
    func gapBlocks(limit: Int) -> [Document.Block] {
        let others = report.gaps.dropFirst()
        guard !others.isEmpty else { return [] }
        let shown = others.prefix(limit).map { "\($0.sentence) \($0.fix)" }
        let more = others.count - limit
        return [
            .heading("What else was not judged"),
            .list(shown + (more > 0 ? ["\(Quantity.of(more, "more gap")): --format json has all."] : [])),
        ]
    }

    func stepBlocks(limit: Int) -> [Document.Block] {
        let steps = OwnerStep.steps(for: problems, owner: owner)
        guard !steps.isEmpty else { return [] }
        let rest = steps.dropFirst(limit)
        return [.heading("What to do first"), .steps(steps.prefix(limit).map(\.step))]
            + (rest.isEmpty ? [] : [.paragraph(OwnerStep.sentence(on: rest), .caution)])
    }

    private var countBlocks: [Document.Block] {
        guard !report.apps.isEmpty, !report.isOfSystemProcesses else { return [] }
        let hasUnaccepted = report.findings.contains { $0.severity == .failsUnlessAccepted && $0.status.counts }
        let rows = report.apps.map { app -> (counts: ProblemCounts, cells: [Document.Cell]) in
            let counts = report.counts(of: app.name)
            return (
                counts,
                [Document.Cell(app.name), .count(counts.violations, .bad)]
                    + (hasUnaccepted ? [.count(counts.failsUnlessAccepted, .bad)] : []) + [
                        .count(counts.warnings, .caution), .count(counts.violatedHosts.count), .count(app.hosts.count),
                        .count(app.traffic.loads),
                    ]
            )
        }.sorted { left, right in
            let (first, second) = (left.counts, right.counts)
            return (first.violations, first.failsUnlessAccepted, first.warnings)
                > (second.violations, second.failsUnlessAccepted, second.warnings)
        }
        let more = rows.count - Self.stepLimit
        return [
            .heading("Counts"),
            .table(
                Document.Table(
                    ["App", "Violations"] + (hasUnaccepted ? ["Fail unless accepted"] : [])
                        + ["Warnings", "Hosts in violation", "Hosts", "Loads"],
                    rows.prefix(Self.stepLimit).map(\.cells))),
        ] + (more > 0 ? [.paragraph("\(Quantity.of(more, "more app")): see the table of apps.", .muted)] : [])
    }

    private var plotBlocks: [Document.Block] {
        guard report.traffic.loads > 0 else { return [] }
        var plots: [Document.Plot] = []
        let rules = RuleID.allCases.map { rule -> Document.Plot.Point in
            let own = problems.filter { $0.counts && $0.rule == rule }
            let warnings = own.count { $0.severity == .warning }
            return Document.Plot.Point(
                rule.rawValue,
                [Document.Plot.Part(own.count - warnings, .bad), Document.Plot.Part(warnings, .caution)])
        }.filter { $0.value > 0 }.enumerated().sorted { ($1.element.value, $0.offset) < ($0.element.value, $1.offset) }
            .map(\.element)
        if !rules.isEmpty {
            plots.append(Document.Plot("Problems by rule", .bars, Self.shortened(rules)))
        }
        let versions = report.versions.points.map { Document.Plot.Point($0.name, $0.loads) }
        plots.append(Document.Plot("Loads by TLS version", .bars, versions))
        plots += timePlots
        return [.plots(plots)]
    }

    /// The first rules, and the number of problems of all others.
    private static func shortened(_ rules: [Document.Plot.Point]) -> [Document.Plot.Point] {
        guard rules.count > ruleLimit + 1 else { return rules }
        let others = rules.dropFirst(ruleLimit)
        return rules.prefix(ruleLimit) + [
            Document.Plot.Point("\(others.count) other rules", others.reduce(0) { $0 + $1.value })
        ]
    }

    /// The plots over time; none if all loads are in one interval.
    private var timePlots: [Document.Plot] {
        let loads = report.timeline.loads
        let intervals = loads.intervals
        guard intervals.count > 1, let first = intervals.first, let last = intervals.last else { return [] }
        let violating = Dictionary(
            report.timeline.violating.intervals.map { ($0.start, $0.loads) }, uniquingKeysWith: +)
        let showsDays = loads.seconds >= 86_400
        func name(_ time: Instant) -> String { showsDays ? time.date : time.minute }
        let ends = [name(first.start), name(last.start)]
        func plot(_ title: String, _ tone: Document.Tone, _ count: (Instant, Int) -> Int) -> Document.Plot {
            let points = intervals.map {
                Document.Plot.Point(name($0.start), count($0.start, $0.loads), tone)
            }
            return Document.Plot("\(title) per \(loads.lengthProse)", .columns, points, ends: ends)
        }
        let all = plot("Loads", .plain) { $1 }
        guard !violating.isEmpty else { return [all] }
        return [all, plot("Loads in violation", .bad) { start, _ in violating[start] ?? 0 }]
    }
}

extension Document.Cell {
    /// A number in groups of three digits, which is also its sorting value. The tone is for numbers above 0.
    static func count(_ number: Int, _ tone: Document.Tone = .plain) -> Document.Cell {
        Document.Cell(Quantity.grouped(number), number > 0 ? tone : .plain, order: Int64(number))
    }
}

extension LoadHistogram {
    /// The length of the intervals in words, such as `15 minutes`.
    fileprivate var lengthProse: String {
        let units: [(seconds: Int64, noun: String)] = [
            (604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"),
        ]
        for unit in units where seconds.isMultiple(of: unit.seconds) {
            let count = seconds / unit.seconds
            return count == 1 ? unit.noun : "\(count) \(unit.noun)s"
        }
        return "\(seconds) seconds"
    }
}
