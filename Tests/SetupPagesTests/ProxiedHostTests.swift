import Testing
import TransportSecurity

@testable import SetupPages

@Suite struct ProxiedHostTests {
    @Test(arguments: ["", "*", "*.", "a b", "*.192.0.2.1", "http://example.com", "example.com:443", "*.*.example.com"])
    func otherTextsAreNotHosts(option: String) {
        #expect(ProxiedHost(option: option) == nil)
    }

    @Test func aPolicyNamesTheHostsOfItsExceptionsAndPins() {
        let pins: PropertyValue = .array([.dictionary(["SPKI-SHA256-BASE64": .string("AAAA")])])
        let policy = Policy(
            [
                "NSExceptionDomains": .dictionary([
                    "a.example": .dictionary([:]),
                    "b.example": .dictionary(["NSIncludesSubdomains": .boolean(true)]),
                    "c.example:8443": .dictionary([:]),
                    "10.0.0.0/8": .dictionary([:]),
                    "ignored.example": .string("no entry"),
                ]),
                "NSPinnedDomains": .dictionary([
                    "P.example": .dictionary(["NSPinnedCAIdentities": pins]),
                    "a.example": .dictionary(["NSPinnedLeafIdentities": pins]),
                ]),
            ], readBy: .newest)
        let ranges = [ProxiedHost(option: "10.0.0.0/8")].compactMap(\.self)
        let names = ["a.example", "*.b.example", "p.example"].compactMap { ProxiedHost(option: $0) }
        #expect(Set(ProxiedHost.hosts(of: policy)) == Set(ranges + names))
        #expect(ProxiedHost.hosts(of: policy).count == 4)
        // What the system brings along is no host of the app's.
        #expect(ProxiedHost.hosts(of: Policy([:], readBy: .newest)) == [])
    }
}
