import InternetNames
import Testing
import TransportSecurity

@testable import Probing

@Suite struct ProbeSharesTests {
    private let one = IPAddress.v4(0xC000_0201)
    private let other = IPAddress.v4(0xC000_0202)

    @Test func oneClientLeavesRoomForOthers() {
        var shares = ProbeShares(limit: 4, limitForOne: 2)
        for _ in 0..<2 {
            #expect(shares.hasRoom(for: one))
            shares.began(for: one)
        }
        #expect(!shares.hasRoom(for: one) && shares.hasRoom(for: other))
        shares.ended(for: one)
        #expect(shares.hasRoom(for: one))
    }

    /// A client alone can use its share to the end, and all together no more than there is.
    @Test func allTogetherHaveTheirBound() {
        var shares = ProbeShares(limit: 3, limitForOne: 2)
        for client in [one, one, other] { shares.began(for: client) }
        #expect(!shares.hasRoom && !shares.hasRoom(for: other))
        shares.limit = 4
        #expect(shares.hasRoom(for: other) && !shares.hasRoom(for: one))
    }

    /// A host on IPv6 has as many addresses as it likes.
    @Test func aNetworkOfIPv6IsOneClient() {
        var shares = ProbeShares(limit: 4, limitForOne: 1)
        shares.began(for: .v6(high: 0x2001_0DB8_0000_0001, low: 1))
        #expect(!shares.hasRoom(for: .v6(high: 0x2001_0DB8_0000_0001, low: 2)))
        #expect(shares.hasRoom(for: .v6(high: 0x2001_0DB8_0000_0002, low: 1)))
    }
}
