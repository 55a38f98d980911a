import Events
import InternetNames
import LoopPeers
import Networking
import Testing
import TransportSecurity

@testable import ForwardProxy
@testable import ProxyServer

@Suite struct LoadRecorderTests {
    private static let time = Instant(milliseconds: 1_700_000_000_000)
    private static let address = IPAddress.v4(0xC000_0201)
    private static let violation = Finding(rule: .certificateTrust, message: "m", expected: "e", actual: "a")

    /// A load as the recorder sees it.
    private static func load(
        _ parts: WorkerParts, _ request: ProxyRequest = .connect(), label: TestLabel? = nil
    ) -> LoadDescription {
        LoadDescription(
            id: parts.loads.recorder.nextID(), began: WallClock.elapsedMilliseconds, listener: parts.listener.name,
            client: WorkerParts.client, authority: request.load.authority, mode: parts.listener.appliedPolicy.mode,
            requirements: parts.loads.requirements.find(
                parts.listener.policies, request.load.authority.host, userAgent: nil),
            label: label, labelled: nil, route: .direct, request: request)
    }

    private static func end(_ fromClient: UInt64 = 3, _ fromServer: UInt64 = 5) -> LoadDecision.Record {
        .end(LoadEnd(.finished, by: .client, fromClient: fromClient, fromServer: fromServer))
    }

    private static func record(_ parts: WorkerParts, _ record: LoadDecision.Record, of load: inout LoadDescription) {
        parts.loads.recorder.record(record, of: &load, reaching: address, at: time)
    }

    /// Records the verdict of a tunnel in which nothing was read, beside that verdict.
    private static func recordTunnel(
        _ parts: WorkerParts, _ verdict: Verdict, failure: LoadFailure? = nil, of load: inout LoadDescription
    ) {
        let tunnel = LoadDecision.TunnelRecord(
            verdict: verdict, observation: TunnelObservation(.hello(.init(serverName: "a.example"))), facts: nil,
            contradictsFacts: false)
        parts.loads.recorder.record(
            tunnel, TunnelReading.Shared(TunnelReading()), accepted: true, nil, failure: failure,
            notes: [Note(.serverChanged, "n")], of: &load, reaching: address, at: time)
    }

    @Test func theLinesOfALoadHaveTheirMembersInOrder() throws {
        let parts = try WorkerParts(.enforce)
        var load = Self.load(parts)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        Self.record(parts, Self.end(), of: &load)
        let lines = try parts.lines()
        try #require(lines.count == 2)
        let kind = try #require(try parts.decisions().first?.kind)
        let beginning = """
            {"time":"2023-11-14T22:13:20.000Z","event":"decision","id":"\(load.id)","kind":"\(kind)","after":null,\
            "ended":null,"listener":"127.0.0.1:8080","client":"127.0.0.1:50000","user":null,\
            "app":{"name":null,"version":null,"api":"URLSession","os":null,"userAgent":""},"method":"CONNECT",\
            "scheme":"https","host":"a.example","port":443,"path":null,"address":"192.0.2.1","route":"direct",\
            "mode":"enforce","decision":"allowed","policy":{"source":"test",
            """
        let rest = #"},"facts":null,"tls":null,"violations":[],"warnings":[],"notes":[],"error":null}"#
        #expect(lines[0].hasPrefix(beginning) && lines[0].hasSuffix(rest), "\(lines[0])")
        let end = """
            {"time":"2023-11-14T22:13:20.000Z","event":"closed","id":"\(load.id)","kind":"\(kind)","after":null,\
            "client":"127.0.0.1:50000","user":null,"host":"a.example","port":443,"bytesFromClient":3,"bytesFromServer":5,\
            "durationMilliseconds":0,"endedBy":"client","how":"finished","clientRefusal":null}
            """
        #expect(lines[1].replacing(/"durationMilliseconds":\d+/, with: "\"durationMilliseconds\":0") == end)
    }

    @Test func aFurtherDecisionMovesTheLoadFromTheFirstOne() throws {
        let parts = try WorkerParts(.observe)
        var load = Self.load(parts)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        Self.recordTunnel(parts, Verdict(violations: [Self.violation]), of: &load)
        Self.record(parts, Self.end(), of: &load)
        let decisions = try parts.decisions()
        try #require(decisions.map(\.decision) == [.allowed, .wouldBlock])
        let kinds = decisions.map(\.kind)
        #expect(kinds[0] != nil && kinds[1] != nil && kinds[0] != kinds[1])
        #expect(decisions.map(\.firstKind) == [nil, kinds[0]])
        #expect(decisions.map(\.ended) == [nil, nil])
        #expect(decisions[1].accepted == true && decisions[1].notes.map(\.message) == ["n"])
        let end = try #require(try parts.ends().first)
        #expect(end.kind == kinds[1] && end.firstKind == kinds[0])
        // It is one load, with two decisions.
        let counters = parts.counters.observe
        #expect(counters.loads.value == 1 && counters.counter(of: .allowed).value == 1)
        #expect(counters.counter(of: .wouldBlock).value == 1 && counters.failedLoads.value == 0)
        #expect(parts.counters.violations.value(of: .certificateTrust) == 1)
    }

    /// The decision with the verdict of the tunnel has the failure as well. A violation goes before it.
    @Test func aLoadThatFailsInItsTunnelHasNoThirdDecision() throws {
        let parts = try WorkerParts(.observe)
        for verdict in [Verdict(), Verdict(violations: [Self.violation])] {
            var load = Self.load(parts)
            Self.record(parts, .verdict(Verdict(), nil), of: &load)
            Self.recordTunnel(parts, verdict, failure: .upstream(.closedDuringHandshake), of: &load)
        }
        let decisions = try parts.decisions()
        try #require(decisions.map(\.decision) == [.allowed, .failed, .allowed, .wouldBlock])
        let sentence = try #require(decisions[1].error?.message)
        #expect(decisions[1].tunnel != nil && decisions[1].firstKind == decisions[0].kind)
        #expect(decisions[3].error == nil && decisions[3].notes.map(\.message) == ["n", sentence])
        #expect(parts.counters.observe.failedLoads.value == 1)
    }

    @Test func anEndBeforeTheDecisionIsCountedWithTheDecision() throws {
        let parts = try WorkerParts(.observe, hasFeed: true)
        var load = Self.load(parts)
        Self.record(parts, Self.end(7, 11), of: &load)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        Self.recordTunnel(parts, Verdict(violations: [Self.violation]), of: &load)
        let end = try #require(try parts.ends().first)
        #expect(end.kind == nil && end.firstKind == nil && end.bytesFromClient == 7)
        let decisions = try parts.decisions()
        #expect(decisions.map(\.ended) == [EndedLoad(bytesFromClient: 7, bytesFromServer: 11), nil])
        // The feed counts the bytes once, in the row of the first decision.
        parts.loads.recorder.finish()
        let counts = parts.live.take().flatMap(\.counts)
        #expect(counts.map(\.row.kind) == decisions.map(\.kind))
        #expect(counts.map(\.bytesFromClient) == [7, 0] && counts.map(\.bytesFromServer) == [11, 0])
    }

    @Test func theFeedCountsWhatTheLinesSay() throws {
        let parts = try WorkerParts(.observe, hasFeed: true)
        for _ in 0..<3 {
            var load = Self.load(parts)
            Self.record(parts, .verdict(Verdict(), nil), of: &load)
            Self.recordTunnel(parts, Verdict(violations: [Self.violation]), of: &load)
            Self.record(parts, Self.end(), of: &load)
        }
        #expect(parts.live.take().isEmpty)
        // The batch comes by itself after a quarter of a second.
        #expect(parts.loop.run { parts.live.hasRoom(for: 0) == false })
        let batches = parts.live.take()
        let counts = batches.flatMap(\.counts)
        #expect(counts.map(\.decisions) == [3, 3])
        #expect(counts.map(\.row.after) == [nil, counts[0].row.kind])
        #expect(counts.map(\.bytesFromClient) == [0, 9] && counts.map(\.bytesFromServer) == [0, 15])
        #expect(batches.flatMap(\.kinds).map(\.id) == counts.map(\.row.kind))
        #expect(counts[0].devices.map(\.address) == [WorkerParts.client.address])
    }

    @Test func nothingIsFedWithoutAReader() throws {
        let parts = try WorkerParts(.observe)
        var load = Self.load(parts)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        parts.loads.recorder.finish()
        #expect(parts.live.take().isEmpty)
        #expect(try parts.lines().count == 1)
    }

    /// A load that went and failed then is one failed load; a failure that comes twice is one as well.
    @Test func aLoadFailsOnce() throws {
        let parts = try WorkerParts(.enforce)
        var load = Self.load(parts)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        for _ in 0..<2 { Self.record(parts, .failure(.upstream(.refused)), of: &load) }
        Self.record(parts, Self.end(), of: &load)
        let counters = parts.counters.enforce
        #expect(counters.loads.value == 1 && counters.failedLoads.value == 1)
        #expect(counters.counter(of: .failed).value == 2)
        #expect(try parts.decisions().map(\.error?.kind) == [nil, "connection_refused", "connection_refused"])
        parts.loads.recorder.finish()
        let tally = parts.shared.recording.total.tally
        #expect(tally.loads == 1 && tally.outcomes[.failed] == 1 && tally.outcomes[.allowed] ?? 0 == 0)
    }

    @Test func anUnprovenConditionIsAFailureWhereItIsEnforced() throws {
        for mode in Mode.allCases {
            let parts = try WorkerParts(mode)
            var verdict = Verdict()
            verdict.unproven = Note(.notProbed, "not proven")
            var load = Self.load(parts)
            Self.record(parts, .verdict(verdict, nil), of: &load)
            let event = try #require(try parts.decisions().first)
            #expect(event.decision == (mode == .enforce ? .failed : .allowed))
            #expect(event.error?.message == (mode == .enforce ? "not proven" : nil))
        }
    }

    @Test(arguments: [false, true])
    func queriesAreRecordedOnRequest(logsQueries: Bool) throws {
        let parts = try WorkerParts(.observe, logsQueries: logsQueries)
        var load = Self.load(parts, .get(path: "/p", query: "secret=1"))
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        #expect(try parts.decisions().map(\.path) == [logsQueries ? "/p?secret=1" : "/p"])
        #expect(try parts.lines()[0].contains("secret") == logsQueries)
    }

    @Test func factsAreNamedAndTheirHandshakeIsShown() throws {
        let parts = try WorkerParts(.observe)
        var load = Self.load(parts)
        let handshake = Handshake(
            offer: Offer(generation: .current), version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F))
        let facts = ServerFacts(
            authority: load.authority, address: Self.address,
            observation: .secure(handshake, ChainEvaluation(presented: [], path: [], anchor: .none)), foundAt: 0,
            id: "sha256:f")
        Self.record(parts, .verdict(Verdict(), facts), of: &load)
        let event = try #require(try parts.decisions().first)
        #expect(event.facts == "sha256:f" && event.tls != nil)
    }

    /// A request that cannot be read counts as a load that failed, and a client that may not use the proxy as none.
    @Test(arguments: [(ExchangeSummary.Ending.malformed(.requestLine), 1), (.clientNotAllowed, 0)])
    func whatWasRefusedBeforeItsLoadIsRecorded(ending: ExchangeSummary.Ending, loads: Int) throws {
        let parts = try WorkerParts(.enforce, hasFeed: true)
        parts.loads.recorder.recordRefusal(
            of: WorkerParts.client, at: parts.listener,
            ExchangeSummary(request: nil, status: 400, endedBy: .proxy, ending: ending))
        parts.loads.recorder.finish()
        let event = try #require(try parts.decisions().first)
        #expect(event.decision == .failed && event.kind != nil && event.firstKind == nil && event.host == nil)
        #expect(parts.counters.enforce.loads.value == loads && parts.counters.enforce.failedLoads.value == loads)
        #expect(parts.shared.recording.total.tally.loads == loads)
        #expect(parts.live.take().flatMap(\.counts).map(\.decisions) == [1])
    }

    @Test func aPasswordThatIsAskedForIsNotRecorded() throws {
        let parts = try WorkerParts(.enforce)
        parts.loads.recorder.recordRefusal(
            of: WorkerParts.client, at: parts.listener,
            ExchangeSummary(request: nil, status: 407, endedBy: .proxy, ending: .notAuthenticated))
        #expect(try parts.lines().isEmpty && parts.counters.enforce.loads.value == 0)
    }

    @Test func whatWasCountedGoesToTheTotalOnce() throws {
        let parts = try WorkerParts(.observe)
        var load = Self.load(parts)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        for _ in 0..<2 { parts.loads.recorder.finish() }
        #expect(parts.shared.recording.total.tally.loads == 1)
    }

    @Test func aTestCaseIsNamedInEachLine() throws {
        let parts = try WorkerParts(.observe)
        let label = try #require(TestLabel("login"))
        parts.loads.recorder.record(label, of: WorkerParts.client.address, at: parts.listener.name)
        var load = Self.load(parts, label: label)
        Self.record(parts, .verdict(Verdict(), nil), of: &load)
        Self.record(parts, Self.end(), of: &load)
        let lines = try parts.lines()
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains("\"label\":\"login\"") })
        #expect(lines[0].contains("\"event\":\"label\""))
    }
}
