import InternetNames
import Testing

@testable import Probing

@Suite struct HandshakeTurnsTests {
    private let client = IPAddress.v4(1)
    private let other = IPAddress.v4(2)

    @Test func aBriefStepLetsNobodyWait() {
        var turns = HandshakeTurns()
        #expect(turns.wait(of: client, at: 0) == 0)
        turns.stepped(for: client, from: 0, to: 2)
        #expect(turns.wait(of: client, at: 2) == 0)
    }

    @Test func aLongStepLetsTheSameClientWait() {
        var turns = HandshakeTurns()
        turns.stepped(for: client, from: 100, to: 130)
        #expect(turns.wait(of: client, at: 130) == 90 && turns.wait(of: client, at: 200) == 20)
        #expect(turns.wait(of: client, at: 220) == 0 && turns.wait(of: client, at: 500) == 0)
        #expect(turns.wait(of: other, at: 130) == 0)
        turns.stepped(for: client, from: 220, to: 5220)
        #expect(turns.wait(of: client, at: 5220) == 1000)
    }

    @Test func aNetworkOfIPv6IsOneClient() {
        var turns = HandshakeTurns()
        turns.stepped(for: .v6(high: 7, low: 1), from: 0, to: 10)
        #expect(turns.wait(of: .v6(high: 7, low: 2), at: 10) == 30 && turns.wait(of: .v6(high: 8, low: 1), at: 10) == 0)
    }

    /// Many clients, each with one long step, take no more memory than a thousand.
    @Test func clientsThatMayGoOnAreForgotten() {
        var turns = HandshakeTurns()
        for number in 0..<10_000 {
            let start = Int64(number) * 100
            turns.stepped(for: .v4(UInt32(number)), from: start, to: start + 10)
        }
        #expect(turns.count <= 1025)
        #expect(turns.wait(of: .v4(9999), at: 999_910) == 30)
    }
}
