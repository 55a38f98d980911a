import Documents
import Events
import Recordings
import Reports
import SimulatedServers
import Testing
import TransportSecurity

@testable import Advice

/// Advice on tunnels in which the client is to be changed, and on services at other ports.
@Suite struct ClientChangeTests {
    private static let insecure: [String: PropertyValue] = ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]

    private func advice(on traffic: RecordedTraffic, declared: [String: PropertyValue] = [:]) -> AppPolicyAdvice {
        AppPolicyAdvice(on: traffic, by: SimulatedSite.replay(), declared: declared, os: .fixed(.newest))
    }

    /// One load from each server.
    private func traffic(_ servers: [SimulatedServer]) throws -> RecordedTraffic {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let lines = servers.enumerated().flatMap { number, server in
            SimulatedSite.record(server, under: appliedPolicy, number: number + 1).lines
        }
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    /// One load through a tunnel to good.example, with the facts about it unless the tunnel is in cleartext.
    private func traffic(through tunnel: TunnelSummary, isCleartext: Bool) throws -> RecordedTraffic {
        let server = SimulatedServer(name: "good.example", isCleartext: isCleartext, port: 4403)
        var lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        let index = isCleartext ? 0 : 1
        guard case .decision(var event) = try lines[index].withUnsafeBufferPointer(SimulatedSite.decode) else {
            throw NoDecision()
        }
        event.tls = CachedJSON(
            uncached: TLSSummary(tunnel: tunnel.agreement?.version, cipherSuite: tunnel.agreement?.cipherSuite))
        event.tunnel = tunnel
        lines[index] = event.line
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    private struct NoDecision: Error {}

    /// The server decides neither the name that a client asks for nor what the client sends first.
    @Test func cleartextInATunnelIsOfTheClient() throws {
        let traffic = try traffic(through: TunnelSummary(.cleartext("an HTTP request")), isCleartext: true)
        let advice = advice(on: traffic)
        #expect(advice.changes.map(\.step) == [.client] && advice.unresolved.isEmpty)
        #expect(advice.outcome == "Change the client at 1 host.")
        #expect(advice.changes.first?.sentence.contains("use https in the URL if the server speaks TLS") == true)
        #expect(advice.furtherExceptions.map(\.keys) == [Self.insecure])
        // The report on the same loads says the same.
        let replay = SimulatedSite.replay()
        let options = ReportOptions(time: Certificates.now)
        let strict = replay.judge(traffic, under: try SimulatedSite.appliedPolicy([:]))
        let finding = try #require(Report(traffic, strict, options: options).findings.first)
        #expect(finding.fix == advice.changes.first?.fixes.first?.sentence)
        #expect(finding.finding.exception?.keys == Self.insecure)
        let policy = ["NSExceptionDomains": PropertyValue.dictionary(["good.example": .dictionary(Self.insecure)])]
        let permitted = replay.judge(traffic, under: try SimulatedSite.appliedPolicy(policy))
        #expect(permitted.allSatisfy { $0.violations.isEmpty && !$0.isUndetermined })
        #expect(Report(traffic, permitted, options: options).gaps.isEmpty)
    }

    /// The sentence on an exception that stays says whose change makes it unnecessary.
    @Test func keepsADeclaredExceptionUntilTheClientIsChanged() throws {
        let traffic = try traffic(through: TunnelSummary(.cleartext("an HTTP request")), isCleartext: true)
        let declared = ["NSExceptionDomains": PropertyValue.dictionary(["good.example": .dictionary(Self.insecure)])]
        #expect(
            advice(on: traffic, declared: declared).retention
                == "The policy keeps the declared exception for good.example: loads fail without it until the client is "
                + "changed.")
    }

    /// A server that speaks first decides itself that the connection begins in cleartext.
    @Test func aServerThatSpeaksFirstNeedsAnException() throws {
        let tunnel = TunnelSummary(.serverSpokeFirst("an SSH identification"))
        let advice = advice(on: try traffic(through: tunnel, isCleartext: true))
        #expect(advice.changes.isEmpty && advice.exceptions.map(\.keys) == [Self.insecure])
    }

    @Test func anotherNameInATunnelIsOfTheClient() throws {
        let tunnel = TunnelSummary(
            .hello(TunnelObservation.Hello(serverName: "other.example")),
            agreement: TunnelObservation.Agreement(
                versionCode: TLSVersion.tls1_3.rawValue, cipherSuite: CipherSuite(rawValue: 0x1301)))
        let advice = advice(on: try traffic(through: tunnel, isCleartext: false))
        #expect(advice.changes.map(\.step) == [.client] && advice.unresolved.count == 1)
        let text = TextRenderer(width: 400).text(of: advice.document)
        #expect(text.contains("Change the client") && !text.contains("What no exception permits"))
        #expect(text.contains("No exception permits this.") && text.ranges(of: "CONNECT named").count == 1)
    }

    // MARK: Ports

    /// The content at another port than 443 was not seen, and may be of another service.
    @Test(
        arguments: [
            (8001, 4403, nil), (4403, 4403, "https://good.example:4403"), (8001, 443, "https://good.example"),
        ] as [(UInt16, UInt16, String?)])
    func httpsAtAnotherPortIsAnotherService(port: UInt16, securePort: UInt16, url: String?) throws {
        let traffic = try traffic([
            SimulatedServer(name: "good.example", isCleartext: true, port: port),
            SimulatedServer(name: "good.example", port: securePort),
        ])
        let advice = advice(on: traffic)
        #expect(advice.changes.compactMap(\.https?.url) == [url].compactMap(\.self))
        #expect(advice.exceptions.isEmpty == (url != nil))
        let judged = SimulatedSite.replay().judge(traffic, under: try SimulatedSite.appliedPolicy([:]))
        let report = Report(traffic, judged, options: ReportOptions(time: Certificates.now))
        let authority = report.findings.first { $0.finding.rule == .cleartext }?.httpsAuthority
        #expect(authority?.port == (url == nil ? nil : securePort))
    }
}
