import Testing

@testable import TransportSecurity

@Suite struct NIAPTLSPackageTests {
    @Test(
        arguments: [
            ("FCP_v2.1", .version2_1), ("recommended", .version2_1), ("none", .notRequired), ("", .notRequired),
            ("FCP_v3.0", .notRequired), ("fcp_v2.1", .notRequired), (true, nil), (2, nil), (nil, nil),
        ] as [(PropertyValue?, NIAPTLSPackage?)])
    func readsTheDocumentedNames(value: PropertyValue?, package: NIAPTLSPackage?) {
        #expect(NIAPTLSPackage(value) == package)
    }
}
