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
}
