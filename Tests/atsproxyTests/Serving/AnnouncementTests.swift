import ForwardProxy
import InternetNames
import Networking
import Testing
import TransportSecurity

@testable import ProxyServer
@testable import atsproxy

@Suite struct AnnouncementTests {
    private static func lines(allowing range: String) throws -> [String] {
        let address = SocketAddress(.v4(0), port: 8080)
        let appliedPolicy = AppliedPolicy(policyName: "test", dictionary: [:], os: .fixed(.newest), mode: .observe)
        let clients = ClientRules(allowed: [try #require(AddressRange(range))], requiresAuthentication: false)
        let listener = ListenerConfiguration(address: address, appliedPolicy: appliedPolicy, clients: clients)
        return Announcement(listener.bound(to: address, on: [.v4(0x7F00_0001), .v4(0x0A4D_0109)])).lines
    }

    /// A person copies the range of a page, and the devices of another network get 403.
    @Test func namesTheNetworkThatNoRangePermits() throws {
        let words = "permits no device in the networks of this machine, such as 10.77.1.0/24"
        #expect(try Self.lines(allowing: "192.168.1.0/24").contains { $0.hasSuffix(words) })
        #expect(try !Self.lines(allowing: "10.77.1.2/32").contains { $0.contains("permits no device") })
        #expect(try !Self.lines(allowing: "10.77.0.0/16").contains { $0.contains("permits no device") })
    }
}
