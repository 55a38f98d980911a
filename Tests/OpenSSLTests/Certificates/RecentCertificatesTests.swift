import Testing
import TransportSecurity

@testable import OpenSSL

@Suite struct RecentCertificatesTests {
    private let recent = RecentCertificates()

    @Test func parsesACertificateOnce() throws {
        let der = try TestIdentity(.leaf("example.com")).der
        let first = try #require(try recent.certificate(der: der))
        #expect(try recent.certificate(der: der) === first)
        #expect(first.facts == (try CertificateReader.read(der: der)))
    }

    @Test func sharesParsedCertificates() throws {
        let parsed = try ParsedCertificate(der: TestIdentity(.leaf("example.com")).der)
        recent.keep([parsed.pointer], within: EvaluationWork())
        let kept = try #require(try recent.certificate(der: parsed.facts.der))
        #expect(kept.pointer == parsed.pointer && kept.facts == parsed.facts)
    }

    @Test func reportsAnInvalidCertificateEachTime() throws {
        let der = try TestIdentity(.leaf("example.com")).der + [0]
        for _ in 0..<2 {
            #expect(throws: OpenSSLError.self) { try recent.certificate(der: der) }
        }
    }

    @Test func dropsCertificatesThatWereNotUsedRecently() throws {
        let der = try TestIdentity(.leaf("example.com")).der
        let other = try TestIdentity(.leaf("other.example")).der
        let (first, kept) = (try recent.certificate(der: der), try recent.certificate(der: other))
        for number in 0..<2 * RecentCertificates.limit {
            _ = try recent.certificate(der: TestIdentity(.leaf("host\(number).example")).der)
            #expect(try recent.certificate(der: other) === kept)
        }
        #expect(try recent.certificate(der: der) !== first)
    }
}
