import Documents
import Foundation
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// A status 0 and the word "Passes" are given only if every load that was seen was judged and would succeed in the app;
/// and no output is greener than another.
@Suite struct GreenLawTests {
    private static func report(_ recording: [UInt8], keepingFacts: Bool) -> (report: Report, entries: [JudgedEntry]) {
        let traffic = SimulatedSite.traffic(recording, keepingFacts: keepingFacts)
        let entries = traffic.asRecorded
        return (Report(traffic, entries, options: ReportOptions(time: SampleLoad.time)), entries)
    }

    @Test(arguments: SampleLoad.allCases) func eachStateHasItsStatus(load: SampleLoad) {
        let lines =
            load.lines("a", host: "a.example", app: "Shop")
            + SampleLoad.sound.lines("b", host: "b.example", app: "Shop")
        for keepingFacts in [false, true] {
            let report = Self.report(lines.flatMap { $0 + [0x0A] }, keepingFacts: keepingFacts).report
            #expect(
                report.status == load.meaning?.rawValue ?? 0, "\(report.gaps) \(report.findings.map(\.fingerprint))")
        }
    }

    @Test(arguments: 0..<100) func everyOutputTellsTheStatus(seed: Int) throws {
        let random = RandomLoads(seed: UInt64(seed))
        for keepingFacts in [false, true] {
            let report = Self.report(random.recording, keepingFacts: keepingFacts).report
            #expect(report.status == random.status, "\(random.loads)")
            try expectAgreement(of: report)
        }
    }

    private func expectAgreement(of report: Report) throws {
        let status = report.status
        let place = FindingLocation(path: "Info.plist", text: "")
        func text(_ format: ReportFormat) -> String {
            format.text(
                of: report, by: TextRenderer(), at: place, version: "1", isVerbose: true,
                publicSuffixes: PublicSuffixes())
        }
        let headline = report.document().blocks.compactMap { block -> Document.Headline? in
            if case .headline(let headline) = block { headline } else { nil }
        }.first
        #expect((headline?.state == "Passes") == (status == 0))
        #expect((headline?.tone == .good) == (status == 0) && (headline?.tone == .bad) == (status == 1))
        for format in [ReportFormat.text, .markdown, .html] {
            #expect(text(format).contains(headline?.sentence.prefix(12) ?? ""), "\(format)")
            #expect(text(format).contains("Passes") == (status == 0), "\(format)")
        }
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text(.json).utf8)) as? [String: Any])
        #expect(json["status"] as? Int == Int(status) && json["failing"] as? Bool == (status == 1))
        #expect((json["gaps"] as? [Any])?.isEmpty == report.gaps.isEmpty)
        let junit = text(.junit)
        #expect(junit.contains("<failure ") == (status == 1) && junit.contains("<error ") == !report.gaps.isEmpty)
        let sarif = text(.sarif)
        #expect(sarif.contains(#""level":"error""#) == (status == 1))
        #expect(sarif.contains(#""id":"gap."#) == !report.gaps.isEmpty)
        #expect(text(.xcode).contains(": error: ") == (status == 1))
        #expect(text(.xcode).contains("[gap.") == !report.gaps.isEmpty)
        let csv = text(.csv)
        #expect((csv.contains("\"violation\"") || csv.contains("\"fails-unless-accepted\"")) == (status == 1))
        #expect(csv.contains("\n\"gap\"") == !report.gaps.isEmpty)
        let rows = text(.csvHosts).split(separator: "\r\n").dropFirst()
        let green = rows.count { $0.contains(",\"passes\"") || $0.contains(",\"warning, the app accepted it: ") }
        #expect(status != 0 || green == rows.count, "\(rows)")
    }

    /// One place adds up: the outcome, the figures, the counts of the apps and JSON agree, whatever the apps share.
    @Test(arguments: 0..<100) func theNumbersAgree(seed: Int) throws {
        let report = Self.report(RandomLoads(seed: UInt64(seed)).recording, keepingFacts: false).report
        let counts = report.counts
        let byApp = report.countsByApp.values
        for number in [\ProblemCounts.violations, \.failsUnlessAccepted, \.warnings] {
            let largest = byApp.map { $0[keyPath: number] }.max() ?? 0
            #expect(largest <= counts[keyPath: number])
            #expect(counts[keyPath: number] <= byApp.reduce(0) { $0 + $1[keyPath: number] })
        }
        #expect((counts.failing > 0) == report.isFailing)
        let figures =
            report.document().blocks.compactMap { block -> [Document.Figure]? in
                if case .figures(let figures) = block { figures } else { nil }
            }.first ?? []
        #expect(figures.first?.value == String(counts.violations))
        #expect(figures.contains { $0.value == String(counts.warnings) && $0.label.hasPrefix("warning") })
        if counts.violations > 0 { #expect(report.outcome.hasPrefix("\(counts.violations) violation")) }
        if counts.warnings > 0 { #expect(report.outcome.contains("\(counts.warnings) warning")) }
        let unaccepted = #/(^|, )loads of [0-9]+ hosts? fail unless the app accepts (it|them)[.,]/#
        #expect(report.outcome.contains(unaccepted) == (counts.failsUnlessAccepted > 0), "\(report.outcome)")
        // Each load has one device and one test case.
        let violating = report.timeline.violatingLoads
        #expect(report.devices.reduce(0) { $0 + $1.violatedLoads } == violating)
        #expect(report.labels.reduce(0) { $0 + $1.violatedLoads } == violating)
    }

    /// A comparison says 0 only if nothing is left unjudged in the newer recording, and nothing that was judged is gone.
    @Test(arguments: 0..<200) func comparisonsAreNoGreener(seed: Int) {
        let old = Self.report(RandomLoads(seed: UInt64(seed)).recording, keepingFacts: true)
        let new = Self.report(RandomLoads(seed: UInt64(seed + 1000)).recording, keepingFacts: true)
        let difference = ReportDifference(from: old.report, to: new.report, exercised: ExercisedLoads(new.entries))
        let comparison = VerdictComparison(from: new.entries, to: new.entries, report: new.report)
        var history = RecordingHistory()
        history.append(old.report, exercised: ExercisedLoads(old.entries))
        history.append(new.report, exercised: ExercisedLoads(new.entries))
        for status in [difference.status, comparison.status, history.status] where status == 0 {
            #expect(new.report.gaps.isEmpty)
        }
        #expect((difference.status == 0) == difference.outcome.hasPrefix("Nothing got worse"))
        let judged = Set(new.report.hosts.map(\.host))
        let absent = old.report.hosts.filter {
            !judged.contains($0.host) && $0.violations.isEmpty && $0.decisions[.failed] == nil
        }
        if !absent.isEmpty, old.report.status == 0 { #expect(difference.status != 0 && history.status != 0) }
    }
}
