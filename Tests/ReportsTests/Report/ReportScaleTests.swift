import Events
import InternetNames
import Judging
import SimulatedServers
import Testing
import Traffic
import TransportSecurity
@testable import Reports

/// The time for the output of a report is linear in the number of apps, hosts and test cases, which clients choose.
@Suite struct ReportScaleTests {
    private static let count = 4000

    /// One load in violation for each number. Each load has a host, an app and a test case of its own.
    private static let (report, entries) = {
        let lines = (0..<count).flatMap { number in
            var event = DecisionEvent(
                time: Certificates.now, id: .text("\(number)"), from: .client(.init(listener: "l")),
                decision: .wouldBlock)
            event.client?.label = "test\(number)"
            event.client?.app = CachedJSON(
                ClientApp(userAgent: "App\(number)/1 CFNetwork/1568.200.51 Darwin/24.1.0"))
            (event.scheme, event.host, event.port) = (.https, Host("host\(number).example"), 443)
            event.violations = [Finding(rule: .tlsVersion, message: "Old.", expected: "1.2", actual: "1.0")]
            return event.line + [0x0A]
        }
        let traffic = SimulatedSite.traffic(lines, keepingFacts: false)
        let entries = traffic.asRecorded
        return (Report(traffic, entries, options: ReportOptions(time: Certificates.now)), entries)
    }()

    /// Quadratic time is a multiple of the limit, and linear time a small part of it, also on a loaded machine.
    private func expectSoon(_ action: () -> Void) {
        #expect(ContinuousClock().measure(action) < .seconds(20))
    }

    @Test func eachTestCaseFindsItsFindings() {
        let report = Self.report
        var text = ""
        expectSoon { text = JUnitReport(report).text }
        #expect(text.split(separator: "\n").count { $0.hasPrefix("<testsuite ") } == Self.count + 1)
    }

    @Test func eachAppIsCounted() {
        let report = Self.report
        expectSoon { #expect(report.countsByApp.count == Self.count) }
    }

    @Test func eachAppOfADifferenceIsCounted() {
        let (report, exercised) = (Self.report, ExercisedLoads(Self.entries))
        expectSoon {
            let difference = ReportDifference(from: report, to: report, exercised: exercised)
            #expect(difference.apps.allSatisfy { $0.remaining == 1 && $0.oldBuilds == ["1"] })
        }
    }
}
