import ForwardProxy
import InternetNames
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct TunnelTests {
    typealias Bytes = TLSBytes

    private static let flight12 = Bytes.server12 + Bytes.certificate + Bytes.done
    private static let request = "GET /secret?token=1 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"

    // MARK: Observing

    @Test func observingLetsEverythingPassAtOnce() {
        let script = TunnelScript(.none)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["pass >", "wait 5"])
        #expect(script.client(Array(Bytes.client.dropFirst(9))) == ["pass >", "probe"])
        #expect(script.server(Bytes.server12) == ["pass <"])
        #expect(script.server(Bytes.certificate + Bytes.done) == ["pass <", "record"])
        #expect(script.reading.certificates == [[1, 2, 3], [4, 5]])
        #expect(!script.isOver)
        #expect(
            script.client(Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12 + Bytes.data) == [
                "pass >"
            ])
        #expect(script.server(Bytes.changeCipherSpec + Bytes.finished12 + Bytes.data) == ["pass <"])
        #expect(script.isOver)
        #expect(script.ended() == [])
    }

    @Test func observingRecordsTLS13AtTheServerHello() {
        let script = TunnelScript(.none)
        _ = script.client(Bytes.client)
        #expect(script.server(Bytes.server13 + Bytes.ciphertext(900)) == ["pass <", "record"])
        #expect(script.client(Bytes.changeCipherSpec + Bytes.ciphertext(53)) == ["pass >"])
        #expect(!script.isOver && script.acceptance == [])
        #expect(script.client(Bytes.ciphertext(90)) == ["pass >"] && script.server(Bytes.ciphertext(90)) == ["pass <"])
        #expect(script.isOver && script.acceptance == [.accepted])
    }

    /// The points at which the server ends a tunnel, and the error by which the load fails.
    @Test(
        arguments: [
            (Bytes.full12, 1, nil), (Bytes.full12, 2, .closedDuringHandshake),
            (Bytes.full12, 3, .closedDuringHandshake),
            (Bytes.full13, 2, .closedDuringHandshake), (Bytes.full12, Bytes.full12.count, nil),
            (Bytes.full13, Bytes.full13.count, nil),
            ([(.client, Bytes.client), (.server, Bytes.helloRetryRequest)], 2, .closedDuringHandshake),
            (Self.request12, 5, .closedBeforeResponse), (Self.falseStart12, 4, .closedDuringHandshake),
            ([(.client, Array("GET / HTTP/1.1\r\n\r\n".utf8)), (.server, Array("HTTP/1.1 200 OK\r\n".utf8))], 2, nil),
        ] as [(Script, Int, UpstreamError?)])
    func aServerThatEndsTooEarlyFailsTheLoad(_ script: Script, _ length: Int, _ error: UpstreamError?) {
        for enforcement in Tunnel.Enforcement.all {
            let relay = TunnelRehearsal(Array(script.prefix(length)), by: 1_000, enforcement)
            relay.finish(.server)
            let failure = relay.tunnel.failure(endedAs: .finished(first: .server))
            #expect(failure == error.map(LoadFailure.upstream), "\(enforcement)")
        }
    }

    /// The handshake does not go on because the client sends its part of it to a server that has gone.
    @Test func aClientsFinishedMendsNoBrokenHandshake() {
        let relay = TunnelRehearsal(Array(Bytes.full13.prefix(2)), by: 1_000, .tlsRequired)
        relay.finish(.server)
        relay.receive(Bytes.full13[2].1, from: .client)
        #expect(!relay.isOver)
        #expect(relay.tunnel.failure(endedAs: .finished(first: .server)) == .upstream(.closedDuringHandshake))
    }

    /// A client that refuses the server, or leaves, is no failure of the server.
    @Test(arguments: [Bytes.full12, Bytes.full13])
    func aClientThatEndsTheHandshakeIsNoFailure(_ script: Script) {
        let left = TunnelRehearsal(Array(script.prefix(2)), by: 1_000, .none)
        left.finish(.client)
        left.finish(.server)
        #expect(left.tunnel.failure(endedAs: .finished(first: .client)) == nil)
        let refused = TunnelRehearsal(Array(script.prefix(2)) + [(.client, Bytes.alert(2, 42))], by: 1_000, .none)
        refused.finish(.server)
        #expect(refused.tunnel.failure(endedAs: .finished(first: .server)) == nil)
    }

    /// A server whose handshake is given up may say so with an alert. That is no failure, and takes no refusal back.
    @Test(
        arguments: [
            (Bytes.full12, Bytes.alert(2, 50)), (Bytes.full12, Bytes.alert(1, 0)),
            (Bytes.full13, Bytes.alert(2, 50)), (Bytes.full13, Bytes.ciphertext(19)),
        ] as [(Script, [UInt8])], Tunnel.Enforcement.all)
    func anAlertThatAnswersTheClientsEndIsNoFailure(
        _ row: (handshake: Script, alert: [UInt8]), _ enforcement: Tunnel.Enforcement
    ) {
        let relay = TunnelRehearsal(Array(row.handshake.prefix(2)), by: 1_000, enforcement)
        relay.finish(.client)
        relay.receive(row.alert, from: .server)
        relay.finish(.server)
        #expect(relay.tunnel.failure(endedAs: .finished(first: .client)) == nil)
        #expect(relay.tunnel.refusal(closedBy: .client)?.evidence == .closedAfterServerFlight)
    }

    /// A server that answers the client's end with an alert has not closed before it answered the request.
    @Test func anAlertThatAnswersTheClientsEndIsNotTheEndOfARequest() {
        let relay = TunnelRehearsal(Self.request12, by: 1_000, .none)
        relay.finish(.client)
        relay.receive(Bytes.record(21, Array(repeating: 1, count: 26)), from: .server)
        relay.finish(.server)
        #expect(relay.tunnel.failure(endedAs: .finished(first: .client)) == .unanswered)
    }

    /// A request without an answer fails, whoever ends the tunnel; with one it does not.
    @Test(
        arguments: [
            (.finished(first: .client), .unanswered), (.resetByClient, .unanswered),
            (.idle, .upstream(.responseTimedOut)),
            (.resetByServer, .upstream(.closedBeforeResponse)), (.stopped, .stopped), (.blocked, nil),
        ] as [(TunnelEnd, LoadFailure?)])
    func aRequestWithoutAnAnswerFails(_ end: TunnelEnd, _ failure: LoadFailure?) {
        let relay = TunnelRehearsal(Self.request12, by: 1_000, .none)
        #expect(relay.tunnel.failure(endedAs: end) == failure)
        let answered = TunnelRehearsal(Self.request12 + [(.server, Bytes.data)], by: 1_000, .none)
        #expect(answered.tunnel.failure(endedAs: end) == nil)
    }

    /// The side that finished first is named, whatever the other one does afterwards.
    @Test(
        arguments: [
            ([.server, .client], .upstream(.closedBeforeResponse)), ([.client, .server], .unanswered),
        ] as [([TLSInspector.Side], LoadFailure)])
    func theFirstToFinishIsNamed(_ order: [TLSInspector.Side], _ failure: LoadFailure) {
        let relay = TunnelRehearsal(Self.request12, by: 1_000, .none)
        for side in order { relay.finish(side) }
        #expect(relay.tunnel.failure(endedAs: .resetByServer) == failure)
    }

    /// A server that does not go on with the handshake fails the load, whoever ends the tunnel.
    @Test(
        arguments: [
            (2, .idle, .upstream(.responseTimedOut)), (2, .stopped, .stopped),
            (3, .finished(first: .client), .unanswered),
            (3, .resetByClient, .unanswered), (3, .stopped, .stopped),
        ] as [(Int, TunnelEnd, LoadFailure)])
    func aHandshakeThatStallsFails(_ length: Int, _ end: TunnelEnd, _ failure: LoadFailure) {
        let script = length == 2 ? [(.client, Bytes.client), (.server, Bytes.server12)] : Array(Bytes.full12.prefix(3))
        let relay = TunnelRehearsal(script, by: 1_000, .none)
        #expect(relay.tunnel.failure(endedAs: end) == failure)
    }

    /// A handshake of TLS 1.2 and a request that the server does not answer.
    private static let request12: Script = [
        (.client, Bytes.client), (.server, flight12),
        (.client, Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12),
        (.server, Bytes.changeCipherSpec + Bytes.finished12), (.client, Bytes.data),
    ]

    /// The same with the request before the server's Finished (RFC 7918).
    private static let falseStart12: Script = Array(request12.prefix(3)) + [(.client, Bytes.data)]

    @Test func observingNeverWaitsForSilence() {
        let script = TunnelScript(.none)
        #expect(script.server("22") == ["pass <"])
        #expect(script.timedOut() == [])
        #expect(script.server("0 mail.example ESMTP\r\n") == ["pass <", "record"])
        #expect(script.reading.opening == .banner(.smtp) && script.isOver)
    }

    /// All bytes pass. What is kept of the hello is freed, and the tunnel is not judged.
    @Test func observingGivesUpAHelloThatIsNotWholeInTime() {
        let script = TunnelScript(.none)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["pass >", "wait 5"])
        #expect(script.client([Bytes.client[9]]) == ["pass >"])
        #expect(script.timedOut() == ["record"])
        #expect(script.reading.faults.map(\.reason) == [.tooSlow] && script.isOver && script.acceptance == [.untold])
        #expect(script.client(Array(Bytes.client.dropFirst(10))) == [] && script.ended() == [])
    }

    @Test func observingReadsAHelloThatIsWholeInTime() {
        let script = TunnelScript(.none)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["pass >", "wait 5"])
        #expect(script.client(Array(Bytes.client.dropFirst(9))) == ["pass >", "probe"])
        #expect(script.timedOut() == [] && script.reading.faults.isEmpty && !script.isOver)
    }

    @Test func observingReadsTheHeadInCleartext() {
        let script = TunnelScript(.none)
        #expect(script.client("GE") == ["pass >", "wait 5"])
        #expect(script.client("T / HTTP/1.1\r\nHost: a\r\n") == ["pass >"])
        #expect(script.client("\r\n") == ["pass >", "record"])
        #expect(script.reading.request?.path == "/")
    }

    // MARK: Enforcing

    /// A server that asks for a client certificate may refuse the client after the last verdict.
    @Test func anAlertBehindTheLastJudgementIsTold() {
        let script = TunnelScript(.tlsRequired)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.server12 + Bytes.certificate + Bytes.done) == ["judge last"])
        #expect(script.judged() == ["pass <"])
        _ = script.client(Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12)
        #expect(script.server(Bytes.alert(2, 40)) == ["pass <"] && !script.isOver)
        _ = script.ended()
        #expect(script.acceptance == [.untold] && script.lateAlert?.name == "handshake_failure")
    }

    @Test func enforcingHoldsTheHelloUntilItIsWhole() {
        let script = TunnelScript(.judged)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["wait 5"])
        #expect(script.client(Array(Bytes.client.dropFirst(9).prefix(9))) == [])
        #expect(script.client(Array(Bytes.client.dropFirst(18))) == ["judge"])
        #expect(script.judged() == ["pass >"])
    }

    @Test func aForbiddenNameNeverReachesTheServer() {
        let script = TunnelScript(.judged)
        #expect(script.client(Bytes.client) == ["judge"])
        #expect(script.judged(.blocked) == ["reset"])
        #expect(script.isOver)
        #expect(script.client(Bytes.data) == [] && script.server(Bytes.server12) == [] && script.ended() == [])
    }

    @Test func enforcingJudgesTheWholeFlightBeforeAnyOfItPasses() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.server12) == ["wait 5"])
        #expect(script.server(Bytes.certificate) == [])
        #expect(script.server(Bytes.done) == ["judge last"])
        #expect(script.reading.serverHello?.version == .tls1_2)
        #expect(script.judged() == ["pass <"])
        #expect(script.client(Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12) == ["pass >"])
        #expect(script.server(Bytes.changeCipherSpec + Bytes.finished12) == ["pass <"])
    }

    @Test func aForbiddenAnswerNeverReachesTheClient() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Self.flight12) == ["judge last"])
        #expect(script.judged(.blocked) == ["reset"])
    }

    @Test func tls13WaitsForItsServerHelloAlone() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.server13) == ["judge last"])
        #expect(script.judged() == ["pass <"])
        #expect(script.server(Bytes.ciphertext(900)) == ["pass <"])
    }

    @Test func aResumptionIsJudgedWithoutCertificates() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.resuming12) == ["wait 5"])
        #expect(script.server(Bytes.changeCipherSpec + Bytes.finished12) == ["judge last"])
        #expect(script.reading.isResumed && script.reading.certificates == nil)
    }

    @Test func aRetryIsJudgedAndSoIsWhatFollows() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.helloRetryRequest) == ["judge"])
        #expect(script.judged() == ["pass <"])
        #expect(script.client(Array(Bytes.client.prefix(20))) == ["wait 5"])
        #expect(script.client(Array(Bytes.client.dropFirst(20))) == ["judge"])
        #expect(script.judged() == ["pass >"])
        #expect(script.server(Bytes.server13) == ["judge last"])
    }

    @Test func anAlertInPlaceOfAHelloPasses() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.alert(2, 40)) == ["judge last"])
        #expect(script.judged() == ["pass <"])
        #expect(script.reading.notes(on: .name("a")).map(\.message).contains { $0.contains("handshake_failure") })
    }

    @Test func bytesThatNothingCanReadPass() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server("HTTP/1.1 400 Bad Request\r\n") == ["judge last"])
        #expect(script.judged() == ["pass <"])
        #expect(script.isOver)
    }

    /// An alert of the server before any hello ends nothing: what the client says then is read as ever.
    @Test(arguments: [Bytes.alert(2, 40), Bytes.alert(1, 0)])
    func aServersAlertBeforeTheHelloIsNotItsAnswer(alert: [UInt8]) {
        let observed = TunnelScript(.none)
        #expect(observed.server(alert) == ["pass <"])
        #expect(observed.client(Bytes.client) == ["pass >", "probe", "record"])
        let judged = TunnelScript(.judged)
        #expect(judged.server(alert) == ["judge"])
        #expect(judged.judged() == ["pass <"])
        #expect(judged.client(Bytes.client) == ["judge last"])
        #expect(judged.reading.hasHello)
        #expect(judged.judged(.blocked) == ["reset"])
    }

    // MARK: Cleartext

    @Test func cleartextNeverReachesTheServerUnjudged() {
        let script = TunnelScript(.judged)
        let bytes = Array(Self.request.utf8)
        #expect(script.client(Array(bytes.prefix(1))) == ["wait 5"])
        for byte in bytes.dropFirst().dropLast() { #expect(script.client([byte]) == []) }
        #expect(script.client(Array(bytes.suffix(1))) == ["judge last"])
        #expect(script.reading.isCleartext(.http(method: "GET")))
        #expect(script.reading.request?.path == "/secret" && script.reading.cleartextScheme == .http)
        #expect(script.judged(.blocked) == ["reset"])
    }

    @Test func permittedCleartextPassesOnceItsHeadWasRead() {
        let script = TunnelScript(.judged)
        #expect(script.client(Self.request + "body") == ["judge last"])
        #expect(script.judged() == ["pass >"])
        #expect(script.isOver)
    }

    @Test(
        arguments: [
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", CleartextProtocol.http2, Load.Scheme.http),
            ("SSH-2.0-x\r\n", .ssh, nil), ("\u{1}\u{2}\u{3}", .other, nil),
        ] as [(String, CleartextProtocol, Load.Scheme?)])
    func otherProtocolsAreJudgedAtOnce(text: String, cleartext: CleartextProtocol, scheme: Load.Scheme?) {
        let script = TunnelScript(.judged)
        #expect(script.client(text) == ["judge last"])
        #expect(script.reading.isCleartext(cleartext) && script.reading.cleartextScheme == scheme)
    }

    @Test(arguments: ["GET / HTTP/1.1\nHost: a\n", "GET  / HTTP/1.1\r\n", "GET / HTTP/9\r\n"])
    func aHeadThatCannotBeReadIsJudgedAllTheSame(text: String) {
        let script = TunnelScript(.judged)
        #expect(script.client(text) == ["judge last"])
        #expect(script.reading.headError != nil && script.reading.cleartextScheme == .http)
    }

    @Test func aHeadThatEndsEarlyIsJudged() {
        let script = TunnelScript(.judged)
        #expect(script.client("GET / HT") == ["wait 5"])
        #expect(script.finished(.client) == ["judge last"])
        #expect(script.reading.headError == .incomplete)
    }

    @Test func aServerThatSpeaksFirstIsJudgedWithoutWaiting() {
        let script = TunnelScript(.judged)
        #expect(script.server("SSH-2.0-OpenSSH_9.2\r\n") == ["judge last"])
        #expect(script.reading.opening == .banner(.ssh))
        #expect(script.judged(.blocked) == ["reset"])
    }

    // MARK: Patience and ends

    @Test func whatIsTooSlowPassesAndIsJudgedAtTheByteThatCompletesIt() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Array(Bytes.server12.prefix(30))) == ["wait 5"])
        #expect(script.timedOut() == ["judge"])
        #expect(script.judged() == ["pass <"])
        #expect(script.server(Array(Bytes.server12.dropFirst(30).dropLast())) == ["pass <"])
        #expect(script.server(Bytes.server12.suffix(1)) == ["judge"])
        #expect(script.judged(.blocked) == ["reset"])
    }

    @Test func patienceIsSaidToHaveEnded() {
        let script = TunnelScript(.judged)
        _ = script.server("22")
        _ = script.timedOut()
        #expect(script.reading.passedUnjudged == [.server])
        #expect(script.reading.notes(on: .name("a")).count == 1)
        #expect(script.judged() == ["pass <"])
        #expect(script.timedOut() == [])
    }

    @Test func bothSidesWaitAndGoOnTogether() {
        let script = TunnelScript(.judged)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["wait 5"])
        #expect(script.server(Array(Bytes.server12.prefix(3))) == [])
        #expect(script.timedOut() == ["judge"])
        #expect(script.reading.passedUnjudged == [.client, .server])
        #expect(script.judged() == ["pass >", "pass <"])
        // Neither waits any more.
        #expect(script.client([Bytes.client[9]]) == ["pass >"])
    }

    @Test func aNewWaitHasItsOwnTime() {
        let script = TunnelScript(.judged)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["wait 5"])
        _ = script.client(Array(Bytes.client.dropFirst(9)))
        _ = script.judged()
        #expect(script.server(Bytes.server12) == ["wait 5"])
    }

    @Test func theTimeIsALimit() {
        var limits = Limits()
        limits.tunnelHello = 2
        let script = TunnelScript(.judged, limits: limits)
        #expect(script.client(Array(Bytes.client.prefix(9))) == ["wait 2"])
    }

    @Test func anEndFreesWhatWaits() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        #expect(script.server(Bytes.server12) == ["wait 5"])
        #expect(script.finished(.server) == ["judge"])
        #expect(script.judged() == ["pass <"])
        #expect(script.ended() == ["record"])
        #expect(script.reading.serverHello != nil)
    }

    @Test func aTunnelWithoutAnAnswerIsRecordedAtItsEnd() {
        let script = TunnelScript(.none)
        _ = script.client(Bytes.client)
        #expect(script.ended() == ["record"])
        #expect(script.reading.notes(on: .name("a")).first?.message.hasPrefix("The connection ended before a ") == true)
        #expect(script.ended() == [])
    }

    @Test func aTunnelInWhichNothingWasReadIsNotRecorded() {
        let silent = TunnelScript(.none)
        #expect(silent.finished(.client) == [] && silent.ended() == [])
    }

    @Test(arguments: Tunnel.Enforcement.all)
    func aTunnelInWhichSomethingWasReadIsRecorded(enforcement: Tunnel.Enforcement) {
        let half = TunnelScript(enforcement)
        _ = half.client(Array(Bytes.client.prefix(9)))
        #expect(half.ended() == ["record"])
        #expect(half.reading.faults.map(\.reason) == [.truncated] && half.reading.decisiveFault == nil)
        let alert = TunnelScript(enforcement)
        #expect(alert.client(Bytes.alert(2, 80)).last == (enforcement == .none ? "pass >" : "judge"))
        _ = alert.judged()
        #expect(alert.ended() == ["record"])
        #expect(alert.reading.clientAlert == Alert(level: .fatal, description: 80))
    }

    @Test func theOpinionOfTheClientIsSeenAfterTheLastVerdict() {
        let script = TunnelScript(.judged)
        _ = script.client(Bytes.client)
        _ = script.judged()
        _ = script.server(Self.flight12)
        _ = script.judged()
        #expect(script.client(Bytes.alert(2, 48)) == ["pass >"])
        #expect(script.tunnel.refusal(closedBy: nil)?.evidence == .alert(Alert(level: .fatal, description: 48)))
    }
}
