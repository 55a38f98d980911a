import Events
import InternetNames
import Judging
import Reports
import SimulatedServers
import Testing
import TransportSecurity

/// What a report says of loads by their way to the server.
@Suite struct ReportRouteTests {
    private static let now = Instant(year: 2026, month: 11, day: 21)

    private static func report(on routes: [Route?]) -> Report {
        let lines = routes.enumerated().map { number, route in
            var event = DecisionEvent(
                time: now + Int64(number), id: .text("\(number)"), from: .client(.init(listener: "l")),
                decision: .allowed)
            (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
            event.route = route
            return event.line + [0x0A]
        }
        let traffic = SimulatedSite.traffic(lines.flatMap(\.self), keepingFacts: false)
        return Report(traffic, traffic.asRecorded, options: ReportOptions(time: now))
    }

    /// Loads that differ in nothing else are counted apart.
    @Test func loadsAreCountedByRoute() throws {
        let report = Self.report(on: [.upstream, .direct, .upstream, .transparent, nil])
        #expect(report.traffic.loads == 5)
        #expect(report.coverage.upstreamLoads == 2 && report.coverage.transparentLoads == 1)
        #expect(try Validator.reportSchema.errors(to: report.line) == "")
        let statements = report.coverage.statements.filter { $0.contains("upstream proxy") }
        #expect(statements.count == 1 && statements[0].hasPrefix("2 loads went through an upstream proxy"))
    }

    /// An upstream proxy that fails is what the report names, and not the servers.
    @Test func anUpstreamProxyThatFailsIsNamed() throws {
        let lines = (0..<3).map { number in
            var event = DecisionEvent(
                time: Self.now + Int64(number), id: .text("\(number)"), from: .client(.init(listener: "l")),
                decision: .failed)
            (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
            event.route = .upstream
            event.error = DecisionEvent.Failure(
                kind: "connection_refused", message: "The upstream proxy p:1 refused\(number == 0 ? "." : " again.")",
                nextHop: "p:\(number == 0 ? 1 : 2)")
            return event.line + [0x0A]
        }
        let traffic = SimulatedSite.traffic(lines.flatMap(\.self), keepingFacts: false)
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Self.now))
        #expect(report.coverage.upstreamProxyFailedLoads == 3 && report.coverage.upstreamLoads == 0)
        #expect(report.coverage.upstreamProxyFailure == "The upstream proxy p:1 refused again.")
        let gap = try #require(report.gaps.first { $0.kind == .nothingJudged })
        #expect(gap.sentence == "No load was judged: the upstream proxy failed.")
        #expect(gap.fix == "The upstream proxy p:1 refused again.")
        #expect(try Validator.reportSchema.errors(to: report.line) == "")
    }

    /// An older recording has no routes, and one without an upstream proxy needs no sentence on it.
    @Test func otherRecordingsSayNothing() {
        for routes in [[nil, nil], [.direct]] as [[Route?]] {
            #expect(!Self.report(on: routes).coverage.statements.contains { $0.contains("upstream proxy") })
        }
    }
}
