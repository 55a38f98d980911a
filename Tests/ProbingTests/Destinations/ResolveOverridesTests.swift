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

    @Test(arguments: ["", "a", "a:443", "a:443:", "a:x:127.0.0.1", "a:0:127.0.0.1", "a:443:name", "a:443:127.0.0.1,"])
    func whatIsNotOfTheFormIsRefused(argument: String) {
        var overrides = ResolveOverrides()
        let isRead = overrides.add(argument: argument)
        #expect(!isRead)
    }
}
