import Events
import InternetNames
import JSONWriting
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity
@testable import Recordings

@Suite struct ServiceStoreTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)

    private static func service(_ host: String, port: UInt16 = 443, _ protocols: String..., after: Int64 = 0)
        -> ServiceEvent
    {
        ServiceEvent(
            time: time + after, host: .name(host), port: port, records: 1, protocols: protocols, offersECH: false)
    }

    private static func load(_ host: String) -> DecisionEvent {
        var event = DecisionEvent(time: time, id: .text(host), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name(host), 443)
        event.facts = "sha256:1"
        return event
    }

    @Test func keepsTheLatestAnswer() {
        var store = ServiceStore()
        let host = Host.name("a.example")
        #expect(store.offersHTTP3(host) == nil && store.offersECH(host) == nil)
        store.add(Self.service("a.example", "h2", after: 2))
        store.add(Self.service("a.example", "h3", after: 1))
        #expect(store.offersHTTP3(host) == false)
        store.add(Self.service("a.example", "h3", after: 3))
        #expect(store.offersHTTP3(host) == true && store.offersECH(host) == false)
        store.add(Self.service("b.example", port: 8443, "h3"))
        store.add(Self.service("b.example", "h2"))
        #expect(store.offersHTTP3(.name("b.example")) == true)
    }

    /// Reports read the answers of a recording; what was not asked stays unknown.
    @Test(arguments: [false, true]) func reportsReadThem(keepingFacts: Bool) throws {
        let lines =
            [Self.load("a.example").line, Self.load("b.example").line, Self.load("c.example").line]
            + [Self.service("a.example", "h3", "h2").line, Self.service("b.example", "h2").line]
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }, keepingFacts: keepingFacts)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.time))
        #expect(report.hosts.map(\.offersHTTP3) == [true, false, nil] && report.sources[0].unknownEvents == 0)
        #expect(
            report.coverage.statements.contains {
                $0.hasPrefix("1 host may use HTTP/3 (QUIC), which no HTTP proxy sees: a.example.")
            })
        #expect(report.status == 0)
    }

    @Test(
        arguments: [
            #"{"time":"2026-11-20T22:54:00.123Z","event":"service","host":"a.example"}"#,
            #"{"time":"2026-11-20T22:54:00.123Z","event":"service","host":"a.example","port":443,"alpn":7}"#,
        ])
    func damagedAnswersAreCounted(line: String) {
        let traffic = SimulatedSite.traffic(
            Self.load("a.example").line + [0x0A] + Array(line.utf8) + [0x0A], keepingFacts: false)
        #expect(traffic.sources[0].brokenLines == 1 && traffic.services.offersHTTP3(.name("a.example")) == nil)
    }
}
