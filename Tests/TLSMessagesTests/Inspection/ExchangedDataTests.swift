import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

/// Whether the inspector tells that a client accepted its server: data went both ways after the handshake.
@Suite struct ExchangedDataTests {
    typealias Bytes = TLSBytes

    /// What passes after the server's flight, and whether it is an exchange of data.
    typealias Row = (rest: Script, isExchange: Bool)

    private func isExchange(_ script: Script) -> Bool {
        let whole = TLSInspector.watching(script).inspector.hasExchangedData
        for size in [1, 7] { #expect(TLSInspector.watching(script, by: size).inspector.hasExchangedData == whole) }
        return whole
    }

    private static let answer = Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.finished12
    private static let serverEnd = Bytes.changeCipherSpec + Bytes.finished12
    private static let encryptedAlert = Bytes.record(21, Array(repeating: 1, count: 26))

    @Test(
        arguments: [
            ([(.client, answer), (.server, serverEnd)], false),
            ([(.client, answer), (.server, serverEnd), (.client, Bytes.data)], false),
            ([(.client, answer), (.server, serverEnd), (.server, Bytes.data)], false),
            ([(.client, answer), (.server, serverEnd), (.client, encryptedAlert), (.server, Bytes.data)], false),
            ([(.client, answer), (.server, serverEnd), (.client, Bytes.data), (.server, Bytes.data)], true),
        ] as [Row])
    func upToTLS12(row: Row) {
        let flight: Script = [(.client, Bytes.client), (.server, Bytes.server12 + Bytes.certificate + Bytes.done)]
        #expect(isExchange(flight + row.rest) == row.isExchange)
    }

    /// A record of 53 bytes is a Finished (RFC 8446 §4.4.4), one of 19 an alert (§6), one of 22 a KeyUpdate (§4.6.3).
    @Test(
        arguments: [
            ([(.client, Bytes.ciphertext(53))], false),
            ([(.client, Bytes.ciphertext(53)), (.server, Bytes.ciphertext(250))], false),
            ([(.client, Bytes.ciphertext(53) + Bytes.ciphertext(19)), (.server, Bytes.ciphertext(250))], false),
            ([(.client, Bytes.ciphertext(53) + Bytes.ciphertext(22)), (.server, Bytes.ciphertext(250))], false),
            ([(.client, Bytes.ciphertext(19)), (.server, Bytes.ciphertext(250))], false),
            // Data of the server that came before the client's, as with its tickets, are no answer.
            (
                [(.client, Bytes.ciphertext(53)), (.server, Bytes.ciphertext(250)), (.client, Bytes.ciphertext(90))],
                false
            ),
            ([(.client, Bytes.ciphertext(53) + Bytes.ciphertext(90)), (.server, Bytes.ciphertext(250))], true),
            // The server's answer is an alert.
            ([(.client, Bytes.ciphertext(53) + Bytes.ciphertext(90)), (.server, Bytes.ciphertext(19))], false),
            // A Finished in two records.
            ([(.client, Bytes.ciphertext(40) + Bytes.ciphertext(47)), (.server, Bytes.ciphertext(250))], false),
            // Past the client's answer, what is no record of TLS ends the reading.
            ([(.client, Bytes.ciphertext(53) + [9, 9, 9, 9, 9, 9]), (.server, Bytes.ciphertext(250))], false),
        ] as [Row])
    func inTLS13(row: Row) {
        let flight: Script = [
            (.client, Bytes.client), (.server, Bytes.server13 + Bytes.changeCipherSpec + Bytes.ciphertext(900)),
            (.client, Bytes.changeCipherSpec),
        ]
        #expect(isExchange(flight + row.rest) == row.isExchange)
    }

    /// Early data may have any size, so that the client's answer is not seen.
    @Test func isNotToldAfterEarlyData() {
        let hello = Bytes.record(22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(42, [])])))
        let script: Script = [
            (.client, hello + Bytes.ciphertext(90)), (.server, Bytes.server13 + Bytes.ciphertext(80)),
            (.client, Bytes.ciphertext(90)), (.server, Bytes.ciphertext(80)), (.client, Bytes.ciphertext(90)),
        ]
        let inspector = TLSInspector.watching(script).inspector
        #expect(!inspector.hasExchangedData && !inspector.awaitsExchangedData)
    }

    /// No client that refuses its server is taken for one that accepts it.
    @Test(arguments: Conversation.all) func realClients(conversation: Conversation) {
        let isExchange = isExchange(conversation.script)
        #expect(!(conversation.refuses && isExchange))
    }

    /// Real loads over each version are recognised.
    @Test func realLoadsAreRecognised() {
        let recognised = Conversation.all.filter { isExchange($0.script) }
        for version in [UInt16(0x0303), 0x0304] {
            #expect(
                recognised.contains { ($0.serverHellos.last?.supportedVersions?.first ?? 0x0303) == version },
                "\(version)")
        }
    }
}
