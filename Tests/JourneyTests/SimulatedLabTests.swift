import Foundation
import Testing

/// What is said about the traffic of many devices and apps, made by the simulated lab.
@Suite(.enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct SimulatedLabTests {
    /// The members of a report in JSON that these tests look at.
    private struct Report: Decodable {
        var traffic: Traffic
        var findings: [Finding]

        struct Traffic: Decodable { var loads: Int }
        struct Finding: Decodable {
            var host: String
            var severity: String
            var traffic: Traffic
        }
    }

    @Test func theThreeRealProblemsHaveMostLoads() throws {
        let lab = try SimulatedLab.shared.get()
        let (status, output, _) = try lab.answer(["report", "--format", "json", lab.recording])
        #expect(status == 1)
        let report = try JSONDecoder().decode(Report.self, from: Data(output.utf8))
        #expect(report.traffic.loads == 400)
        var loads: [String: Int] = [:]
        for finding in report.findings where finding.severity == "violation" {
            loads[finding.host, default: 0] += finding.traffic.loads
        }
        let most = loads.sorted { $0.value > $1.value }.prefix(3).map(\.key)
        #expect(Set(most) == ["api.acme.example", "images.acme.example", "track.parcelpost.example"])
        // The noise: problems of few loads, and warnings under declared exceptions.
        #expect(loads.count > 8)
        #expect(report.findings.contains { $0.host == "staging.acme.example" && $0.severity == "warning" })
    }

    @Test func theReportNamesThemFirst() throws {
        let lab = try SimulatedLab.shared.get()
        let lines = try lab.answer(["report", lab.recording]).output.split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "What to do first"))
        let details = try #require(lines.firstIndex { $0.hasPrefix("Violations (") })
        // A blank line stands before the details.
        #expect(start < details && details - 1 <= 90)
        let steps = lines[start..<details].drop { !$0.hasPrefix("1. ") }.prefix { !$0.hasPrefix("4. ") }
        for host in ["api.acme.example", "images.acme.example", "track.parcelpost.example"] {
            #expect(steps.contains { $0.contains(host) }, "\(host)")
        }
    }

    /// In the later lab, the first problem is mended, the second is as it was, the third is not exercised, and there is
    /// a new one.
    @Test func twoRecordingsSideBySide() throws {
        let (old, new) = (try SimulatedLab.shared.get(), try SimulatedLab.later.get())
        let (status, output, errors) = try old.answer(["report", old.recording, "--against", new.recording])
        #expect(status == 1, "\(errors)")
        let headings = ["New", "Fixed", "Not exercised any more", "Still there", "By app"]
        /// The text from a heading to the next one.
        func section(_ heading: String) -> Substring {
            guard let start = output.range(of: "\n\(heading)\n")?.upperBound else { return "" }
            let ends = headings.compactMap { output[start...].range(of: "\n\($0)\n")?.lowerBound }
            return output[start..<(ends.min() ?? output.endIndex)]
        }
        #expect(section("New").contains("pay.acme.example"))
        #expect(section("Fixed").contains("api.acme.example"))
        #expect(section("Not exercised any more").contains("track.parcelpost.example"))
        #expect(section("Still there").contains("images.acme.example"))
        #expect(section("By app").contains("2301, 2302"))
        // Each recording has its own root.
        #expect(!section("New").contains("certificate.trust"))
        // Nothing got worse, but the silent server cannot be judged.
        #expect(try old.answer(["report", new.recording, "--against", new.recording]).status == 2)
        #expect(try old.answer(["report", "--format", "csv", old.recording, "--against", new.recording]).status == 64)
    }

    /// Two builds of the same recordings.
    @Test func twoBuildsSideBySide() throws {
        let (old, new) = (try SimulatedLab.shared.get(), try SimulatedLab.later.get())
        let both = ["report", old.recording, new.recording]
        let (status, output, errors) = try old.answer(both + ["--build", "2301", "--against-build", "2302"])
        #expect(status <= 2 && output.contains("2301 → 2302"), "\(errors)")
        #expect(output.hasPrefix("What changed between two builds"))
        let reverse = try old.answer(both + ["--build", "2302", "--against-build", "2301"])
        #expect(reverse.output.contains("2302 → 2301"))
        let none = try old.answer(both + ["--build", "2301", "--against-build", "1"])
        #expect(none.status == 65 && none.errors.contains("build"), "\(none.errors)")
        for wrong in [
            ["--against-build", "2302"], ["--build", "2301", "--against-build", "2302", "--history"],
            ["--build", "2301", "--against-build", "2302", "--format", "csv"],
        ] {
            #expect(try old.answer(both + wrong).status == 64)
        }
    }

    @Test func aHistoryIsInTheOrderOfTime() throws {
        let (old, new) = (try SimulatedLab.shared.get(), try SimulatedLab.later.get())
        // The labs are made in any order.
        let (status, output, _) = try old.answer([
            "report", "--history", "--format", "json", new.recording, old.recording,
        ])
        #expect(status == 1)
        let history = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let steps = try #require(history?["recordings"] as? [[String: Any]])
        let times = steps.compactMap { ($0["traffic"] as? [String: Any])?["first"] as? String }
        #expect(times.count == 2 && times == times.sorted())
        #expect(try old.answer(["report", "--history", old.recording]).status == 64)
    }

    @Test(arguments: [("csv", "api.acme.example"), ("csv-hosts", "cdn.retired.example")])
    func tablesAreCSV(format: String, host: String) throws {
        let lab = try SimulatedLab.shared.get()
        let (status, output, _) = try lab.answer(["report", "--format", format, lab.recording])
        #expect(status == 1)
        // Python's reader is strict about quotes; every row has as many cells as the first one.
        let script =
            "import csv,sys; r=list(csv.reader(open(sys.argv[1],newline=''),strict=True)); "
            + "sys.exit(len({len(x) for x in r})!=1 or not any(sys.argv[2] in x for x in r))"
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        defer { unlink(file.path) }
        try output.write(to: file, atomically: true, encoding: .utf8)
        #expect(try Program("/usr/bin/python3", ["-c", script, file.path, host]).end() == 0)
        #expect(output.unicodeScalars.count { $0 == "\n" } == output.unicodeScalars.count { $0 == "\r" })
    }

    /// What a policy changes decides the status, and what was violated before does not.
    @Test func comparedWithItsOwnPolicyNothingGetsWorse() throws {
        let lab = try SimulatedLab.shared.get()
        let compare = ["report", "--compare", "--os", "auto", "--app", "Shopfront", lab.recording, "--policy"]
        let same = try lab.answer(compare + [lab.path("Shopfront.plist")])
        #expect(same.status == 0, "\(same.output)\(same.errors)")
        #expect(same.output.contains("Violated before and after") && same.output.contains("api.acme.example"))
        // The policy of another app has no exception for the beacon.
        let other = try lab.answer(compare + [lab.path("Ledger.plist")])
        #expect(other.status == 1 && other.output.contains("beacon.adpool.example"))
    }
}
