import ErrorCatalogue
import Testing
import TransportSecurity
@testable import Reports

@Suite struct RecordedCausesTests {
    @Test func findsRecordedCauses() throws {
        let report = try ReportTests.report()
        let found = report.findings(by: Self.rules(of: -1200), at: [.name("old.example")])
        #expect(found.map(\.finding.rule) == [.tlsVersion] && found.map(\.host) == [.name("old.example")])
        #expect(report.findings(by: Self.rules(of: -1022), at: []).count == 2)
    }

    @Test func saysThatNothingWasRecorded() {
        let blocks = [ReportFinding]().recordedCauses
        #expect(blocks.last == .paragraph("Nothing in the recording ends in such an error."))
    }

    private static func rules(of code: Int) -> Set<RuleID> { Set(ErrorExplanation(code: code)?.rules ?? []) }
}
