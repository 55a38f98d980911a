import Testing

@testable import AppBundle

@Suite struct KeySpellingTests {
    @Test(
        arguments: [
            ("NSAllowArbitraryLoads", .policy, "NSAllowsArbitraryLoads"),
            ("NSAllowsArbitraryLoad", .policy, "NSAllowsArbitraryLoads"),
            ("AllowsArbitraryLoads", .policy, "NSAllowsArbitraryLoads"),
            ("NSAllowsArbitraryLoadsForMedias", .policy, "NSAllowsArbitraryLoadsForMedia"),
            ("NSAllowsArbitraryLoadsInWebview", .policy, "NSAllowsArbitraryLoadsInWebContent"),
            ("NSExceptionDomain", .policy, "NSExceptionDomains"),
            ("NSExceptionsDomains", .policy, "NSExceptionDomains"),
            ("NSPinedDomains", .policy, "NSPinnedDomains"), ("NSIncludeSubdomains", .exception, "NSIncludesSubdomains"),
            ("NSIncludesSubDomains", .exception, "NSIncludesSubdomains"),
            ("NSExceptionAllowsInsecureHTTPSLoads", .exception, "NSExceptionAllowsInsecureHTTPLoads"),
            ("NSThirdPartyExceptionAllowInsecureHTTPLoads", .exception, "NSExceptionAllowsInsecureHTTPLoads"),
            ("NSTemporaryThirdPartyExceptionAllowsInsecureHTTPLoads", .exception, "NSExceptionAllowsInsecureHTTPLoads"),
            ("NSTemporaryThirdPartyExceptionMinimumTLSVersion", .exception, "NSExceptionMinimumTLSVersion"),
            ("NSExceptionMinimumTLSVesrion", .exception, "NSExceptionMinimumTLSVersion"),
            ("NSMinimumTLSVersion", .exception, "NSExceptionMinimumTLSVersion"),
            ("NSExceptionRequiresFowardSecrecy", .exception, "NSExceptionRequiresForwardSecrecy"),
            ("SPKI-SHA256", .identity, nil), ("SPKI-SHA256-BASE-64", .identity, "SPKI-SHA256-BASE64"),
            ("NSAppTansportSecurtiy", .infoPlist, "NSAppTransportSecurity"),
            ("NSApplicationTransportSecurity", .infoPlist, nil), ("NSAppleScriptEnabled", .infoPlist, nil),
            ("NSSupportsLiveActivities", .infoPlist, nil), ("NSExtension", .infoPlist, nil),
            ("NSPrincipalClass", .infoPlist, nil), ("NSLocalNetworkUsageDescription", .infoPlist, nil),
            ("NSAllowedDomains", .infoPlist, nil), ("MinimumOSVersion", .infoPlist, nil),
            ("LSMinimumSystemVersion", .infoPlist, nil), ("MinimumTLSVersion", .infoPlist, nil),
            ("NSMinimumTLSVersion", .infoPlist, "NSExceptionMinimumTLSVersion"), ("PinnedDomains", .infoPlist, nil),
            ("NSAllowArbitraryLoads", .infoPlist, "NSAllowsArbitraryLoads"), ("", .policy, nil), ("NS", .policy, nil),
            ("Comment", .policy, nil),
            (String(repeating: "x", count: 5000), .policy, nil),
        ] as [(String, PolicyDictionaryKind, String?)])
    func suggestsTheIntendedKey(key: String, dictionaryKind: PolicyDictionaryKind, meant: String?) {
        #expect(KeySpelling.probableKey(for: key, in: dictionaryKind)?.key == meant)
    }
}
