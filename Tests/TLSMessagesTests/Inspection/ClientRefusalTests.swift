import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct ClientRefusalTests {
    typealias Bytes = TLSBytes

    /// What the client sends after the server's flight, who closes then, and what that is evidence of.
    typealias Row = (answer: [UInt8], closedBy: TLSInspector.Side?, evidence: ClientRefusal.Evidence?)

    private func evidence(_ flight: [UInt8], _ row: Row) -> ClientRefusal.Evidence? {
        let script: Script = [(.client, Bytes.client), (.server, flight), (.client, row.answer)]
        let inPieces = TLSInspector.watching(script, by: 1).inspector.refusal(closedBy: row.closedBy)?.evidence
        #expect(TLSInspector.watching(script).inspector.refusal(closedBy: row.closedBy)?.evidence == inPieces)
        return inPieces
    }

    @Test(
        arguments: [
            (Bytes.alert(2, 48), .client, .alert(Alert(level: .fatal, description: 48))),
            (Bytes.alert(2, 42), .server, .alert(Alert(level: .fatal, description: 42))),
            (Bytes.alert(1, 0), .client, .alert(Alert(level: .warning, description: 0))),
            (Bytes.alert(1, 100), nil, nil), ([], .client, .closedAfterServerFlight), ([], .server, nil),
            ([], nil, nil),
            (Bytes.clientKeyExchange + Bytes.changeCipherSpec, .client, .closedAfterServerFlight),
            (Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12, .client, nil),
            (
                Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12
                    + Bytes.record(21, Array(repeating: 1, count: 26)), .client,
                .encryptedAlert
            ),
            (
                Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12 + Bytes.data
                    + Bytes.record(21, Array(repeating: 1, count: 26)),
                .client, nil
            ),
        ] as [Row])
    func upToTLS12(row: Row) {
        #expect(evidence(Bytes.server12 + Bytes.certificate + Bytes.done, row) == row.evidence)
    }

    @Test(
        arguments: [
            (Bytes.alert(2, 48), .client, .alert(Alert(level: .fatal, description: 48))),
            (Bytes.changeCipherSpec + Bytes.ciphertext(19), .client, .inferredAlert),
            (Bytes.ciphertext(19) + Bytes.ciphertext(19), .server, .inferredAlert),
            (Bytes.ciphertext(53), .client, .closedAfterHandshake), (Bytes.ciphertext(53), .server, nil),
            (Bytes.ciphertext(53), nil, nil),
            (Bytes.ciphertext(53) + Bytes.ciphertext(19), .client, .closedAfterHandshake),
            (Bytes.ciphertext(53) + Bytes.ciphertext(19), .server, .closedAfterHandshake),
            (Bytes.ciphertext(53) + Bytes.ciphertext(22), .server, nil),
            (Bytes.ciphertext(53) + Bytes.ciphertext(60), .client, nil),
            (Bytes.ciphertext(53) + Bytes.ciphertext(60) + Bytes.ciphertext(19), .client, nil),
            (Bytes.ciphertext(53) + [0, 1, 2, 3, 4, 5], .client, nil),
            (Bytes.ciphertext(25) + Bytes.ciphertext(53), .client, .closedAfterHandshake),
            (Bytes.ciphertext(40), .client, .closedAfterServerFlight),
            (Bytes.ciphertext(40), nil, nil), ([], .client, .closedAfterServerFlight), ([], .server, nil),
        ] as [Row])
    func inTLS13(row: Row) {
        #expect(evidence(Bytes.server13 + Bytes.changeCipherSpec + Bytes.ciphertext(900), row) == row.evidence)
    }

    @Test func isNoneBeforeTheServerAnswered() {
        #expect(evidence([], (Bytes.alert(2, 80), .client, nil)) == nil)
        #expect(evidence([], ([], .client, nil)) == nil)
        #expect(evidence(Bytes.server12, ([], .client, nil)) == nil)
    }

    @Test func isNoneWhereTheServerBrokeOff() {
        let flight = Bytes.server12 + Bytes.certificate + Bytes.done + Bytes.alert(2, 40)
        #expect(evidence(flight, (Bytes.alert(1, 0), .client, nil)) == nil)
        #expect(evidence(Bytes.alert(2, 70), ([], .client, nil)) == nil)
    }

    @Test func isNotInferredFromSizesWhereEarlyDataMayPass() {
        let hello = Bytes.record(22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(42, [])])))
        let script: Script = [
            (.client, hello + Bytes.ciphertext(19)), (.server, Bytes.server13 + Bytes.ciphertext(80)),
            (.client, Bytes.ciphertext(19)),
        ]
        let (inspector, events) = TLSInspector.watching(script)
        #expect(events.last == .clientAnswered)
        #expect(inspector.refusal(closedBy: .client) == nil)
    }

    /// The side that closes first is told by the order of its alert and of the client's end.
    @Test(arguments: [(true, false), (false, true)], [TLSInspector.Side.client, .server])
    func aServerThatClosesAnUnusedConnectionIsNotRefused(
        order: (clientFirst: Bool, isNone: Bool), side: TLSInspector.Side
    ) {
        var (inspector, events) = TLSInspector.watching(
            Bytes.full13.prefix(3) + [(.server, Bytes.ciphertext(250))])
        if order.clientFirst { inspector.observeEnd(of: .client, appendingTo: &events) }
        inspector.observe(.server, Bytes.ciphertext(19).span, appendingTo: &events)
        if !order.clientFirst { inspector.observeEnd(of: .client, appendingTo: &events) }
        #expect((inspector.refusal(closedBy: side) == nil) == order.isNone)
    }

    /// A client of TLS 1.2 that closes after both Finished, without an alert, has sent no request either.
    @Test func isWeakAfterTheHandshakeOfTLS12() {
        let inspector = TLSInspector.watching(Array(Bytes.full12.prefix(4))).inspector
        #expect(inspector.refusal(closedBy: .client)?.evidence == .closedAfterHandshake)
        #expect(inspector.refusal(closedBy: .server) == nil && inspector.refusal(closedBy: nil) == nil)
        let data: Script = [(.server, Bytes.data)]
        #expect(TLSInspector.watching(Bytes.full12.prefix(4) + data).inspector.refusal(closedBy: .client) == nil)
    }

    /// A client that goes on has accepted the server, whoever closes.
    @Test func isNoneAfterARequest() {
        let script: Script = Bytes.full13 + [(.client, Bytes.ciphertext(60)), (.client, Bytes.ciphertext(19))]
        #expect(TLSInspector.watching(script).inspector.refusal(closedBy: .client) == nil)
        let answered: Script = script.dropLast() + [(.server, Bytes.ciphertext(60)), (.client, Bytes.ciphertext(19))]
        #expect(TLSInspector.watching(answered).inspector.refusal(closedBy: .client) == nil)
    }

    @Test func countsTheShorterTagOfCCM8() {
        let extensions = [Bytes.extended(43, [3, 4]), Bytes.extended(51, [0, 29] + Bytes.vector([1], 2))]
        let flight = Bytes.record(22, Bytes.handshake(2, Bytes.serverHello(suite: 0x1305, extensions)))
        #expect(evidence(flight, (Bytes.ciphertext(11), .client, nil)) == .inferredAlert)
        #expect(evidence(flight, (Bytes.ciphertext(45), .client, nil)) == .closedAfterHandshake)
    }
}
