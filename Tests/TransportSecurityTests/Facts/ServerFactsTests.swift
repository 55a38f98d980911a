import InternetNames
import Testing
import TransportSecurity

@Suite struct ServerFactsTests {
    private static func facts(_ observation: Observation, at time: Int64 = 0, id: String = "sha256:1") -> ServerFacts {
        ServerFacts(
            authority: Authority(host: Sample.host, port: 443), address: .v4(0xC000_0201), observation: observation,
            foundAt: time, id: id)
    }

    @Test(
        arguments: [
            (HandshakeFailure.closed, true), (.timedOut, true), (.alert(40), false), (.notTLS, false),
            (.malformed("x"), false),
        ])
    func onlyFailuresOfTheTransportAreTransient(failure: HandshakeFailure, isTransient: Bool) {
        #expect(Self.facts(.noHandshake(failure)).areTransient == isTransient)
        #expect(!Self.facts(Sample.secure()).areTransient)
    }

    @Test func factsOfTwoProbesAreEqualIfIdentityAndTimeAre() {
        #expect(Self.facts(Sample.secure()) == Self.facts(Sample.secure()))
        #expect(Self.facts(Sample.secure()) != Self.facts(Sample.secure(), at: 1))
        #expect(Self.facts(Sample.secure()) != Self.facts(Sample.secure(), id: "sha256:2"))
    }
}
