import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct ClientRulesTests {
    @Test(arguments: [
        ("127.0.0.1", true, true, true), ("127.9.9.9", true, true, true), ("::1", true, true, true),
        ("::ffff:127.0.0.1", true, true, true), ("192.168.1.2", false, true, true),
        ("::ffff:192.168.1.2", false, true, true),
        ("192.168.2.2", false, false, true), ("2001:db8::1", false, false, true),
    ])
    func permits(client: String, byDefault: Bool, byRange: Bool, withUsers: Bool) throws {
        let client = try #require(IPAddress(client))
        let range = try #require(AddressRange(option: "192.168.1.0/24"))
        #expect(ClientRules().permit(client) == byDefault)
        #expect(ClientRules(allowed: [range]).permit(client) == byRange)
        #expect(ClientRules(allowed: [range], requiresAuthentication: true).permit(client) == byRange)
        #expect(ClientRules(requiresAuthentication: true).permit(client) == withUsers)
    }
}
