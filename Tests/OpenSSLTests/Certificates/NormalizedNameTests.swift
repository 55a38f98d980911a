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

    private static func normalized(_ kind: Int32, _ text: String) throws -> [UInt8] {
        let name = try required(X509_NAME_new())
        defer { X509_NAME_free(name) }
        let bytes = Array(text.utf8)
        X509_NAME_add_entry_by_NID(name, NID_commonName, kind, bytes, Int32(bytes.count), -1, 0)
        return NormalizedName.bytes(of: name)
    }
}
