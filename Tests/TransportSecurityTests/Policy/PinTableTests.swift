import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct PinTableTests {
    private let table = PinTable([
        "example.com": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": "Zm9v"]]],
        "WWW.Example.com": ["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": "YmFy"]]],
        "ca.example.com": ["NSPinnedCAIdentities": [["SPKI-SHA256-BASE64": "YmF6"]]],
        "no.array.example.com": ["NSPinnedLeafIdentities": "Zm9v"],
        "192.0.2.1": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": []],
        "2.1": ["NSIncludesSubdomains": true, "NSPinnedLeafIdentities": []],
    ])

    private let foo = Array("foo".utf8), bar = Array("bar".utf8), baz = Array("baz".utf8)

    @Test func unitesAllMatchingEntries() throws {
        let expected: [(String, PinnedIdentities?)] = [
            ("example.com", PinnedIdentities(leaves: [foo])), ("example.com.", PinnedIdentities(leaves: [foo])),
            ("other.example.com", PinnedIdentities(leaves: [foo])),
            ("www.example.com", PinnedIdentities(leaves: [foo, bar])),
            ("ca.example.com", PinnedIdentities(authorities: [baz], leaves: [foo])),
            ("no.array.example.com", PinnedIdentities(leaves: [])),
            ("a.www.example.com", nil), ("com", nil), ("example.org", nil), ("192.0.2.1", PinnedIdentities(leaves: [])),
            ("192.0.2.2", nil),
        ]
        for (name, identities) in expected {
            #expect(table.identities(for: try #require(Host(name))) == identities, "\(name)")
        }
    }

    @Test func theEntryOfTheHostItselfComesFirst() throws {
        let rows = [
            ("www.example.com", ["WWW.Example.com", "example.com"]), ("other.example.com", ["example.com"]),
            ("a.www.example.com", []),
        ]
        for (name, keys) in rows { #expect(table.domains(for: try #require(Host(name))).map(\.key) == keys, "\(name)") }
    }

    @Test(
        arguments: [
            ("a.www.example.com", "example.com"), ("a.b.c.example.com", "example.com"), ("www.example.com", nil),
            ("example.com", nil), ("a.b.example.org", nil), ("1.2.3.4", nil),
        ] as [(String, String?)])
    func namesTheEntryThatIsTooManyLabelsAbove(name: String, key: String?) throws {
        #expect(table.tooDistantKey(for: try #require(Host(name))) == key)
    }
}
