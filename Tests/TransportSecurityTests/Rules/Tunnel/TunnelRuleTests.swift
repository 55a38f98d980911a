import Testing

@testable import TransportSecurity

@Suite struct TunnelRuleTests {
    @Test func everyRuleIsListedOnceAndCited() {
        let ids = RuleSet.tunnel.map { type(of: $0).id }
        #expect(Set(ids) == Set(RuleID.allCases.filter { $0.rawValue.hasPrefix("tunnel.") }))
        #expect(ids.count == Set(ids).count)
        for rule in RuleSet.tunnel {
            let citation = type(of: rule).citation
            #expect(!citation.document.isEmpty && !citation.section.isEmpty)
        }
    }

    @Test func eachFindingHasTheNameOfItsRule() {
        let tunnels = [
            Sample.tunnel(.cleartext("an HTTP request")),
            Sample.tunnel(.tls1_0, 0x0005, name: "other.example") { $0.isStrict = true },
        ]
        let rules: [any TunnelRule] = RuleSet.tunnel
        #expect(rules.count == 5)
        for rule in rules {
            let findings = tunnels.compactMap { rule.evaluate($0, under: Sample.requirements()).finding }
            #expect(findings.map(\.rule) == [type(of: rule).id])
            #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
        }
    }
}
