import Reports
import Testing
import TransportSecurity

@Suite struct ServerFixTests {
    /// Each cause needs another change than the others, and than its rule alone would have.
    @Test func everyCauseHasASentenceOfItsOwn() {
        let rules = Set(RuleID.allCases.map { ServerFix(for: $0).sentence })
        var sentences: Set<String> = []
        for cause in Finding.Cause.allCases {
            let finding = Finding(rule: .certificateTrust, message: "", expected: "", actual: "", cause: cause)
            let sentence = ServerFix(for: finding).sentence
            #expect(sentences.insert(sentence).inserted && !rules.contains(sentence), "\(cause)")
        }
    }

    /// A tunnel whose client offers other suites as well shows that the server prefers one, and not that it lacks others.
    @Test func aTunnelAsksForAnotherOrder() {
        #expect(ServerFix(for: .tunnelCipher).sentence.contains("prefer ECDHE"))
        #expect(ServerFix(for: .tlsCipher).sentence.contains("Enable ECDHE"))
    }

    /// The cause of a recorded finding comes from its own member and from no sentence.
    @Test func sentencesAreNotRead() {
        let finding = Finding(
            rule: .certificateTrust, message: "CN=x is self-signed", expected: "a certificate issued by a CA",
            actual: "CN=x is self-signed and not a known root")
        #expect(ServerFix(for: finding) == ServerFix(for: .certificateTrust))
    }
}
