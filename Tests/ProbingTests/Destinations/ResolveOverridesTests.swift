import InternetNames
import Testing
import TransportSecurity

@testable import Probing

@Suite struct ResolveOverridesTests {
    private static func authority(_ name: String, _ port: UInt16) -> Authority {
        Authority(host: .name(name), port: port)
    }

    @Test func thePortMustMatchUnlessItIsAny() {
        var overrides = ResolveOverrides()
        let areRead = [
            overrides.add(argument: "a.test:443:127.0.0.1"), overrides.add(argument: "B.test:*:[::1],192.0.2.1"),
        ]
        #expect(areRead == [true, true])
        #expect(overrides.addresses(of: Self.authority("a.test", 443)) == [.v4(0x7F00_0001)])
        #expect(overrides.addresses(of: Self.authority("a.test", 80)) == nil)
        #expect(overrides.addresses(of: Self.authority("b.test", 1)) == [.v6(high: 0, low: 1), .v4(0xC000_0201)])
        #expect(overrides.addresses(of: Self.authority("c.test", 443)) == nil)
    }

    /// curl's wildcard holds for names that no other option has. An address is not looked up.
    @Test func aWildcardHoldsForNamesWithoutAnAddress() {
        var overrides = ResolveOverrides()
        let areRead = [
            overrides.add(argument: "*:443:127.0.0.1"), overrides.add(argument: "a.test:443:127.0.0.2"),
            overrides.add(argument: "[2001:db8::1]:*:127.0.0.3"),
        ]
        #expect(areRead == [true, true, true])
        #expect(overrides.addresses(of: Self.authority("b.test", 443)) == [.v4(0x7F00_0001)])
        #expect(overrides.addresses(of: Self.authority("a.test", 443)) == [.v4(0x7F00_0002)])
        #expect(overrides.addresses(of: Self.authority("b.test", 80)) == nil)
        let address = Authority(host: .address(.v4(0xC000_0201)), port: 443)
        #expect(overrides.addresses(of: address) == nil)
        let given = Authority(host: .address(.v6(high: 0x2001_0DB8_0000_0000, low: 1)), port: 1)
        #expect(overrides.addresses(of: given) == [.v4(0x7F00_0003)])
    }

    @Test(arguments: [
        "", "a", "*:443", "[::1:443:127.0.0.1", "a:443", "a:443:", "a:x:127.0.0.1", "a:0:127.0.0.1", "a:443:name",
        "a:443:127.0.0.1,",
    ])
    func whatIsNotOfTheFormIsRefused(argument: String) {
        var overrides = ResolveOverrides()
        let isRead = overrides.add(argument: argument)
        #expect(!isRead)
    }
}
