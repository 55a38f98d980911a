import Testing
import TransportSecurity

@testable import Reports

@Suite struct SystemProcessRulesTests {
    @Test func onlyRulesOfThePackageMayExceedTheSystem() {
        #expect(
            RuleID.allCases.filter(\.mayExceedSystem) == RuleID.allCases.filter { $0.rawValue.hasPrefix("niap.") })
        #expect(OSVersion.newestSystem.isOfSystemProcesses)
        #expect(!OSVersion.newest.isOfSystemProcesses)
    }
}
