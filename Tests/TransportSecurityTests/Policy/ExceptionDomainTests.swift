import Testing
import TransportSecurity

@Suite struct ExceptionDomainTests {
    @Test func anEmptyEntryHasTheDefaultsOfATS() {
        let exception = ExceptionDomain(key: "example.com", dictionary: [:], readBy: .newest)
        #expect(exception == ExceptionDomain(key: "example.com"))
        #expect(!exception.includesSubdomains)
        #expect(!exception.allowsInsecureHTTPLoads)
        #expect(exception.requiresForwardSecrecy)
        #expect(exception.minimumTLSVersion == .tls1_2)
        #expect(exception.niapTLSPackage == nil)
    }

    /// testMinTLSVersionDisallowedStrings and test_sec_protocol_configuration_protocol_string_to_version.
    @Test(
        arguments: [
            ("TLSv1.0", .tls1_0), ("TLSv1.1", .tls1_1), ("TLSv1.2", .tls1_2), ("TLSv1.3", .tls1_3), ("", .tls1_2),
            ("A", .tls1_2), ("1.0", .tls1_2), ("1.1", .tls1_2), ("SSLv3.0", .tls1_2), ("TLSv1.31", .tls1_2),
            ("TLSv1.4", .tls1_2), ("TLSv1.00", .tls1_2), ("TLSV1.3", .tls1_2), ("TLSv1.0 ", .tls1_2),
            ("DTLSv1.0", .tls1_2), ("DTLSv1.2", .tls1_2), (1, .tls1_2), (["TLSv1.0"], .tls1_2),
        ] as [(PropertyValue, TLSVersion)])
    func readsExactlyFourVersions(value: PropertyValue, version: TLSVersion) {
        let dictionary = ["NSExceptionMinimumTLSVersion": value]
        let exception = ExceptionDomain(key: "example.com", dictionary: dictionary, readBy: .newest)
        #expect(exception.minimumTLSVersion == version)
        #expect(exception.notes.isEmpty == (value == .string(version.name)))
    }

    @Test func readsTLS13FromIOS13() {
        let dictionary: [String: PropertyValue] = ["NSExceptionMinimumTLSVersion": "TLSv1.3"]
        let old = ExceptionDomain(key: "a", dictionary: dictionary, readBy: OSVersion(.ios, 12, 4))
        #expect(old.minimumTLSVersion == .tls1_2)
        #expect(old.notes.count == 1)
        let new = ExceptionDomain(key: "a", dictionary: dictionary, readBy: OSVersion(.ios, 13))
        #expect(new.minimumTLSVersion == .tls1_3)
    }

    @Test(arguments: ["NSTemporaryException", "NSThirdPartyException"])
    func legacySpellingsAreReadBefore18Point4(prefix: String) {
        let dictionary: [String: PropertyValue] = [
            prefix + "AllowsInsecureHTTPLoads": true, prefix + "MinimumTLSVersion": "TLSv1.0",
            prefix + "RequiresForwardSecrecy": false,
        ]
        let old = ExceptionDomain(key: "a", dictionary: dictionary, readBy: OSVersion(.ios, 18, 3))
        #expect(old.allowsInsecureHTTPLoads && !old.requiresForwardSecrecy && old.minimumTLSVersion == .tls1_0)
        #expect(old.notes.isEmpty)
        let new = ExceptionDomain(key: "a", dictionary: dictionary, readBy: OSVersion(.ios, 18, 4))
        #expect(!new.allowsInsecureHTTPLoads && new.requiresForwardSecrecy && new.minimumTLSVersion == .tls1_2)
        #expect(new.notes.count == 3)
    }

    @Test func theCurrentSpellingWins() {
        let dictionary: [String: PropertyValue] = [
            "NSExceptionAllowsInsecureHTTPLoads": false, "NSTemporaryExceptionAllowsInsecureHTTPLoads": true,
        ]
        #expect(!ExceptionDomain(key: "a", dictionary: dictionary, readBy: OSVersion(.ios, 9)).allowsInsecureHTTPLoads)
    }

    @Test(arguments: [
        "NSTemporaryExceptionAllowsInsecureHTTPSLoads", "NSExceptionAllowsLocalNetworking", "NSAllowsArbitraryLoads",
        " NSExceptionAllowsInsecureHTTPLoads",
    ])
    func keysThatNeverExistedAreIgnored(key: String) {
        #expect(!ExceptionDomain(key: "a", dictionary: [key: true], readBy: OSVersion(.ios, 9)).allowsInsecureHTTPLoads)
    }

    @Test(arguments: [("ios9", false), ("ios10", true), ("ios16", true), ("ios17", false), ("ios26.4", false)])
    func theTransparencyKeyIsReadFrom10To16(os: String, isRead: Bool) throws {
        let exception = ExceptionDomain(
            key: "a", dictionary: ["NSRequiresCertificateTransparency": true], readBy: try OSVersion(name: os))
        #expect(exception.requiresCertificateTransparency == isRead)
    }

    @Test func notesEscapeControlCharacters() {
        let exception = ExceptionDomain(
            key: "a\u{1B}[2J", dictionary: ["NSTemporaryException\n": true], readBy: OSVersion(.ios, 26))
        #expect(
            exception.notes == ["ios26 does not read NSTemporaryException\\u{A}, which the entry a\\u{1B}[2J has."])
    }

    @Test(arguments: [("ios26.3", nil), ("ios26.4", .version2_1)] as [(String, NIAPTLSPackage?)])
    func theNIAPKeyIsReadFrom26Point4(os: String, package: NIAPTLSPackage?) throws {
        let exception = ExceptionDomain(
            key: "a", dictionary: ["NSExceptionRequiresNIAPTLSPackageVersion": "recommended"],
            readBy: try OSVersion(name: os))
        #expect(exception.niapTLSPackage == package)
    }
}
