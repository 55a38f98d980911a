import InternetNames
import Testing
import TransportSecurity

@testable import Probing

@Suite struct BackgroundProbeHistoryTests {
    private static let server = Authority(host: .name("a.example"), port: 443)
    private static let day: Int64 = 86_400_000

    @Test func aDestinationIsDueOnceADay() {
        let history = BackgroundProbeHistory()
        #expect(history.claim(Self.server, at: 0))
        #expect(!history.claim(Self.server, at: Self.day - 1))
        #expect(history.claim(Self.server, at: Self.day))
    }

    /// A client that names any server, at an address of its own, uses up no day of other clients.
    @Test func addressesThatClientsChooseAreApart() {
        let history = BackgroundProbeHistory()
        #expect(history.claim(Self.server, chosen: .v4(0x0A00_0001), at: 0))
        #expect(!history.claim(Self.server, chosen: .v4(0x0A00_0001), at: 1))
        #expect(history.claim(Self.server, chosen: .v4(0x0A00_0002), at: 1))
        #expect(history.claim(Self.server, at: 1))
    }
}
