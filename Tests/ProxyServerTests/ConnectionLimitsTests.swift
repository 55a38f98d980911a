import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct ConnectionLimitsTests {
    @Test func onePlaceIsBoundedAndSoAreAll() {
        let connectionLimits = ConnectionLimits(limit: 4, limitForOne: 2)
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
        let connectionLimits = ConnectionLimits(limit: 10, limitForOne: 1)
        #expect(connectionLimits.entered(from: .v6(high: 7, low: 1)))
        #expect(!connectionLimits.entered(from: .v6(high: 7, low: 2)))
        #expect(connectionLimits.entered(from: .v6(high: 8, low: 1)))
        #expect(connectionLimits.entered(from: .v4(1)))
        #expect(!connectionLimits.entered(from: .v6(high: 0, low: 0xFFFF_0000_0001)))
    }
}
