import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct ExceptionTableTests {
    /// testIncludesSubdomains.
    private let nested = ExceptionTable(
        [
            "example.com": ["NSIncludesSubdomains": true], "subhostname.example.com": ["NSIncludesSubdomains": false],
            "another.subhostname.example.com": [:], "dotted.example.": ["NSIncludesSubdomains": true],
            "EXAMPLE.ORG": [:], "example.net:8080": [:], "*.example.net": [:], ".example.net": [:],
            "io": ["NSIncludesSubdomains": true],
        ], readBy: .newest)

    @Test(
        arguments: [
            ("example.com", "example.com", 0), ("www.example.com", "example.com", 1),
            ("a.b.c.example.com", "example.com", 3),
            ("subhostname.example.com", "subhostname.example.com", 0),
            ("another.subhostname.example.com", "another.subhostname.example.com", 0),
            ("test.another.subhostname.example.com", "example.com", 3), ("example.com.", nil, 0),
            ("dotted.example.", "dotted.example.", 0), ("www.dotted.example.", "dotted.example.", 1),
            ("dotted.example", nil, 0), ("example.org", nil, 0), ("example.net", nil, 0), ("www.example.net", nil, 0),
            ("anything.io", "io", 1), ("io", "io", 0), ("notexample.com", nil, 0), ("com", nil, 0),
        ] as [(String, String?, Int)])
    func findsTheNearestEntry(name: String, key: String?, depth: Int) {
        let match = nested.match(name: name)
        #expect(match?.exception.key == key)
        #expect(match.map(\.depth) ?? 0 == depth)
    }

    /// testCIDRExceptions.
    private let ranges = ExceptionTable(
        [
            "198.51.100.0/24": [:], "198.51.100.0/27": [:], "198.51.100.1": [:], "198.51.100.101": [:],
            "2001:db8::/32": [:], "2001:db8::/64": [:], "10/8": [:], "192.168.100.128/25": [:], "203.0.113.0/08": [:],
            "2001:DB8:1::1": [:], "fd00/8": [:], "2001:db8:5/48": [:], "::ffff:192.0.2.0/120": [:],
        ], readBy: .newest)

    @Test(
        arguments: [
            ("198.51.100.1", "198.51.100.1"), ("198.51.100.100", "198.51.100.0/24"),
            ("198.51.100.255", "198.51.100.0/24"),
            ("198.51.100.0", "198.51.100.0/27"), ("198.51.100.101", "198.51.100.101"),
            ("2001:db8:85a3::8a2e:370:7334", "2001:db8::/32"), ("2001:db8::8a2e:370:7334", "2001:db8::/64"),
            ("10.9.8.7", "10/8"), ("192.168.100.200", "192.168.100.128/25"), ("1.1.1.1", nil), ("198.51.101.0", nil),
            ("203.0.113.0", nil), ("fe00::", nil), ("2001:db80::", nil), ("::ffff:10.9.8.7", nil),
            ("2001:db8:1::1", "2001:db8::/32"), ("fd12::1", "fd00/8"), ("2001:db8:5::1", "2001:db8:5/48"),
            ("::ffff:192.0.2.1", nil),
        ] as [(String, String?)])
    func findsTheLongestRange(address: String, key: String?) throws {
        let address = try #require(IPAddress(address))
        #expect(ranges.match(address: address)?.exception.key == key)
    }

    /// Keys for 10.0.0.0/8, and whether they match the address, and the same one as IPv4-mapped (`_find_cidr_exception`
    /// compares within a family).
    @Test(arguments: [
        ("10.0.0.0/8", true, false), ("10/8", true, false), ("0.0.0.0/0", true, false),
        ("::ffff:10.0.0.0/104", false, false), ("::FFFF:10.0.0.0/104", false, false),
        ("::ffff:0a00:0/104", false, true), ("::FFFF:A00:0/104", false, true), ("::ffff:0:0/96", false, true),
        ("::ffff:0:0/95", false, true), ("::/0", false, true), ("::ffff:a00:0/129", false, false),
        ("::ffff:a00:0/0104", false, false), ("10.0.0.0/08", false, false), ("10.1.2.3", true, false),
        ("::ffff:10.1.2.3", false, true), ("::ffff:a01:203", false, false),
    ])
    func aKeyMatchesAddressesOfItsFamily(key: String, matchesPlain: Bool, matchesMapped: Bool) throws {
        let table = ExceptionTable(.dictionary([key: [:]]), readBy: .newest)
        let (plain, mapped) = try (#require(IPAddress("10.1.2.3")), #require(IPAddress("::ffff:10.1.2.3")))
        #expect((table.match(address: plain)?.exception.key == key) == matchesPlain)
        #expect((table.match(address: mapped)?.exception.key == key) == matchesMapped)
    }

    @Test func ofEqualRangesTheLastKeyWins() throws {
        let table = ExceptionTable(["10.0.0.0/8": [:], "10.1.2.3/8": [:], "10/8": [:]], readBy: .newest)
        let address = try #require(IPAddress("10.0.0.1"))
        #expect(table.match(address: address)?.exception.key == "10/8")
    }

    @Test func aLongRangeCarriesARemark() throws {
        let address = try #require(IPAddress("192.168.100.200"))
        #expect(ranges.match(address: address)?.exception.notes.count == 1)
    }

    @Test(arguments: [OSVersion(.ios, 9), OSVersion(.ios, 18, 4), OSVersion(.ios, 18, 5), .newest])
    func skipsEntriesThatAreNotDictionaries(os: OSVersion) {
        let table = ExceptionTable(["a.example": [:], "b.example": "YES", "c.example": [:]], readBy: os)
        #expect(["a", "b", "c"].filter { table.match(name: $0 + ".example") != nil } == ["a", "c"])
    }

    @Test(arguments: ["YES", true, [], 1, nil] as [PropertyValue?])
    func aValueThatIsNoDictionaryHasNoEntries(value: PropertyValue?) {
        #expect(ExceptionTable(value, readBy: OSVersion(.ios, 9)) == ExceptionTable([:], readBy: OSVersion(.ios, 9)))
    }

    @Test func lookupTimeDoesNotGrowWithTheEntries() {
        let entries = (0..<10_000).map { ("host\($0).example", PropertyValue.dictionary([:])) }
        let table = ExceptionTable(.dictionary(Dictionary(uniqueKeysWithValues: entries)), readBy: .newest)
        let clock = ContinuousClock()
        let time = clock.measure {
            for number in 0..<1000 { #expect(table.match(name: "host\(number).example") != nil) }
        }
        #expect(time < .seconds(1))
    }
}
