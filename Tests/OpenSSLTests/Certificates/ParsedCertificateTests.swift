import Testing
import TransportSecurity

@testable import OpenSSL

@Suite struct ParsedCertificateTests {
    @Test func cachesTheIssuerOfAValidSignature() throws {
        let root = try TestIdentity(.authority("Root"))
        let leaf = try ParsedCertificate(der: root.issue(.leaf("example.com")).der)
        let issuer = try ParsedCertificate(der: root.der)
        let sameIssuer = try ParsedCertificate(der: root.der)
        let other = try ParsedCertificate(der: TestIdentity(.authority("Root")).der)
        for _ in 0..<2 {
            #expect(leaf.signature(by: other) == .bad)
            #expect(leaf.signature(by: issuer) == .good)
            #expect(leaf.signature(by: sameIssuer) == .good)
        }
    }

    @Test func cachesNoIssuerOfAnotherCertificate() throws {
        let root = try TestIdentity(.authority("Root"))
        let issuer = try ParsedCertificate(der: root.der)
        let sound = try root.issue(.leaf("example.com")).der
        #expect(try ParsedCertificate(der: sound).signature(by: issuer) == .good)
        var forged = sound
        forged[forged.count - 1] ^= 1
        #expect(try ParsedCertificate(der: forged).signature(by: issuer) == .bad)
    }
}
