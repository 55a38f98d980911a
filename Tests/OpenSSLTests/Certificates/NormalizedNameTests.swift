import COpenSSL
import Testing

@testable import OpenSSL

/// SecCertificate.c, `createNormalizedX501Name`.
@Suite struct NormalizedNameTests {
    /// Two common names with their string types, and whether they are the same name.
    @Test(
        arguments: [
            (V_ASN1_PRINTABLESTRING, "Test CA", V_ASN1_PRINTABLESTRING, "TEST ca", true),
            (V_ASN1_PRINTABLESTRING, " Test  CA ", V_ASN1_PRINTABLESTRING, "Test CA", true),
            (V_ASN1_UTF8STRING, "Test CA", V_ASN1_UTF8STRING, "Test CA", true),
            (V_ASN1_UTF8STRING, "Test CA", V_ASN1_UTF8STRING, "test CA", false),
            (V_ASN1_UTF8STRING, "Test  CA", V_ASN1_UTF8STRING, "Test CA", false),
            (V_ASN1_UTF8STRING, "Test CA", V_ASN1_PRINTABLESTRING, "Test CA", false),
        ] as [(Int32, String, Int32, String, Bool)])
    func comparesAsAppleDoes(kind: Int32, name: String, otherKind: Int32, other: String, isSame: Bool) throws {
        #expect((try Self.normalized(kind, name) == Self.normalized(otherKind, other)) == isSame)
    }

    /// OpenSSL and this reader find the same subject, and nothing is read of a certificate that was cut off.
    @Test(arguments: [1, 3])
    func readsTheSubjectOfACertificate(version: Int) throws {
        let authority = try TestIdentity(.authority("Example Root CA"))
        var certificate = TestCertificate.leaf("www.example.com")
        certificate.version = version
        if version == 1 { certificate.extensions = [] }
        let der = try authority.issue(certificate).der
        let parsed = try ParsedCertificate(der: der)
        #expect(NormalizedName.subject(of: der) == parsed.subject)
        #expect(parsed.subject != parsed.issuer)
        for count in 0..<der.count { #expect(NormalizedName.subject(of: Array(der.prefix(count))) == nil) }
    }

    private static func normalized(_ kind: Int32, _ text: String) throws -> [UInt8] {
        let name = try required(X509_NAME_new())
        defer { X509_NAME_free(name) }
        let bytes = Array(text.utf8)
        X509_NAME_add_entry_by_NID(name, NID_commonName, kind, bytes, Int32(bytes.count), -1, 0)
        return NormalizedName.bytes(of: name)
    }
}
