import Events
import ForwardProxy
import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct LabelledLoadTests {
    private let loads: TestCaseLoads

    init() throws {
        loads = TestCaseLoads(try #require(TestLabel("testLogin")))
    }

    private struct Answer: Decodable {
        var label: String
        var loads, undecided, failed, omitted: Int
        var findings: [Row]

        struct Row: Decodable {
            var host: String
            var port: Int
            var decision: String
            var loads: Int
            var finding: Rule
        }

        struct Rule: Decodable { var rule: String }

        var rules: [String] { findings.map { "\($0.finding.rule) \($0.loads)" } }
    }

    private func answer() throws -> Answer { try JSONDecoder().decode(Answer.self, from: Data(loads.json)) }

    private func decision(
        _ decision: Decision, violations: [RuleID] = [], warnings: [RuleID] = [], accepted: Bool? = nil,
        host: String = "a.example"
    ) -> DecisionEvent {
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), from: .client(.init(listener: "l")), decision: decision)
        (event.host, event.port, event.accepted) = (Host.name(host), 443, accepted)
        event.violations = violations.map { Finding(rule: $0, message: "m", expected: "e", actual: "a") }
        event.warnings = warnings.map { Finding(rule: $0, message: "m", expected: "e", actual: "a") }
        return event
    }

    @Test func aLoadIsUndecidedUntilItsDecision() throws {
        let load = LabelledLoad(of: loads, awaitsTunnel: false)
        load.commandsEnded()
        #expect(try answer().undecided == 1)
        load.note(decision(.wouldBlock, violations: [.cleartext]))
        // Another decision may follow from the same event.
        #expect(try answer().undecided == 1)
        load.commandsEnded()
        let answer = try answer()
        #expect(answer.label == "testLogin" && answer.loads == 1 && answer.undecided == 0 && answer.failed == 0)
        #expect(answer.rules == ["cleartext 1"] && answer.findings.first?.host == "a.example")
        #expect(answer.findings.first?.decision == "would-block" && answer.findings.first?.port == 443)
    }

    @Test func aTunnelIsUndecidedUntilItIsReadAndDecided() throws {
        let early = LabelledLoad(of: loads, awaitsTunnel: true)
        early.note(decision(.allowed))
        early.commandsEnded()
        #expect(try answer().undecided == 1)
        early.tunnelIsRead()
        #expect(try answer().undecided == 0)
        // In `observe`, a tunnel may end before its decision.
        let late = LabelledLoad(of: loads, awaitsTunnel: true)
        late.tunnelIsRead()
        #expect(try answer().undecided == 1)
        late.note(decision(.allowed))
        late.commandsEnded()
        #expect(try answer().undecided == 0)
    }

    @Test func aLoadThatIsGoneIsNotUndecided() throws {
        for settles in [false, true] {
            var load: LabelledLoad? = LabelledLoad(of: loads, awaitsTunnel: true)
            if settles {
                load?.note(decision(.failed))
                load?.tunnelIsRead()
            }
            load = nil
            #expect(try answer().undecided == 0)
        }
        #expect(try answer().loads == 2 && answer().failed == 1)
    }

    /// As in reports: a tunnel of TLS 1.3 hides the certificate that the probe has seen.
    @Test func aFurtherDecisionAddsToTheFirstOne() throws {
        let load = LabelledLoad(of: loads, awaitsTunnel: true)
        load.note(decision(.wouldBlock, violations: [.certificateTrust, .tlsVersion]))
        load.note(decision(.allowed))
        #expect(try answer().rules == ["certificate.trust 1", "tls.version 1"])
        // The same in the tunnel is one problem.
        load.note(decision(.wouldBlock, violations: [.certificateTrust, .tunnelVersion, .tunnelSNI]))
        #expect(try answer().rules == ["certificate.trust 1", "tls.version 1", "tunnel.sni 1"])
    }

    @Test func aFailureOfTrustCountsUntilTheAppAcceptsIt() throws {
        let load = LabelledLoad(of: loads, awaitsTunnel: true)
        load.note(decision(.wouldBlock, violations: [.tlsVersion], warnings: [.certificateTrust]))
        #expect(try answer().rules == ["tls.version 1", "certificate.trust 1"])
        load.note(decision(.allowed, warnings: [.certificateTrust], accepted: true))
        #expect(try answer().rules == ["tls.version 1"])
    }

    @Test func equalFindingsAreCountedTogether() throws {
        let all = (0..<3).map { _ in LabelledLoad(of: loads, awaitsTunnel: false) }
        for load in all { load.note(decision(.blocked, violations: [.tlsVersion, .tlsCipher])) }
        #expect(try answer().rules == ["tls.version 3", "tls.cipher 3"])
    }

    @Test func findingsAreBounded() throws {
        let all = (0..<TestCaseLoads.limit + 2).map { number in
            let load = LabelledLoad(of: loads, awaitsTunnel: false)
            load.note(decision(.blocked, violations: [.cleartext], host: "a\(number).example"))
            return load
        }
        #expect(try answer().findings.count == TestCaseLoads.limit && answer().omitted == 2)
        for load in all { load.note(decision(.allowed)) }
        #expect(try answer().findings.count == TestCaseLoads.limit && answer().omitted == 2)
    }

    @Test func aFindingThatNoLoadHasMakesRoom() throws {
        let accepted = (0..<TestCaseLoads.limit).map { number in
            let load = LabelledLoad(of: loads, awaitsTunnel: true)
            load.note(decision(.wouldBlock, warnings: [.certificateTrust], host: "a\(number).example"))
            return load
        }
        #expect(try answer().findings.count == TestCaseLoads.limit)
        for load in accepted { load.note(decision(.allowed, accepted: true)) }
        #expect(try answer().findings.isEmpty)
        let refused = LabelledLoad(of: loads, awaitsTunnel: false)
        refused.note(decision(.blocked, violations: [.cleartext]))
        #expect(try answer().rules == ["cleartext 1"] && answer().omitted == 0)
    }
}
