import Testing
import TransportSecurity

@Suite struct PolicyTests {
    private static let contentKeys: [String: PropertyValue] = [
        "NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": true,
        "NSAllowsArbitraryLoadsInWebContent": false, "NSAllowsLocalNetworking": true,
    ]

    @Test func readsTheTopLevelFromIOS10() {
        let policy = Policy(Self.contentKeys, readBy: OSVersion(.ios, 10))
        #expect(policy.allowsArbitraryLoads)
        #expect(policy.allowsArbitraryLoadsForMedia == true)
        #expect(policy.allowsArbitraryLoadsInWebContent == false)
        #expect(policy.allowsLocalNetworking == true)
        #expect(policy.keyVoidingArbitraryLoads == "NSAllowsArbitraryLoadsForMedia")
    }

    @Test func iOS9KnowsOneTopLevelBoolean() {
        let policy = Policy(Self.contentKeys, readBy: OSVersion(.ios, 9))
        #expect(policy.allowsArbitraryLoads)
        #expect(policy.keyVoidingArbitraryLoads == nil)
    }

    @Test(
        arguments: [
            ("NSAllowsArbitraryLoadsForMedia", true, true), ("NSAllowsArbitraryLoadsInWebContent", false, true),
            ("NSAllowsLocalNetworking", 2, true), ("NSAllowsLocalNetworking", "YES", false),
            ("NSAllowsArbitraryLoadsInMedia", true, false), ("NSAllowsArbitraryLoadsForMediaContent", true, false),
            (" NSAllowsLocalNetworking", true, false),
        ] as [(String, PropertyValue, Bool)])
    func presenceOfABooleanVoidsArbitraryLoads(key: String, value: PropertyValue, voids: Bool) {
        let policy = Policy(["NSAllowsArbitraryLoads": true, key: value], readBy: .newest)
        #expect(policy.keyVoidingArbitraryLoads == (voids ? key : nil))
    }

    @Test func listsTheEntriesThatAreRead() {
        let policy = Policy(
            [
                "NSExceptionDomains": [
                    "b.example": [:], "a.example": [:], "apple.com": [:], "c.example": 1, "10/8": [:],
                ],
                "NSPinnedDomains": ["a.example": ["NSPinnedLeafIdentities": []], "b.example": [:]],
            ], readBy: .newest)
        #expect(policy.exceptionDomains.map(\.key) == ["10/8", "a.example", "apple.com", "b.example"])
        #expect(policy.pinnedDomains.map(\.key) == ["a.example"])
    }

    @Test(
        arguments: [
            ("ios26.3", .notRequired), ("ios26.4", .version2_1), ("macos26.4", .version2_1),
        ] as [(String, NIAPTLSPackage)])
    func readsTheNIAPKeyFrom26Point4(os: String, package: NIAPTLSPackage) throws {
        let policy = Policy(["NSRequiresNIAPTLSPackageVersion": "FCP_v2.1"], readBy: try OSVersion(name: os))
        #expect(policy.niapTLSPackage == package)
    }

    @Test(arguments: [
        ("ios26", "ios8", true), ("ios26", "macos10.10", true), ("ios26", "ios9", false), ("ios26", nil, false),
    ])
    func anAppLinkedBeforeIOS9PrecedesATS(os: String, sdk: String?, precedes: Bool) throws {
        let policy = Policy([:], readBy: try OSVersion(name: os), linkedSDK: sdk.flatMap { OSVersion(linkedSDK: $0) })
        #expect(policy.precedesATS == precedes)
    }

    @Test(
        arguments: [
            ("ios9", nil, true), ("ios10", nil, false), ("ios16", nil, false), ("ios17", nil, true),
            ("ios17", "ios16", false),
        ] as [(String, String?, Bool)])
    func publicAddressesAreSubjectIn9AndFrom17(os: String, sdk: String?, isSubject: Bool) throws {
        let policy = Policy([:], readBy: try OSVersion(name: os), linkedSDK: sdk.flatMap { OSVersion(linkedSDK: $0) })
        #expect(policy.subjectsPublicAddresses == isSubject)
    }
}
