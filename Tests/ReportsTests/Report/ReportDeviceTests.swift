import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// The devices of a report.
@Suite struct ReportDeviceTests {
    private static let now = Instant(year: 2026, month: 11, day: 21)

    private static func devices(_ loads: [(client: UInt32, user: String?)]) -> [DeviceSummary] {
        let lines = loads.enumerated().map { number, load in
            var event = DecisionEvent(
                time: now + Int64(number), id: .text("\(number)"), from: .client(.init(listener: "l")),
                decision: .allowed)
            (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
            event.client?.address = .value(Authority(host: .address(.v4(load.client)), port: 50_000))
            event.client?.user = load.user
            return event.line + [0x0A]
        }
        let traffic = SimulatedSite.traffic(lines.flatMap(\.self), keepingFacts: false)
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: now)).devices
            .sorted { $0.address < $1.address }
    }

    /// Loads of one kind are counted together, and with them their users: no user stands beside loads of others.
    @Test func usersAreThoseOfTheDeviceAlone() {
        #expect(Self.devices([(1, "alice"), (1, "bob")]).map(\.users) == [["alice", "bob"]])
        let two = Self.devices([(1, "alice"), (2, nil), (2, nil)])
        #expect(two.map(\.loads) == [1, 2] && two.map(\.users) == [[], []])
    }
}
