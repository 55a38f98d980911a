import InternetNames
import Testing
import TransportSecurity

@Suite struct PolicyVerdictTests {
    private func verdict(
        _ dictionary: [String: PropertyValue], _ url: String, os: OSVersion = .newest, sdk: OSVersion? = nil,
        kind: LoadingAPI = .urlSession
    ) throws -> PolicyVerdict {
        Policy(dictionary, readBy: os, linkedSDK: sdk).verdict(for: try LoadURL(url), kind: kind)
    }

    @Test(
        arguments: [
            ([:], "http://example.com", .blocked), ([:], "ws://example.com", .blocked),
            ([:], "https://example.com", .dependsOnServer), ([:], "wss://example.com", .dependsOnServer),
            (["NSAllowsArbitraryLoads": true], "http://example.com", .allowed),
            (["NSAllowsArbitraryLoads": true], "https://example.com", .allowed),
            (
                ["NSExceptionDomains": ["example.com": ["NSExceptionAllowsInsecureHTTPLoads": true]]],
                "http://example.com", .allowed
            ),
            (
                ["NSExceptionDomains": ["example.com": ["NSExceptionAllowsInsecureHTTPLoads": true]]],
                "https://example.com", .dependsOnServer
            ),
            ([:], "http://localhost:8080", .allowed),
        ] as [([String: PropertyValue], String, PolicyVerdict.Decision)])
    func decidesWithoutTheServer(
        dictionary: [String: PropertyValue], url: String, decision: PolicyVerdict.Decision
    ) throws {
        let verdict = try verdict(dictionary, url)
        #expect(verdict == decision)
        #expect(verdict.violations.map(\.rule) == (decision == .blocked ? [.cleartext] : []))
    }

    @Test func namesTheKeyThatDecided() throws {
        let voided: [String: PropertyValue] = ["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": false]
        let entry: [String: PropertyValue] = ["NSExceptionDomains": ["example.com": ["NSIncludesSubdomains": true]]]
        let rows: [(PolicyVerdict, String)] = [
            (
                try verdict([:], "http://example.com"),
                "No key of the policy exempts example.com, so all of ATS holds."
            ),
            (
                try verdict(voided, "http://example.com"),
                "NSAllowsArbitraryLoads is YES, but ios27 ignores it because NSAllowsLocalNetworking is present."
            ),
            (
                try verdict(voided, "http://nas"),
                "NSAllowsLocalNetworking is NO, which puts local destinations such as nas under ATS."
            ),
            (
                try verdict(entry, "www.example.com"),
                "NSExceptionDomains has the entry example.com for www.example.com."
            ),
            (try verdict([:], "captive.apple.com"), "ios27 itself brings an exception for apple.com along."),
            (try verdict([:], "nas"), "nas is local, and NSAllowsLocalNetworking is not NO."),
            (
                try verdict([:], "203.0.113.1", os: OSVersion(.ios, 16)),
                "ios16 exempts all IP addresses, and NSAllowsLocalNetworking is not NO."
            ),
            (
                try verdict([:], "203.0.113.1", sdk: OSVersion(.ios, 16)),
                "ios27 exempts all IP addresses for apps linked with an SDK from before iOS 17, "
                    + "and NSAllowsLocalNetworking is not NO."
            ),
            (
                try verdict([:], "example.com", sdk: OSVersion(.ios, 8)),
                "The app is linked with the SDK of ios8, from before ATS, which is off for it."
            ),
            (
                try verdict([:], "example.com", kind: .none),
                "ATS does not judge loads that bypass URLSession, WebKit and AVFoundation."
            ),
        ]
        for (verdict, reason) in rows { #expect(verdict.reason == reason) }
    }

    @Test func statesTheConsequence() throws {
        let all: [String: PropertyValue] = [
            "NSRequiresNIAPTLSPackageVersion": "FCP_v2.1",
            "NSPinnedDomains": ["example.com": ["NSPinnedLeafIdentities": []]],
        ]
        let lax: [String: PropertyValue] = [
            "NSExceptionDomains": ["example.com": ["NSExceptionRequiresForwardSecrecy": false]]
        ]
        #expect(try verdict([:], "http://example.com").consequence == "Cleartext is blocked.")
        #expect(try verdict([:], "http://nas").consequence == "Cleartext is permitted.")
        #expect(
            try verdict([:], "https://nas").consequence
                == "ATS does not judge the load; the system's ordinary trust evaluation does.")
        let demands = "TLS 1.2 or later, forward secrecy, what NIAP's FCP_v2.1 asks for and a pinned key"
        #expect(try verdict(all, "https://example.com").consequence == "The server must offer \(demands).")
        #expect(try verdict(lax, "https://example.com").consequence == "The server must offer TLS 1.2 or later.")
    }

    @Test func saysThatPinsHoldWithoutATS() throws {
        let policy: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": true,
            "NSPinnedDomains": ["example.com": ["NSPinnedLeafIdentities": []]],
        ]
        let verdict = try verdict(policy, "https://example.com")
        #expect(verdict == .allowed)
        #expect(verdict.consequence.hasSuffix("the system's ordinary trust evaluation does, and demands a pinned key."))
    }

    @Test func namesThePinnedEntryAndWhatItDemands() throws {
        let foo: PropertyValue = ["SPKI-SHA256-BASE64": "Zm9v"]
        let bar: PropertyValue = ["SPKI-SHA256-BASE64": "YmFy"]
        let policy: [String: PropertyValue] = [
            "NSPinnedDomains": [
                "example.com": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": [foo, bar]],
                "ca.example.com": ["NSPinnedCAIdentities": [foo]], "none.test": ["NSPinnedCAIdentities": []],
            ]
        ]
        let leaf = "the server's certificate must have a key with one of the SHA-256 YmFy, Zm9v"
        let authority = "a certificate authority of the server's chain must have the key with the SHA-256 Zm9v"
        let rows: [(String, String?)] = [
            ("https://example.com", "NSPinnedDomains has the entry example.com for example.com: \(leaf)."),
            ("https://www.example.com", "NSPinnedDomains has the entry example.com for www.example.com: \(leaf)."),
            (
                "https://ca.example.com",
                "NSPinnedDomains has the entries ca.example.com and example.com for ca.example.com: \(authority), and \(leaf)."
            ),
            (
                "https://none.test",
                "NSPinnedDomains has the entry none.test for none.test: a certificate authority of the server's chain "
                    + "cannot match, because NSPinnedCAIdentities has no usable digest."
            ),
            ("http://example.com", nil), ("https://a.www.example.com", nil), ("https://example.org", nil),
        ]
        for (url, sentence) in rows {
            let verdict = try verdict(policy, url)
            #expect(verdict.pinning == sentence, "\(url)")
            #expect(sentence.map(verdict.description.contains) != false)
        }
        #expect(try verdict(policy, "https://example.com", kind: .none).pinning == nil)
        #expect(try verdict(policy, "https://example.com", os: OSVersion(.ios, 12)).pinnedDomains.isEmpty)
    }

    @Test func isEqualToItsDecisionAlone() throws {
        let verdict = try verdict([:], "http://example.com")
        #expect(verdict == .blocked)
        #expect(verdict != .allowed)
        #expect(!(verdict == .dependsOnServer))
        #expect(!(verdict != .blocked))
    }

    @Test func describesItselfInOneLine() throws {
        let entry: [String: PropertyValue] = [
            "NSExceptionDomains": [
                "example.com": ["NSIncludesSubdomains": true, "NSExceptionAllowsInsecureHTTPLoads": true]
            ]
        ]
        let ios18 = OSVersion.iOS(18)
        let rows: [(PolicyVerdict, String)] = [
            (
                try verdict([:], "http://example.com/a", os: ios18),
                "blocked by the rule cleartext: http://example.com/a under ios18. Cleartext is blocked. "
                    + "No key of the policy exempts example.com, so all of ATS holds. To permit it, under "
                    + "NSExceptionDomains: example.com { NSExceptionAllowsInsecureHTTPLoads = YES }."
            ),
            (
                try verdict(entry, "http://a.b.example.com", os: ios18),
                "allowed: http://a.b.example.com under ios18. Cleartext is permitted. NSExceptionDomains has the entry "
                    + "example.com for a.b.example.com. Note: example.com covers a.b.example.com, which lies 2 labels "
                    + "below it; Apple's current documentation of NSIncludesSubdomains promises one, its published "
                    + "code takes any number."
            ),
            (
                try verdict([:], "https://example.com", os: ios18),
                "depends on the server: https://example.com under ios18. The server must offer TLS 1.2 or later and "
                    + "forward secrecy. No key of the policy exempts example.com, so all of ATS holds."
            ),
        ]
        for (verdict, text) in rows { #expect(verdict.description == text) }
    }
}
