import ForwardProxy
import InternetNames
import Networking
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct DeviceEndpointTests {
    private static let addresses: [IPAddress] = [.v4(0x7F00_0001), .v4(0xC000_0202), .v4(0x0A4D_0001)]

    private static func listener(allowing range: String?) throws -> ListenerConfiguration {
        let ranges = try range.map { [try #require(AddressRange($0))] } ?? []
        let address = SocketAddress(.v4(0), port: 8080)
        let appliedPolicy = AppliedPolicy(policyName: "test", dictionary: [:], os: .fixed(.newest), mode: .observe)
        let clients = ClientRules(allowed: ranges, requiresAuthentication: range == nil)
        return ListenerConfiguration(address: address, appliedPolicy: appliedPolicy, clients: clients).bound(
            to: address, on: addresses)
    }

    /// A device in another network would get a 403.
    @Test func onlyNetworksOfPermittedClientsAreOffered() throws {
        let listener = try Self.listener(allowing: "10.77.0.0/24")
        #expect(listener.deviceEndpoints.map(\.address) == [.v4(0x0A4D_0001)] && !listener.excludesOwnNetworks)
    }

    /// One device of a network is permitted, and no other network.
    @Test(arguments: ["10.77.0.2/32", "10.77.0.0/28", "10.64.0.0/10"])
    func aRangeThatOverlapsANetworkPermitsItsDevices(range: String) throws {
        let listener = try Self.listener(allowing: range)
        #expect(listener.deviceEndpoints.map(\.address) == [.v4(0x0A4D_0001)] && !listener.excludesOwnNetworks)
    }

    @Test func allAreOfferedWherePasswordsDecide() throws {
        let listener = try Self.listener(allowing: nil)
        #expect(listener.deviceEndpoints.count == 2 && !listener.excludesOwnNetworks)
    }

    @Test func aRangeOutsideOfAllNetworksIsTold() throws {
        let listener = try Self.listener(allowing: "172.16.0.0/12")
        #expect(listener.deviceEndpoints.count == 2 && listener.excludesOwnNetworks)
    }
}
