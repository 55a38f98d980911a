import Events
import Testing
import TransportSecurity

@testable import Probing

@Suite struct LargeHelloFactsTests {
    private static func handshake(
        _ version: TLSVersion, _ suite: UInt16, certificate: [UInt8], _ selection: Offer.Selection = .forwardSecret
    ) -> Handshake {
        Handshake(
            offer: Offer(generation: .current, minimumVersion: .tls1_2, selection: selection), version: version,
            cipherSuite: CipherSuite(rawValue: suite), certificates: [certificate])
    }

    /// A server that shows the large hello alone what the rules have not seen is not known to meet them.
    @Test(
        arguments: [
            (handshake(.tls1_2, 0xC02F, certificate: [1]), true), (handshake(.tls1_2, 0xC02F, certificate: [2]), false),
            (handshake(.tls1_2, 0xC013, certificate: [1]), false),
            // The smaller hello did not offer the suite.
            (handshake(.tls1_2, 0x002F, certificate: [1]), true),
            // In TLS 1.3 the certificate cannot be read, and each suite is permitted.
            (handshake(.tls1_3, 0x1302, certificate: [9]), true),
        ])
    func otherParametersAreNotKnown(large: Handshake, isKnown: Bool) {
        let answer = LargeHelloAnswer(size: 1700, result: .answered(large.version, nil))
        let facts = LargeHelloFacts(answer: answer, exchange: HelloExchange(), handshake: large)
        let small = Self.handshake(.tls1_2, 0xC02F, certificate: [1])
        #expect(facts.answer(beside: small).obstacle == (isKnown ? nil : .otherParameters))
        #expect(
            LargeHelloFacts(answer: answer, exchange: HelloExchange(), handshake: nil).answer(beside: small) == answer)
    }
}
