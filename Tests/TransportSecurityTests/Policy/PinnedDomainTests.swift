import Testing
import TransportSecurity

@Suite struct PinnedDomainTests {
    private static let good: PropertyValue = ["SPKI-SHA256-BASE64": "Zm9v"]

    @Test(
        arguments: [
            (["NSPinnedLeafIdentities": [good]], [Array("foo".utf8)], nil),
            (["NSPinnedCAIdentities": [good, good]], nil, [Array("foo".utf8)]),
            (["NSPinnedCAIdentities": [], "NSPinnedLeafIdentities": [good]], [Array("foo".utf8)], []),
            (["NSPinnedLeafIdentities": []], [], nil), (["NSPinnedLeafIdentities": ["Zm9v"]], [], nil),
            (["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": "?"]]], [], nil),
            (["NSPinnedLeafIdentities": "Zm9v"], [], nil), (["NSPinnedLeafIdentities": good], [], nil),
            (["NSPinnedCAIdentities": true], nil, []), (["NSPinnedCAIdentities": 1], nil, []),
            (["NSPinnedCAIdentities": "Zm9v", "NSPinnedLeafIdentities": [good]], [Array("foo".utf8)], []),
            (["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": 1], good]], [Array("foo".utf8)], nil),
        ] as [(PropertyValue, Set<[UInt8]>?, Set<[UInt8]>?)])
    func readsDigests(value: PropertyValue, leaves: Set<[UInt8]>?, authorities: Set<[UInt8]>?) throws {
        let domain = try #require(PinnedDomain(key: "example.com", value: value))
        #expect(domain.identities == PinnedIdentities(authorities: authorities, leaves: leaves))
    }

    @Test(
        arguments: [
            "YES", true, [], [:], ["NSIncludesSubdomains": true], ["NSPinnedIdentities": [good]],
        ] as [PropertyValue])
    func anEntryWithoutListsIsIgnored(value: PropertyValue) {
        #expect(PinnedDomain(key: "example.com", value: value) == nil)
    }

    @Test(arguments: [(true, true), (false, false), (1, false), ("YES", false)] as [(PropertyValue, Bool)])
    func onlyABooleanIncludesSubdomains(value: PropertyValue, includes: Bool) {
        let entry: PropertyValue = ["NSIncludesSubdomains": value, "NSPinnedLeafIdentities": []]
        #expect(PinnedDomain(key: "example.com", value: entry)?.includesSubdomains == includes)
    }
}
