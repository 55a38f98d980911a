import InternetNames
import Recording
import Testing
import TransportSecurity

@testable import Probing

@Suite struct FactsTests {
    private static func certificate(_ number: UInt8) -> Certificate {
        Certificate(
            der: [number], subject: "CN=\(number)", issuer: "CN=root", notBefore: Instant(seconds: 0),
            notAfter: Instant(seconds: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), sha256: [number], publicKeySHA256: [])
    }

    private static func facts(_ certificates: [Certificate]) -> Facts {
        let handshake = Handshake(
            offer: Offer(profile: .current), version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F),
            certificates: certificates.map(\.der))
        return Facts(
            authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
            observation: .secure(
                handshake, ChainEvaluation(presented: certificates, path: certificates, anchor: .system)),
            foundAt: 0, id: "sha256:")
    }

    @Test func summarizesWhatWasProbedOnce() throws {
        let facts = Self.facts([Self.certificate(1), Self.certificate(2)])
        let known = try #require(facts.summary?.certificates)
        let summaries = facts.summaries(of: [Self.certificate(2), Self.certificate(3), Self.certificate(1)])
        try #require(summaries.map(\.subject) == ["CN=2", "CN=3", "CN=1"])
        #expect(summaries[0] === known[1] && summaries[2] === known[0])
    }

    @Test func summarizesCertificatesWhereNoneWereProbed() {
        let facts = FactsCacheTests.facts("a", at: 0)
        #expect(facts.summaries(of: [Self.certificate(1)]).map(\.subject) == ["CN=1"])
    }
}
