import Documents
import Traffic
import TransportSecurity

/// The summary: one page for readers who decide.
extension ReportDocument {
    /// The largest number of steps, gaps and apps in the summary.
    private static let stepLimit = 5
    /// The largest number of rules in the summary.
    private static let ruleLimit = 9

    /// The blocks, most important first.
    var summary: [Document.Block] {
        [headline, .paragraph(extent, tone: .muted), figures] + gapBlocks(limit: Self.stepLimit)
            + stepBlocks(limit: Self.stepLimit) + countBlocks + plotBlocks
    }

    /// The result in a word, with the most important gap.
    var headline: Document.Block {
        if report.isFailing { return .headline(Document.Headline("Fails", sentence: report.outcome + gap, tone: .bad)) }
        if let gapOfAllLoads = report.gaps.first(where: { $0.kind == .noLoads || $0.kind == .nothingJudged }) {
            let sentence = "\(gapOfAllLoads.sentence) \(gapOfAllLoads.fix)"
            return .headline(Document.Headline("Nothing was judged", sentence: sentence, tone: .caution))
        }
        guard report.gaps.isEmpty else {
            return .headline(Document.Headline("Incomplete", sentence: report.outcome + gap, tone: .caution))
        }
        return .headline(Document.Headline("Passes", sentence: report.outcome, tone: .good))
    }

    /// The most important gap with the action that closes it, for the headline.
    private var gap: String {
        report.gaps.first.map { " \($0.sentence) \($0.fix)" } ?? ""
    }

    /// The recordings, their extent, and the source of the verdicts, in one or two sentences.
    var extent: String {
        let lines = report.sources.reduce(0) { $0 + $1.lines }
        // A condensed recording is not counted beside the recordings that it sums up, which are sources, too.
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
        func figure(of severity: ReportFinding.Severity, count: Int, tone: Document.Tone) -> Document.Figure {
            Document.Figure(Quantity.grouped(count), label: severity.phrase(of: count), tone: count > 0 ? tone : .plain)
        }
        var figures = [figure(of: .violation, count: counts.violations, tone: .bad)]
        if counts.failsUnlessAccepted > 0 {
            figures.append(figure(of: .failsUnlessAccepted, count: counts.failsUnlessAccepted, tone: .bad))
        }
        figures.append(figure(of: .warning, count: counts.warnings, tone: .caution))
        figures.append(
            Document.Figure(
                Quantity.grouped(counts.violatedHosts.count),
                label: "of \(Quantity.of(report.hosts.count, "host")) in violation"))
        figures.append(
            Document.Figure(
                Quantity.grouped(report.timeline.violatingLoads),
                label: "of \(Quantity.of(report.traffic.loads, "load")) in violation"))
        if !report.isWithoutApps {
            figures.append(
                Document.Figure(Quantity.grouped(report.apps.count), label: report.apps.count == 1 ? "app" : "apps"))
        }
        let coverage = report.coverage.hostCoverage
        figures.append(
            Document.Figure(coverage.figure, label: "coverage", tone: coverage.isComplete ? .plain : .caution))
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

    /// The changes to make first, and a sentence on the others.
    func stepBlocks(limit: Int) -> [Document.Block] {
        let steps = OwnerStep.steps(for: problems, owner: owner)
        guard !steps.isEmpty else { return [] }
        let furtherSteps = steps.dropFirst(limit)
        let shown = steps.prefix(limit).map { $0.step(namesApps: !report.isWithoutApps) }
        return [.heading("What to do first"), .steps(shown)]
            + (furtherSteps.isEmpty ? [] : [.paragraph(OwnerStep.sentence(on: furtherSteps), tone: .caution)])
    }

    /// The apps with the most problems, in a table.
    private var countBlocks: [Document.Block] {
        guard !report.apps.isEmpty, !report.isWithoutApps else { return [] }
        let hasUnaccepted = report.findings.contains { $0.severity == .failsUnlessAccepted && $0.status.counts }
        let countsByApp = report.countsByApp
        func counts(of app: AppSummary) -> ProblemCounts { countsByApp[app.name] ?? ProblemCounts([]) }
        let worstFirst = report.apps.sorted { left, right in
            let (first, second) = (counts(of: left), counts(of: right))
            return (first.violations, first.failsUnlessAccepted, first.warnings)
                > (second.violations, second.failsUnlessAccepted, second.warnings)
        }
        let rows = worstFirst.prefix(Self.stepLimit).map { app -> [Document.Cell] in
            let counts = counts(of: app)
            var cells = [Document.Cell(app.name), .count(counts.violations, tone: .bad)]
            if hasUnaccepted { cells.append(.count(counts.failsUnlessAccepted, tone: .bad)) }
            return cells + [
                .count(counts.warnings, tone: .caution), .count(counts.violatedHosts.count), .count(app.hosts.count),
                .count(app.traffic.loads),
            ]
        }
        let columns =
            ["App", "Violations"] + (hasUnaccepted ? ["Fail unless accepted"] : [])
            + ["Warnings", "Hosts in violation", "Hosts", "Loads"]
        return [.heading("Counts"), .table(Document.Table(columns, rows: rows))]
            + hint(at: report.apps.count - rows.count, noun: "more app", help: "see the table of apps")
    }

    private var plotBlocks: [Document.Block] {
        guard report.traffic.loads > 0 else { return [] }
        var plots: [Document.Plot] = []
        if !pointsOfRules.isEmpty {
            plots.append(Document.Plot("Problems by rule", shape: .bars, points: Self.shortened(pointsOfRules)))
        }
        let versions = report.versions.points.map { Document.Plot.Point($0.name, value: $0.loads) }
        plots.append(Document.Plot("Loads by TLS version", shape: .bars, points: versions))
        plots += timePlots
        return [.plots(plots)]
    }

    /// The number of problems that count of each rule, those with the most first. Rules with equally many are in the
    /// order of `RuleID`.
    private var pointsOfRules: [Document.Plot.Point] {
        let problemsByRule = Dictionary(grouping: problems.filter(\.counts), by: \.rule)
        var points: [Document.Plot.Point] = []
        for rule in RuleID.allCases {
            guard let problems = problemsByRule[rule] else { continue }
            let warnings = problems.count { $0.severity == .warning }
            let parts = [
                Document.Plot.Part(problems.count - warnings, tone: .bad), Document.Plot.Part(warnings, tone: .caution),
            ]
            let index = points.firstIndex { $0.value < problems.count } ?? points.endIndex
            points.insert(Document.Plot.Point(rule.rawValue, parts: parts), at: index)
        }
        return points
    }

    /// The first rules, and one point with the number of problems of all other rules.
    private static func shortened(_ rules: [Document.Plot.Point]) -> [Document.Plot.Point] {
        guard rules.count > ruleLimit + 1 else { return rules }
        let others = rules.dropFirst(ruleLimit)
        return rules.prefix(ruleLimit) + [
            Document.Plot.Point("\(others.count) other rules", value: others.reduce(0) { $0 + $1.value })
        ]
    }

    /// The plots over time; none if all loads are in one interval.
    private var timePlots: [Document.Plot] {
        let loads = report.timeline.loads
        let intervals = loads.intervals
        guard intervals.count > 1, let first = intervals.first, let last = intervals.last else { return [] }
        let violating = Dictionary(
            report.timeline.violating.intervals.map { ($0.start, $0.loads) }, uniquingKeysWith: +)
        let secondsOfDay: Int64 = 86_400
        let showsDays = loads.seconds >= secondsOfDay
        func name(_ time: Instant) -> String { showsDays ? time.date : time.minute }
        let ends = [name(first.start), name(last.start)]
        func plot(_ title: String, of points: [Document.Plot.Point]) -> Document.Plot {
            Document.Plot("\(title) per \(loads.lengthProse)", shape: .columns, points: points, ends: ends)
        }
        let allPoints = intervals.map { Document.Plot.Point(name($0.start), value: $0.loads) }
        var plots = [plot("Loads", of: allPoints)]
        if !violating.isEmpty {
            let points = intervals.map {
                Document.Plot.Point(name($0.start), value: violating[$0.start] ?? 0, tone: .bad)
            }
            plots.append(plot("Loads in violation", of: points))
        }
        return plots
    }
}

extension Document.Cell {
    /// A number in groups of three digits, which is also its sorting value. The tone is for numbers above 0.
    static func count(_ number: Int, tone: Document.Tone = .plain) -> Document.Cell {
        Document.Cell(Quantity.grouped(number), tone: number > 0 ? tone : .plain, order: Int64(number))
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
