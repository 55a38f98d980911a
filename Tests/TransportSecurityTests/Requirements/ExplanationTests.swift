import InternetNames
import Testing
import TransportSecurity

@Suite struct ExplanationTests {
    private func explanation(
        _ dictionary: [String: PropertyValue], _ url: String, os: OSVersion = .newest, sdk: OSVersion? = nil,
        kind: LoadKind = .urlSession
    ) throws -> Explanation {
        Explanation(of: Policy(dictionary, readBy: os, linkedSDK: sdk), for: try LoadURL(url), kind: kind)
    }

    @Test(
        arguments: [
            ([:], "http://example.com", .blocked), ([:], "ws://example.com", .blocked),
            ([:], "https://example.com", .depends), ([:], "wss://example.com", .depends),
            (["NSAllowsArbitraryLoads": true], "http://example.com", .allowed),
            (["NSAllowsArbitraryLoads": true], "https://example.com", .allowed),
            (
                ["NSExceptionDomains": ["example.com": ["NSExceptionAllowsInsecureHTTPLoads": true]]],
                "http://example.com", .allowed
            ),
            (
                ["NSExceptionDomains": ["example.com": ["NSExceptionAllowsInsecureHTTPLoads": true]]],
                "https://example.com", .depends
            ),
            ([:], "http://localhost:8080", .allowed),
        ] as [([String: PropertyValue], String, Explanation.Decision)])
    func decidesWithoutTheServer(
        dictionary: [String: PropertyValue], url: String, decision: Explanation.Decision
    ) throws {
        #expect(try explanation(dictionary, url).decision == decision)
    }

    @Test func namesTheKeyThatDecided() throws {
        let voided: [String: PropertyValue] = ["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": false]
        let entry: [String: PropertyValue] = ["NSExceptionDomains": ["example.com": ["NSIncludesSubdomains": true]]]
        let rows: [(Explanation, String)] = [
            (
                try explanation([:], "http://example.com"),
                "No key of the policy exempts example.com, so all of ATS holds."
            ),
            (
                try explanation(voided, "http://example.com"),
                "NSAllowsArbitraryLoads is YES, but ios27 ignores it because NSAllowsLocalNetworking is present."
            ),
            (
                try explanation(voided, "http://nas"),
                "NSAllowsLocalNetworking is NO, which puts local destinations such as nas under ATS."
            ),
            (
                try explanation(entry, "www.example.com"),
                "NSExceptionDomains has the entry example.com for www.example.com."
            ),
            (try explanation([:], "captive.apple.com"), "ios27 itself brings an exception for apple.com along."),
            (try explanation([:], "nas"), "nas is local, and NSAllowsLocalNetworking is not NO."),
            (
                try explanation([:], "203.0.113.1", os: OSVersion(.ios, 16)),
                "ios16 exempts all IP addresses, and NSAllowsLocalNetworking is not NO."
            ),
            (
                try explanation([:], "203.0.113.1", sdk: OSVersion(.ios, 16)),
                "ios27 exempts all IP addresses for apps linked with an SDK from before iOS 17, "
                    + "and NSAllowsLocalNetworking is not NO."
            ),
            (
                try explanation([:], "example.com", sdk: OSVersion(.ios, 8)),
                "The app is linked with the SDK of ios8, from before ATS, which is off for it."
            ),
            (
                try explanation([:], "example.com", kind: .none),
                "ATS does not judge loads that bypass URLSession, WebKit and AVFoundation."
            ),
        ]
        for (explanation, reason) in rows { #expect(explanation.reason == reason) }
    }

    @Test func statesTheConsequence() throws {
        let all: [String: PropertyValue] = [
            "NSRequiresNIAPTLSPackageVersion": "FCP_v2.1",
            "NSPinnedDomains": ["example.com": ["NSPinnedLeafIdentities": []]],
        ]
        let lax: [String: PropertyValue] = [
            "NSExceptionDomains": ["example.com": ["NSExceptionRequiresForwardSecrecy": false]]
        ]
        #expect(try explanation([:], "http://example.com").consequence == "Cleartext is blocked.")
        #expect(try explanation([:], "http://nas").consequence == "Cleartext is permitted.")
        #expect(
            try explanation([:], "https://nas").consequence
                == "ATS does not judge the load; the system's ordinary trust evaluation does.")
        let demands = "TLS 1.2 or later, forward secrecy, what NIAP's FCP_v2.1 asks for and a pinned key"
        #expect(try explanation(all, "https://example.com").consequence == "The server must offer \(demands).")
        #expect(try explanation(lax, "https://example.com").consequence == "The server must offer TLS 1.2 or later.")
    }
}
