import InternetNames
import Testing
import TransportSecurity

@Suite struct PolicyResolutionTests {
    private func reason(
        _ dictionary: [String: PropertyValue], _ host: String, os: String = "ios26.4", sdk: String? = nil,
        kind: LoadingAPI = .urlSession
    ) throws -> Requirements.Reason {
        try requirements(dictionary, host, os: os, sdk: sdk, kind: kind).reason
    }

    private func requirements(
        _ dictionary: [String: PropertyValue], _ host: String, os: String = "ios26.4", sdk: String? = nil,
        kind: LoadingAPI = .urlSession
    ) throws -> Requirements {
        let policy = Policy(
            dictionary, readBy: try OSVersion(name: os), linkedSDK: sdk.flatMap { OSVersion(linkedSDK: $0) })
        return policy.requirements(for: try #require(Host(host)), kind: kind)
    }

    /// testLocalNetworkingAllowedByDefault, testLocalNetworkingDisabled and testAllowsArbitraryLoads.
    @Test(
        arguments: [
            ("localhost", .local, .default, .local), ("myhost.local", .local, .default, .local),
            ("example.com", .default, .default, .arbitraryLoads), ("127.0.0.1", .local, .default, .local),
            ("203.0.113.1", .default, .default, .arbitraryLoads), ("::1", .local, .default, .local),
            ("fe80::1", .local, .default, .local), ("fe00::1", .default, .default, .arbitraryLoads),
            ("2001:db8::8a2e:370:7334", .default, .default, .arbitraryLoads),
        ] as [(String, Requirements.Reason, Requirements.Reason, Requirements.Reason)])
    func globalKeysAsInApplesTests(
        host: String, empty: Requirements.Reason, notLocal: Requirements.Reason, arbitrary: Requirements.Reason
    ) throws {
        for os in ["ios18.4", "ios26.4"] {
            #expect(try reason([:], host, os: os) == empty)
            #expect(try reason(["NSAllowsLocalNetworking": false], host, os: os) == notLocal)
            #expect(try reason(["NSAllowsArbitraryLoads": true], host, os: os) == arbitrary)
        }
    }

    /// The five tests …KeyOverridesAllowsArbitraryLoads and testGarbageValueDisablesAllowsArbitraryLoads.
    @Test(
        arguments: [
            ["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true],
            ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": false],
            ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": true],
            ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": false],
            ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": true],
            ["NSAllowsArbitraryLoads": 2], ["NSAllowsArbitraryLoads": "YES"], ["NSAllowsArbitraryLoads": false],
        ] as [[String: PropertyValue]])
    func keysThatVoidArbitraryLoads(dictionary: [String: PropertyValue]) throws {
        for host in ["localhost", "myhost.local", "127.0.0.1", "::1", "fe80::1"] {
            #expect(try reason(dictionary, host) == .local)
        }
        for host in ["example.com", "google.com", "203.0.113.1", "fe00::1", "2001:db8::8a2e:370:7334"] {
            #expect(try reason(dictionary, host) == .default)
        }
    }

    /// testExceptionRaisesSecurityRequirements.
    @Test(
        arguments: [
            ("neverssl.com", false, .tls1_3), ("google.com", true, .tls1_3), ("youtube.com", false, .tls1_2),
            ("myhost.local", false, .tls1_2),
        ] as [(String, Bool, TLSVersion)])
    func anEntryBeatsArbitraryLoadsAndLocality(host: String, allowsCleartext: Bool, version: TLSVersion) throws {
        let dictionary: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": true,
            "NSExceptionDomains": [
                "neverssl.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
                "google.com": ["NSExceptionAllowsInsecureHTTPLoads": true, "NSExceptionMinimumTLSVersion": "TLSv1.3"],
                "youtube.com": ["NSExceptionRequiresForwardSecrecy": true],
                "myhost.local": ["NSExceptionAllowsInsecureHTTPLoads": false],
            ],
        ]
        let requirements = try requirements(dictionary, host)
        #expect(requirements.applies)
        #expect(requirements.reason == .exceptionDomain)
        #expect(requirements.matched == host)
        #expect(requirements.allowsInsecureHTTPLoads == allowsCleartext)
        #expect(requirements.minimumTLSVersion == version)
        #expect(requirements.requiresForwardSecrecy)
        #expect(try reason(dictionary, "example.com") == .arbitraryLoads)
    }

    /// The second half of testCIDRExceptions.
    @Test(arguments: [
        ("128.0.0.0", "0.0.0.0/0"), ("255.255.255.0", "0.0.0.0/0"), ("fe00::", "::/0"), ("127.0.0.1", "0.0.0.0/1"),
        ("1.1.1.1", "0.0.0.0/1"), ("::1", "::/1"), ("2001:db8::1", "::/1"),
    ])
    func halvesOfTheAddressSpace(host: String, key: String) throws {
        let entries: PropertyValue = ["::/0": [:], "::/1": [:], "0.0.0.0/0": [:], "0.0.0.0/1": [:]]
        #expect(try requirements(["NSExceptionDomains": entries], host).matched == key)
        #expect(try reason(["NSExceptionDomains": entries], "localhost") == .local)
    }

    @Test(
        arguments: [
            ("ios9", "192.168.1.5", .default), ("ios9", "localhost", .default), ("ios9", "printer.local", .default),
            ("ios10", "192.168.1.5", .local), ("ios16", "203.0.113.1", .local), ("ios17", "203.0.113.1", .default),
            ("ios17", "192.168.1.5", .local), ("ios17", "100.64.0.1", .default), ("macos13", "203.0.113.1", .local),
            ("macos14", "203.0.113.1", .default),
        ] as [(String, String, Requirements.Reason)])
    func addressesAndLocalNamesByOS(os: String, host: String, reason: Requirements.Reason) throws {
        #expect(try self.reason([:], host, os: os) == reason)
    }

    @Test(arguments: ["ios9", "ios10", "ios15.4"])
    func addressesAreNoKeysBefore17(os: String) throws {
        let dictionary: [String: PropertyValue] = ["NSExceptionDomains": ["203.0.113.1": [:], "203.0.113.0/24": [:]]]
        #expect(try requirements(dictionary, "203.0.113.1", os: os).matched == nil)
        #expect(try requirements(dictionary, "203.0.113.1", os: "ios17").matched == "203.0.113.1")
        #expect(try requirements(dictionary, "203.0.113.1", os: "ios17", sdk: "ios16").reason == .local)
    }

    @Test func noLocalNetworkingRevokesTheExemptionOfAddresses() throws {
        #expect(try reason(["NSAllowsLocalNetworking": false], "203.0.113.1", os: "ios16") == .default)
    }

    @Test(
        arguments: [
            ("NSAllowsArbitraryLoadsForMedia", .avFoundation, .media),
            ("NSAllowsArbitraryLoadsForMedia", .webView, .default),
            ("NSAllowsArbitraryLoadsInWebContent", .webView, .webContent),
            ("NSAllowsArbitraryLoadsInWebContent", .avFoundation, .default),
            ("NSAllowsArbitraryLoadsInWebContent", .urlSession, .default),
            ("NSAllowsArbitraryLoadsForMedia", .urlSession, .default),
        ] as [(String, LoadingAPI, Requirements.Reason)])
    func mediaAndWebContent(key: String, kind: LoadingAPI, reason: Requirements.Reason) throws {
        #expect(try self.reason([key: true], "example.com", kind: kind) == reason)
        #expect(try self.reason([key: false], "example.com", kind: kind) == .default)
        #expect(try self.reason([key: true], "example.com", os: "ios9", kind: kind) == .default)
        let named: [String: PropertyValue] = [key: true, "NSExceptionDomains": ["example.com": [:]]]
        #expect(try self.reason(named, "example.com", kind: kind) == .exceptionDomain)
    }

    @Test func exemptLoadsHaveTheMinimumOfThePlatform() throws {
        let linkedEarly = try requirements([:], "example.com", sdk: "ios8")
        let lowLevel = try requirements(["NSExceptionDomains": ["example.com": [:]]], "example.com", kind: .none)
        for requirements in [linkedEarly, lowLevel] {
            #expect(requirements.reason == .notSubject)
            #expect(!requirements.applies)
            #expect(requirements.allowsInsecureHTTPLoads)
            #expect(requirements.minimumTLSVersion == .tls1_0)
            #expect(!requirements.requiresForwardSecrecy)
            #expect(!requirements.requiresCertificateTransparency)
            #expect(requirements.matched == nil)
        }
    }

    @Test func pinsBindWithATSOffButNotBelowURLSession() throws {
        let dictionary: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": true, "NSPinnedDomains": ["example.com": ["NSPinnedLeafIdentities": []]],
        ]
        #expect(try requirements(dictionary, "example.com").pins == PinnedIdentities(leaves: []))
        #expect(try requirements(dictionary, "example.com", sdk: "ios8").pins != nil)
        #expect(try requirements(dictionary, "example.com", kind: .none).pins == nil)
        #expect(try requirements(dictionary, "example.com", os: "ios13").pins == nil)
        #expect(try requirements(dictionary, "example.com", os: "ios14").pins != nil)
    }

    @Test func anEntryMayOverrideNIAP() throws {
        let dictionary: [String: PropertyValue] = [
            "NSRequiresNIAPTLSPackageVersion": "FCP_v2.1",
            "NSExceptionDomains": [
                "example.com": ["NSExceptionRequiresNIAPTLSPackageVersion": "none"], "inherits.example": [:],
                "malformed.example": ["NSExceptionRequiresNIAPTLSPackageVersion": 2],
            ],
        ]
        #expect(try requirements(dictionary, "example.org").requiresNIAP)
        #expect(try requirements(dictionary, "inherits.example").requiresNIAP)
        #expect(try requirements(dictionary, "malformed.example").requiresNIAP)
        #expect(try !requirements(dictionary, "example.com").requiresNIAP)
        #expect(try !requirements(dictionary, "localhost").requiresNIAP)
        #expect(try !requirements(dictionary, "example.org", os: "ios26.3").requiresNIAP)
    }

    @Test func aMatchBelowOneLabelIsNoted() throws {
        let dictionary: [String: PropertyValue] = [
            "NSExceptionDomains": ["example.com": ["NSIncludesSubdomains": true]]
        ]
        #expect(try requirements(dictionary, "a.example.com").notes.isEmpty)
        #expect(try requirements(dictionary, "a.b.example.com").notes.count == 1)
        let pinned: [String: PropertyValue] = [
            "NSPinnedDomains": ["example.com": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": []]]
        ]
        #expect(try requirements(pinned, "a.b.example.com").notes.count == 1)
    }
}
