import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct ConnectionCensusTests {
    @Test func onePlaceIsBoundedAndSoAreAll() {
        let census = ConnectionCensus(limit: 4, limitForOne: 2)
        let (one, other) = (IPAddress.v4(1), IPAddress.v4(2))
        #expect(census.entered(from: one))
        #expect(census.entered(from: one))
        #expect(!census.entered(from: one))
        #expect(!census.isFull)
        #expect(census.entered(from: other))
        #expect(census.isFull)
        census.left(from: one)
        #expect(!census.isFull)
        census.left(from: one)
        #expect(census.entered(from: one))
    }

    @Test func aNetworkOfIPv6IsOnePlace() {
        let census = ConnectionCensus(limit: 10, limitForOne: 1)
        #expect(census.entered(from: .v6(high: 7, low: 1)))
        #expect(!census.entered(from: .v6(high: 7, low: 2)))
        #expect(census.entered(from: .v6(high: 8, low: 1)))
        #expect(census.entered(from: .v4(1)))
        #expect(!census.entered(from: .v6(high: 0, low: 0xFFFF_0000_0001)))
    }
}
