import Events
import Judging
import SimulatedServers
import Testing
import TransportSecurity

@Suite struct ReplayTests {
    static let systems = ["ios9", "ios10", "ios12", "ios13", "ios15.4", "ios17", "ios18.4", "ios26", "ios27"]

    /// A recording under the same policy has the same verdicts as live traffic.
    @Test(arguments: SimulatedSite.policies, systems)
    func reproducesLiveVerdicts(policy: [String: PropertyValue], os: String) throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy(policy, os)
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy))
        for judged in SimulatedSite.replay().judge(traffic, under: appliedPolicy) {
            let recorded = judged.entry.decision
            #expect(judged.violations == recorded.violations)
            #expect(judged.warnings == recorded.warnings)
            #expect(judged.notes == recorded.notes)
            #expect(judged.decision == recorded.decision)
            #expect(judged.policy == recorded.policy?.value)
            // Without a handshake, a load that nothing forbids is not known to succeed.
            let lacksHandshake = judged.entry.isCleartext == false && recorded.tls == nil
            #expect(judged.isUndetermined == (lacksHandshake && judged.violations.isEmpty))
        }
    }

    /// A note names a root that was used during recording and is missing now.
    @Test func notesAMissingRoot() throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:], "ios18.4")
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: appliedPolicy))
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in Certificates.chain(anchor: .none) }
        var asked: [String: Bool] = [:]
        for judged in replay.judge(traffic, under: appliedPolicy) {
            let host = judged.entry.decision.host?.description ?? ""
            asked[host] = judged.notes.contains { $0.message.contains("given with --ca-file; give it again") }
            // The server is not to blame for a root that is not known now.
            if host == "good.example" {
                #expect(judged.violations.isEmpty && judged.isUndetermined && judged.lacksRoot)
            }
        }
        #expect(asked["good.example"] == true)
        #expect(asked["untrusted.example"] == false && asked["plain.example"] == false)
    }

    /// What the server agreed to is in hellos of all systems, but its key is in none.
    @Test(arguments: SimulatedSite.policies, [("ios27", false), ("ios15.4", true)])
    func aServerWithAForeignKeyNeverSucceeds(policy: [String: PropertyValue], system: (name: String, isUnknown: Bool))
        throws
    {
        let chain = Certificates.chain(Certificates.leaf { $0.key = .other("EC on brainpoolP256r1") })
        let server = SimulatedServer(
            name: "foreign.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02B], hasForeignKey: true, chain: chain)
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in chain }
        let judged = replay.judge(
            SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }),
            under: try SimulatedSite.appliedPolicy(policy, system.name))
        let found = judged.flatMap(\.violations).filter { [.tlsHandshake, .certificateKeySize].contains($0.rule) }
        if system.isUnknown {
            #expect(!found.contains { $0.rule == .tlsHandshake })
        } else {
            #expect(found.map(\.cause) == [.unsupportedKey])
        }
        #expect(judged.map(\.isUndetermined) == [system.isUnknown])
    }

    /// Systems without TLS 1.3 accept a P-521 key, and systems with it do not. The recording has the answers to both.
    @Test(arguments: systems + ["ios12.1"])
    func anAnswerWithoutTLS13SaysNothingOfHellosWithIt(os: String) throws {
        let chain = Certificates.chain(Certificates.leaf { $0.key = .ellipticCurve(bits: 521) })
        let server = SimulatedServer(
            name: "good.example", suites: [0x1301, 0xC02B], schemeInTLS13: .ecdsaP521SHA512, chain: chain)
        let older = [ATSGeneration.ios11, .ios10, .ios9].map { Offer(generation: $0) }
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:]), furtherOffers: older)
            .lines
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in chain }
        let appliedPolicy = try SimulatedSite.appliedPolicy([:], os)
        let judged = replay.judge(SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }), under: appliedPolicy)[0]
        let live = SimulatedSite.record(server, under: appliedPolicy).verdict
        #expect(live.violations.isEmpty == (try !OSVersion(name: os).supportsTLS13))
        #expect(judged.violations.map(\.rule) == (judged.isUndetermined ? [] : live.violations.map(\.rule)))
        #expect(!judged.isUndetermined || !live.violations.isEmpty)
    }

    /// The server refuses iOS 12.2, which offers TLS 1.3. What it does without TLS 1.3 is not known from that.
    @Test func aRefusalOfTLS13SaysNothingOfHellosWithoutIt() throws {
        let chain = Certificates.chain(Certificates.leaf { $0.key = .ellipticCurve(bits: 521) })
        let server = SimulatedServer(
            name: "good.example", suites: [0x1301, 0xC02B], schemeInTLS13: .ecdsaP521SHA512, chain: chain)
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:], "ios12")).lines
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in chain }
        let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
        let judged = replay.judge(traffic, under: try SimulatedSite.appliedPolicy([:], "ios11"))[0]
        #expect(judged.isUndetermined && judged.violations.isEmpty)
    }

    /// Under another policy and system, the verdict is the same as live or undetermined.
    @Test(arguments: SimulatedSite.policies, ["ios9", "ios12", "ios15.4", "ios27"])
    func agreesWithLiveVerdictsOrIsUndetermined(recordedUnder policy: [String: PropertyValue], os: String) throws {
        let recording = SimulatedSite.recording(under: try SimulatedSite.appliedPolicy(policy, os))
        let traffic = SimulatedSite.traffic(recording)
        let replay = SimulatedSite.replay()
        var determined = 0
        for (other, lives) in try Self.lives.get() {
            let answers = Dictionary(
                uniqueKeysWithValues: replay.judge(traffic, under: other).map { ($0.entry.decision.host, $0) })
            for (server, live) in zip(SimulatedSite.servers, lives) {
                let judged = try #require(answers[server.host])
                if judged.isUndetermined {
                    #expect(judged.violations.isEmpty && !judged.notes.isEmpty)
                } else if judged.notes.contains(where: { $0.message.contains("the recording does not tell") }) {
                    #expect(judged.violations.isEmpty == live.violations.isEmpty)
                } else {
                    determined += 1
                    #expect(Set(judged.violations.map(\.rule)) == Set(live.violations.map(\.rule)))
                    #expect(Set(judged.warnings.map(\.rule)) == Set(live.warnings.map(\.rule)))
                }
            }
        }
        // What a server does with a large hello or TLS 1.3 is not known where the system of the recording offers none.
        let least = os == "ios27" ? 7 : os == "ios9" ? 3 : 6
        #expect(determined * 10 > traffic.entries.count * SimulatedSite.policies.count * 4 * least)
    }

    /// The live verdicts on all servers, under each policy and system.
    private static let lives = Result {
        try SimulatedSite.policies.flatMap { policy in
            try ["ios9", "ios12", "ios15.4", "ios27"].map { os in
                let appliedPolicy = try SimulatedSite.appliedPolicy(policy, os)
                return (
                    appliedPolicy, SimulatedSite.servers.map { SimulatedSite.record($0, under: appliedPolicy).verdict }
                )
            }
        }
    }

    /// Facts of background probes determine more verdicts.
    @Test func furtherProbesDetermineMoreVerdicts() throws {
        let live = try SimulatedSite.appliedPolicy(["NSAllowsArbitraryLoads": .boolean(true)])
        let strict = try SimulatedSite.appliedPolicy([:])
        let server = try #require(SimulatedSite.servers.first { $0.name == "rsa.example" })
        let offers = [Offer(generation: .current), Offer(generation: .current, includesRSAKeyTransport: true)]
        for (further, isUndetermined) in [([], true), (offers, false)] {
            let lines = SimulatedSite.record(server, under: live, furtherOffers: further).lines
            let traffic = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
            let judged = SimulatedSite.replay().judge(traffic, under: strict)[0]
            #expect(judged.isUndetermined == isUndetermined)
            #expect(judged.violations.map(\.rule) == (isUndetermined ? [] : [.tlsForwardSecrecy]))
        }
    }

    @Test func aLoadThatFailedIsNotJudged() throws {
        var event = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .failed)
        (event.scheme, event.host, event.port) = (.https, .name("gone.example"), 443)
        event.error = .init(kind: "dns_error", message: "gone.example has no address.")
        let judged = SimulatedSite.replay().judge(
            SimulatedSite.traffic(event.line + [0x0A]), under: try SimulatedSite.appliedPolicy([:]))
        #expect(judged[0].decision == .failed && judged[0].violations.isEmpty && !judged[0].isUndetermined)
    }

    @Test(arguments: [("TLSv1.2", TLSVersion.tls1_2, true), ("TLSv1.3", .tls1_2, false), ("TLSv1.3", .tls1_3, true)])
    func judgesTheNegotiatedVersionOfATunnel(minimum: String, agreed: TLSVersion, isCompliant: Bool) throws {
        let policy: [String: PropertyValue] = [
            "NSExceptionDomains": .dictionary([
                "good.example": .dictionary(["NSExceptionMinimumTLSVersion": .string(minimum)])
            ])
        ]
        var event = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name("good.example"), 443)
        event.tls = CachedJSON(
            uncached: TLSSummary(
                tunnel: agreed, cipherSuite: CipherSuite(rawValue: agreed == .tls1_3 ? 0x1301 : 0xC02F)))
        let judged = SimulatedSite.replay().judge(
            SimulatedSite.traffic(event.line + [0x0A]), under: try SimulatedSite.appliedPolicy(policy))
        #expect(judged[0].violations.map(\.rule) == (isCompliant ? [] : [.tunnelVersion]))
    }

    @Test func waivedFindingsBecomeNotes() throws {
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: try SimulatedSite.appliedPolicy([:])))
        let entry = try #require(traffic.asRecorded.first { $0.violations.map(\.rule) == [.tlsVersion] })
        let waived = entry.waiving([Waiver(rule: .tlsVersion)])
        #expect(waived.violations.isEmpty && waived.decision == .allowed)
        #expect(waived.notes.contains { $0.message.hasPrefix("Waived by --ignore tls.version") })
        #expect(entry.waiving([Waiver(rule: .tlsVersion, host: .name("other"))]) == entry)
    }
}
