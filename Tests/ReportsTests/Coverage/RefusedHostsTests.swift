import Events
import InternetNames
import Judging
import Recordings
import Reports
import SimulatedServers
import Testing
import Traffic
import TransportSecurity

/// Hosts whose QUIC a gateway refused, in reports.
struct RefusedHostsTests {
    private static let time = Instant(year: 2026, month: 11, day: 21)
    private static let device = IPAddress.v4(0x0A00_0001)

    private static func report(
        from client: String = "10.0.0.1:50000", by route: Route = .direct, scheme: Load.Scheme = .https,
        refusing host: String? = "a.example", at port: UInt16 = 443, secondsAfter delays: [Int64] = [-1],
        mayBeOfOthers: Bool = false, loadsAfter loadDelays: [Int64] = [0]
    ) -> Report {
        let service = ServiceEvent(
            time: time, host: .name("a.example"), port: 443, records: 1, protocols: ["h3"], offersECH: false)
        let facts = FactsEvent(
            time: time, id: "sha256:1", host: .name("a.example"), port: 443, address: nil, attempts: [])
        let loads = loadDelays.flatMap { load(from: client, by: route, scheme: scheme, at: time + $0) }
        let lines = ([facts.line, service.line] + loads).map { $0 + [0x0A] }
        var traffic = SimulatedSite.traffic(Array(lines.joined()), keepingFacts: false)
        for delay in host == nil ? [] : delays {
            traffic.refusedQUIC.add(Authority(host: .name(host ?? ""), port: port), from: device, at: time + delay)
        }
        traffic.refusedQUIC.mayBeOfOthers = mayBeOfOthers
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: time))
    }

    /// The lines of a load.
    private static func load(
        from client: String, by route: Route, scheme: Load.Scheme, at time: Instant
    ) -> [[UInt8]] {
        var event = DecisionEvent(
            time: time, id: .text("\(time)"), from: .client(.init(listener: "l", address: .text(client))),
            decision: .allowed)
        (event.scheme, event.host, event.port) = (scheme, .name("a.example"), 443)
        (event.facts, event.route) = ("sha256:1", route)
        let closed = ClosedEvent(
            time: time, id: .text("\(time)"), host: .name("a.example"), port: 443, bytesFromClient: 1,
            bytesFromServer: 1,
            durationMilliseconds: 1, endedBy: .client, how: .drained)
        return [event.line, closed.line]
    }

    private static func says(_ report: Report, _ text: String) -> Bool {
        report.coverage.statements.contains { $0.contains(text) }
    }

    @Test func withoutACaptureTheHostMayUseHTTP3() {
        let report = Self.report(refusing: nil)
        #expect(report.coverage.hostCoverage.reasons.map(\.reason) == [.http3])
        #expect(Self.says(report, "1 host may use HTTP/3") && !Self.says(report, "refused"))
    }

    @Test(arguments: [("10.0.0.1:50000", Route.direct), ("10.0.0.9:50000", .transparent)])
    func aRefusedHostWithLoadsOverTCPIsCovered(client: String, route: Route) {
        let report = Self.report(from: client, by: route)
        #expect(report.coverage.hostCoverage.percent == 100 && report.gaps.isEmpty && report.status == 0)
        #expect(Self.says(report, "1 host uses HTTP/3 (QUIC), which a gateway refused, so that loads came over TCP"))
        #expect(!Self.says(report, "may use HTTP/3") && Self.says(report, "QUIC that no gateway refused"))
        #expect(report.hosts.first?.refusedQUIC == 1)
    }

    /// The QUIC of a device that only knows the proxy may go elsewhere.
    @Test func anotherDeviceMayStillUseHTTP3() {
        let report = Self.report(from: "10.0.0.9:50000")
        #expect(report.coverage.hostCoverage.reasons.map(\.reason) == [.http3])
        #expect(Self.says(report, "1 host uses HTTP/3") && Self.says(report, "1 host may use HTTP/3"))
    }

    /// The refusals of another day, and of another port, show nothing about these loads.
    @Test(arguments: [(443, 1), (443, -86_400), (8443, -1)] as [(UInt16, Int64)])
    func aRefusalElsewhereClosesNoHost(port: UInt16, delay: Int64) {
        let report = Self.report(refusing: "a.example", at: port, secondsAfter: [delay])
        #expect(report.coverage.hostCoverage.reasons.map(\.reason) == [.http3])
        #expect(Self.says(report, "may use HTTP/3"))
    }

    /// Each load needs a refusal in the hour before it. Of more than two loads, only intervals are known.
    @Test(
        arguments: [
            ([0, 345_600], [-259_200, 604_800], 0), ([0, 345_600], [172_800], 0),
            ([0, 345_600], [-1, 172_800], 0), ([0, 345_600], [-1, 345_599], 100),
            ([0, 1200, 3000], [-1], 100), ([0, 1200, 7000], [-1], 0), ([0, 1200, 7000], [-1, 3500], 100),
            ([0, 1200, 172_800], [-1, 172_799], 0),
        ] as [([Int64], [Int64], Int)], [Route.direct, .transparent])
    func aRefusalCountsForTheHourAfterIt(times: (loads: [Int64], refusals: [Int64], percent: Int), route: Route) {
        let report = Self.report(by: route, secondsAfter: times.refusals, loadsAfter: times.loads)
        #expect(report.coverage.hostCoverage.percent == times.percent)
        #expect(report.coverage.hostCoverage.reasons.map(\.reason) == (times.percent == 0 ? [.http3] : []))
        #expect(report.hosts.first?.traffic.loads == times.loads.count)
    }

    @Test func cleartextIsNoLoadInPlaceOfQUIC() {
        let report = Self.report(scheme: .http)
        #expect(report.coverage.refusedQUIC.notLoaded == [.name("a.example")])
        #expect(report.gaps.map(\.kind).contains(.refusedQUIC))
    }

    @Test func aHostWithoutLoadsIsAGapUnlessItMayBeOfOthers() {
        let report = Self.report(refusing: "b.example")
        #expect(report.gaps.map(\.kind) == [.refusedQUIC] && report.status == 2)
        #expect(report.gaps.first?.sentence.contains("b.example") == true)
        #expect(report.coverage.hostCoverage.known == 2)
        let chosen = Self.report(refusing: "b.example", mayBeOfOthers: true)
        #expect(chosen.gaps.isEmpty && chosen.coverage.hostCoverage.known == 1)
    }
}
