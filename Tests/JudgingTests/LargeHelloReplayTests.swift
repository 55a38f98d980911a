import Events
import SimulatedServers
import Testing
import TransportSecurity

/// What a recording says of servers that do not answer large hellos, judged anew under other systems.
@Suite struct LargeHelloReplayTests {
    private static let refused = LargeHelloAnswer(size: 1542, result: .refused(.closed))
    private static let slow = LargeHelloAnswer(size: 1542, result: .unknown(.slow))
    private static let hybrid = LargeHelloAnswer(size: 1542, result: .answered(.tls1_3, .x25519MLKEM768))

    @Test(
        arguments: [
            ("ios18", refused, "ios18", false), ("ios18", refused, "ios26", true), ("ios27", refused, "ios18", false),
            ("ios27", refused, "ios27", true), ("ios18", hybrid, "ios27", false), ("ios18", nil, "ios18", false),
            // A system that sends a large hello is not known to succeed where none was sent, or its answer was not seen.
            ("ios18", nil, "ios27", nil), ("ios27", slow, "ios27", nil), ("ios27", slow, "ios18", false),
        ] as [(String, LargeHelloAnswer?, String, Bool?)])
    func theSystemDecidesWhetherItMatters(recorded: String, answer: LargeHelloAnswer?, judged: String, fails: Bool?)
        throws
    {
        let server = try #require(SimulatedSite.servers.first)
        var lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:], recorded)).lines
        let (attempts, _) = server.probe(Offer(generation: try #require(OSVersion(recorded)).generation))
        var further = FactsEvent(
            time: Certificates.now, id: "sha256:large", host: server.host, port: server.port, address: nil,
            attempts: attempts)
        further.largeHello = answer
        lines.append(further.line)
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
        for policy in [[:], ["NSAllowsArbitraryLoads": .boolean(true)]] as [[String: PropertyValue]] {
            let entries = SimulatedSite.replay().judge(traffic, under: try SimulatedSite.appliedPolicy(policy, judged))
            #expect(entries.map { $0.violations.map(\.rule) } == [fails == true ? [.tlsHandshake] : []])
            #expect(entries.map(\.isUndetermined) == [fails == nil])
        }
    }
}
