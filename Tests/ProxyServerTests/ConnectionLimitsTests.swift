import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct ConnectionLimitsTests {
    @Test func onePlaceIsBoundedAndSoAreAll() {
        let connectionLimits = Self.limits(connections: 4, ofOne: 2)
        let (one, other) = (IPAddress.v4(1), IPAddress.v4(2))
        #expect(connectionLimits.entered(from: one))
        #expect(connectionLimits.entered(from: one))
        #expect(!connectionLimits.entered(from: one))
        #expect(!connectionLimits.isFull)
        #expect(connectionLimits.entered(from: other))
        #expect(connectionLimits.isFull)
        connectionLimits.left(from: one)
        #expect(!connectionLimits.isFull)
        connectionLimits.left(from: one)
        #expect(connectionLimits.entered(from: one))
    }

    @Test func aNetworkOfIPv6IsOnePlace() {
        let connectionLimits = Self.limits(connections: 10, ofOne: 1)
        #expect(connectionLimits.entered(from: .v6(high: 7, low: 1)))
        #expect(!connectionLimits.entered(from: .v6(high: 7, low: 2)))
        #expect(connectionLimits.entered(from: .v6(high: 8, low: 1)))
        #expect(connectionLimits.entered(from: .v4(1)))
        #expect(!connectionLimits.entered(from: .v6(high: 0, low: 0xFFFF_0000_0001)))
    }

    /// However large the limits, the tunnels of one client leave a sixteenth of the descriptors.
    @Test func oneClientLeavesDescriptorsForOthers() {
        let connectionLimits = Self.limits(connections: 1000, ofOne: 1000, descriptors: 16)
        for number in 1...8 { #expect(connectionLimits.entered(from: .v4(1)) == (number <= 7)) }
        #expect(connectionLimits.entered(from: .v4(2)))
    }

    private static func limits(connections: Int, ofOne: Int, descriptors: Int = 1000) -> ConnectionLimits {
        var limits = Limits()
        (limits.connections, limits.connectionsPerClient) = (connections, ofOne)
        return ConnectionLimits(limits, descriptors: descriptors)
    }
}
