import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct FactsSummariesTests {
    private static func certificate(_ number: UInt8) -> Certificate {
        Certificate(
            der: [number], subject: "CN=\(number)", issuer: "CN=root", notBefore: Instant(seconds: 0),
            notAfter: Instant(seconds: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), sha256: [number], publicKeySHA256: [])
    }

    private static func facts(_ certificates: [Certificate]) -> ServerFacts {
        let handshake = Handshake(
            offer: Offer(generation: .current), version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F),
            certificates: certificates.map(\.der))
        return ServerFacts(
            authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
            observation: .secure(
                handshake, ChainEvaluation(presented: certificates, path: certificates, anchor: .system)),
            foundAt: 0, id: "sha256:")
    }

    @Test func aCertificateOfTheFactsIsSummarizedOnce() throws {
        var summaries = FactsSummaries()
        let facts = Self.facts([Self.certificate(1), Self.certificate(2)])
        let known = try #require(summaries.summary(of: facts)?.certificates)
        let found = summaries.summaries(
            of: [Self.certificate(2), Self.certificate(3), Self.certificate(1)], beside: facts)
        try #require(found.map(\.subject) == ["CN=2", "CN=3", "CN=1"])
        #expect(found[0] === known[1] && found[2] === known[0])
        #expect(summaries.summary(of: facts)?.certificates.first === known[0])
    }

    @Test func certificatesWithoutFactsAreSummarizedEachTime() {
        var summaries = FactsSummaries()
        let refused = ServerFacts(
            authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
            observation: .noHandshake(.alert(40)), foundAt: 0, id: "sha256:a")
        #expect(summaries.summary(of: refused) == nil)
        #expect(summaries.summaries(of: [Self.certificate(1)], beside: refused).map(\.subject) == ["CN=1"])
        #expect(summaries.summaries(of: [Self.certificate(1)], beside: nil).map(\.subject) == ["CN=1"])
    }
}
