import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct TLSInspectorTests {
    typealias Bytes = TLSBytes

    /// The names of events, which is what scripts are about.
    private func names(_ events: [TLSInspector.Event]) -> [String] {
        events.map { String("\($0)".prefix { $0 != "(" }) }
    }

    @Test func watchesAHandshakeOfTLS12() {
        let (inspector, events) = TLSInspector.watching(Bytes.full12)
        #expect(names(events) == ["clientHello", "serverHello", "certificates", "applicationData", "applicationData"])
        #expect(events[2] == .certificates([[1, 2, 3], [4, 5]]))
        #expect(inspector.isDone)
        #expect(!TLSInspector.watching(Array(Bytes.full12.dropLast())).inspector.isDone)
    }

    @Test func watchesAResumption() {
        let ticket = Bytes.record(22, Bytes.handshake(4, [0, 0, 1, 0, 0, 2, 3, 4]))
        let (inspector, events) = TLSInspector.watching([
            (.client, Bytes.client), (.server, Bytes.resuming12 + ticket + Bytes.changeCipherSpec + Bytes.finished12),
        ])
        #expect(names(events) == ["clientHello", "serverHello", "sessionTicket", "resumed"])
        #expect(!inspector.needsMore(from: .server))
    }

    /// A ServerHello that does not repeat the client's session resumes none.
    @Test func takesNoChangeCipherSpecForAResumptionThatWasNotAgreedOn() {
        let (_, events) = TLSInspector.watching([
            (.client, Bytes.client), (.server, Bytes.server12 + Bytes.changeCipherSpec),
        ])
        #expect(events.last == .fault(.server, .unexpectedRecord(.changeCipherSpec)))
    }

    /// What has passed does not count as held back.
    @Test func earlyDataDoesNotCountAgainstTheSecondHello() {
        let hello = Bytes.record(
            22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(42, []), Bytes.extended(43, [2, 3, 4])])))
        let early = Array(repeatElement(Bytes.ciphertext(16_000), count: 12).joined())
        let script: Script = [(.client, hello + early), (.server, Bytes.helloRetryRequest), (.client, Bytes.client)]
        #expect(names(TLSInspector.watching(script, by: 7).events) == ["clientHello", "serverHello", "clientHello"])
    }

    /// The ChangeCipherSpec that TLS 1.3 sends for middleboxes may follow only a hello that offers TLS 1.3. A GREASE
    /// value is no version, however large it is.
    @Test(arguments: [([0x0A0A, 0x0303], false), ([0xFAFA], false), ([0x0A0A, 0x0304], true), ([0x0303], false)])
    func aClientChangesItsCipherEarlyOnlyWhereItOffersTLS13(versions: [UInt16], mayPass: Bool) {
        let list = Bytes.vector(versions.flatMap(Bytes.uint16), 1)
        let hello = Bytes.record(22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(43, list)])))
        let (_, events) = TLSInspector.watching([(.client, hello + Bytes.changeCipherSpec)])
        #expect(names(events) == (mayPass ? ["clientHello"] : ["clientHello", "fault"]))
        #expect(mayPass || events.last == .fault(.client, .unexpectedRecord(.changeCipherSpec)))
    }

    @Test func watchesAHandshakeOfTLS13() {
        let (inspector, events) = TLSInspector.watching(Bytes.full13)
        #expect(names(events) == ["clientHello", "serverHello", "clientAnswered"])
        #expect(inspector.isDone)
    }

    @Test func watchesARetry() {
        let script: Script = [
            (.client, Bytes.client), (.server, Bytes.helloRetryRequest + Bytes.changeCipherSpec),
            (.client, Bytes.changeCipherSpec + Bytes.client),
        ]
        let (_, events) = TLSInspector.watching(script + Bytes.full13.dropFirst())
        #expect(names(events) == ["clientHello", "serverHello", "clientHello", "serverHello", "clientAnswered"])
        #expect(
            TLSInspector.watching(script + [(.server, Bytes.helloRetryRequest)]).events.last
                == .fault(.server, .unexpected(.serverHello)))
    }

    @Test func needsMoreUntilTheFlightIsWhole() {
        var inspector = TLSInspector()
        #expect(!inspector.needsMore(from: .client) && !inspector.needsMore(from: .server))
        _ = inspector.observe(.client, Bytes.client.dropLast())
        #expect(inspector.needsMore(from: .client) && inspector.awaitsClientHello)
        _ = inspector.observe(.client, Bytes.client.suffix(1))
        #expect(!inspector.needsMore(from: .client) && !inspector.awaitsClientHello)
        _ = inspector.observe(.server, (Bytes.server12 + Bytes.certificate)[...])
        #expect(inspector.needsMore(from: .server))
        _ = inspector.observe(.server, Bytes.done[...])
        #expect(!inspector.needsMore(from: .server))

        var newer = TLSInspector.watching([(.client, Bytes.client), (.server, Array(Bytes.server13.dropLast()))])
            .inspector
        #expect(newer.needsMore(from: .server))
        _ = newer.observe(.server, Bytes.server13.suffix(1))
        #expect(!newer.needsMore(from: .server))
    }

    @Test(arguments: [
        Bytes.full12, Bytes.full13, [(.client, Bytes.client), (.server, Bytes.server12 + Bytes.alert(2, 40))],
    ])
    func findsTheSameHoweverItIsCut(script: Script) {
        let whole = TLSInspector.watching(script).events
        for size in 1...64 { #expect(TLSInspector.watching(script, by: size).events == whole) }
        for (index, piece) in script.enumerated() {
            for position in 1..<piece.bytes.count {
                var cut = script
                cut[index].bytes = Array(piece.bytes.prefix(position))
                cut.insert((piece.side, Array(piece.bytes.dropFirst(position))), at: index + 1)
                #expect(TLSInspector.watching(cut).events == whole)
            }
        }
    }

    @Test func readsMessagesAcrossAndWithinRecords() {
        let flight =
            Bytes.handshake(2, Bytes.serverHello()) + Bytes.handshake(11, Bytes.vector(Bytes.vector([7], 3), 3))
            + Bytes.handshake(22, [1] + Bytes.vector([8], 3))
            + Bytes.handshake(12, [3, 0, 29, 1, 0xAA, 4, 3, 0, 1, 0xBB])
            + Bytes.handshake(13, [1, 1, 0, 2, 4, 3, 0, 0])
            + Bytes.handshake(14, [])
        let expected = [
            "clientHello", "serverHello", "certificates", "certificateStatus", "serverKeyExchange",
            "certificateRequest",
        ]
        for size in [1, 2, 7, 100, flight.count] {
            let records = stride(from: 0, to: flight.count, by: size).flatMap {
                Bytes.record(22, Array(flight[$0..<min($0 + size, flight.count)]))
            }
            let (inspector, events) = TLSInspector.watching([(.client, Bytes.client), (.server, records)])
            #expect(names(events) == expected)
            #expect(!inspector.needsMore(from: .server))
            guard case .serverKeyExchange(let exchange) = events[4] else {
                Issue.record("\(events[4])")
                continue
            }
            #expect(exchange.group == .x25519)
            #expect(exchange.signatureScheme == SignatureScheme(rawValue: 0x0403))
        }
    }

    @Test func readsAHelloOfSSL2AndTheAnswerInTLS() {
        let body: [UInt8] = [1, 3, 1, 0, 3, 0, 0, 0, 16, 0, 0, 0x2F] + [UInt8](repeating: 1, count: 16)
        let script: Script = [(.client, [0x80, UInt8(body.count)] + body)] + Bytes.full12.dropFirst()
        let (inspector, events) = TLSInspector.watching(script)
        #expect(names(events) == ["clientHello", "serverHello", "certificates", "applicationData", "applicationData"])
        #expect(TLSInspector.watching(script, by: 1).events == events)
        #expect(inspector.isDone)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n", .http(method: "GET")), ("OPTIONS * HTTP/1.1\r\n", .http(method: "OPTIONS")),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n", .http2), ("SSH-2.0-OpenSSH_9.2\r\n", .ssh), ("get / HTTP/1.1", .other),
            ("GETTY", .other), ("\u{16}\u{1}", .other), ("\0\0\0\0", .other), ("\u{17}\u{3}\u{3}", .other),
        ] as [(String, CleartextProtocol)])
    func namesCleartext(text: String, cleartext: CleartextProtocol) {
        let script: Script = [(.client, Array(text.utf8))]
        #expect(TLSInspector.watching(script).events == [.cleartext(cleartext)])
        #expect(TLSInspector.watching(script, by: 1).events == [.cleartext(cleartext)])
        #expect(TLSInspector.watching(script).inspector.isDone)
    }

    @Test(
        arguments: [
            ("SSH-2.0-OpenSSH_9.2\r\n", .ssh), ("220 mail.example.com ESMTP\r\n", .smtp), ("220-ftp\r\n", .smtp),
            ("* OK ready\r\n", .imap), ("+OK\r\n", .pop3), ("hello", .other), ("22", nil), ("221 no", .other),
        ] as [(String, Banner?)])
    func namesServersThatSpeakFirst(text: String, banner: Banner?) {
        let expected = banner.map { [TLSInspector.Event.serverSpokeFirst($0)] } ?? []
        #expect(TLSInspector.watching([(.server, Array(text.utf8))]).events == expected)
        #expect(TLSInspector.watching([(.server, Array(text.utf8))], by: 1).events == expected)
    }

    @Test(
        arguments: [
            (Array("HTTP/1.1 400 Bad Request\r\n".utf8), .notTLS), ([0x80, 9, 4, 0], .ssl2),
            ([99, 3, 3, 0, 1, 0], .notTLS),
            (Bytes.server12 + [99, 3, 3, 0, 1], .recordType(99)),
            (Bytes.server12 + [22, 4, 0, 0, 1], .recordVersion(0x0400)),
            ([22, 3, 3, 0x40, 1], .recordLength(16385)), (Bytes.server12 + [23, 3, 3, 0x48, 1], .recordLength(18433)),
            (Bytes.server13 + [23, 3, 3, 0x41, 1], .recordLength(16641)),
            (Array(repeatElement([22, 3, 3, 0, 0], count: 33).joined()), .tooManyEmptyRecords),
            (Array(repeatElement([21, 3, 3, 0, 0], count: 33).joined()), .tooManyEmptyRecords),
            (Array(repeatElement(Bytes.record(22, Bytes.handshake(0, [])), count: 33).joined()), .tooManyEmptyRecords),
            (Bytes.record(22, Bytes.handshake(0, [1])), .malformed(.helloRequest)),
            (Bytes.data, .notTLS), (Bytes.server12 + Bytes.data, .unexpectedRecord(.applicationData)),
            (Bytes.server12 + Bytes.certificate + Bytes.changeCipherSpec, .unexpectedRecord(.changeCipherSpec)),
            (Bytes.server12 + Bytes.done, .withoutCertificate),
            (Bytes.resuming12 + Bytes.record(20, [1, 1]), .malformedChangeCipherSpec),
            (Bytes.alert(2, 40) + Bytes.server12, .afterClosure), (Bytes.record(21, [1]), .malformedAlert),
            (Bytes.record(22, Bytes.handshake(2, Bytes.serverHello(version: 0x0305))), .unknownVersion(0x0305)),
            (
                Bytes.record(22, Bytes.handshake(2, Bytes.serverHello([Bytes.extended(43, [3])]))),
                .malformedExtension(.serverHello, .supportedVersions)
            ),
            (Bytes.record(22, [2, 0xFF, 0xFF, 0xFF]), .messageTooLong(.serverHello, 0xFF_FFFF)),
            (Bytes.record(22, Bytes.handshake(2, [3, 3])), .malformed(.serverHello)),
            (Bytes.record(22, [2, 0, 0, 9, 3]) + Bytes.changeCipherSpec, .interleaved),
            (Bytes.alert(3, 0), .malformedAlert),
            (Bytes.certificate, .unexpected(.certificate)),
            (Bytes.server12 + Bytes.server12, .unexpected(.serverHello)),
            (Bytes.server12 + Bytes.certificate + Bytes.certificate, .unexpected(.certificate)),
            (Bytes.server12 + Bytes.record(22, Bytes.handshake(11, [0, 0, 9])), .malformed(.certificate)),
            (
                Bytes.server12 + Bytes.certificate + Bytes.record(22, Bytes.handshake(12, [1])),
                .malformed(.serverKeyExchange)
            ),
            (Array(repeatElement(Bytes.alert(1, 90 + 22), count: 9).joined()), .tooManyAlerts),
            (Bytes.server12 + Bytes.certificate + Bytes.longFlight, .flightTooLong),
        ] as [([UInt8], ProtocolFault)])
    func namesWhatItCannotReadOfAServer(bytes: [UInt8], reason: ProtocolFault) {
        let script: Script = [(.client, Bytes.client), (.server, bytes)]
        let (inspector, events) = TLSInspector.watching(script)
        #expect(events.last == .fault(.server, reason))
        #expect(TLSInspector.watching(script, by: 1).events == events)
        #expect(inspector.bufferedByteCount <= 8192)
    }

    @Test func readsTheServerThoughTheClientCannotBeRead() {
        let hello = Bytes.record(22, Bytes.handshake(1, [3, 3]))
        let script: Script = [(.client, hello)] + Bytes.full12.dropFirst()
        let (_, events) = TLSInspector.watching(script)
        #expect(events.first == .fault(.client, .malformed(.clientHello)))
        #expect(names(events).dropFirst().prefix(2) == ["serverHello", "certificates"])
    }

    @Test func tellsTheEndOfHalfAMessage() {
        var inspector = TLSInspector.watching([(.client, Array(Bytes.client.dropLast()))]).inspector
        var events: [TLSInspector.Event] = []
        inspector.observeEnd(of: .client, appendingTo: &events)
        #expect(events == [.fault(.client, .truncated)])
        var whole = TLSInspector.watching([(.client, Bytes.client)]).inspector
        // Those of before stay in the array.
        whole.observeEnd(of: .client, appendingTo: &events)
        #expect(events.count == 1)
    }

    @Test func holdsNoMoreThanItSays() {
        let part = Bytes.record(22, [UInt8](repeating: 0, count: 16000))
        let parts = Array(repeatElement(part, count: 6).joined())
        let hello = Bytes.record(22, [1, 2, 1, 0x44]) + parts
        let certificate = Bytes.record(22, [11, 1, 0x8F, 0xFF]) + parts
        let (half, _) = TLSInspector.watching([(.client, hello)], by: 100)
        #expect((96_000...262_792).contains(half.bufferedByteCount))
        let (inspector, _) = TLSInspector.watching(
            [(.client, Bytes.client), (.server, Bytes.server12 + certificate)], by: 100)
        #expect((96_000...204_800).contains(inspector.bufferedByteCount))
        // A length alone costs little.
        #expect(
            TLSInspector.watching([(.client, Bytes.record(22, [1, 2, 1, 0x44, 3]))]).inspector.bufferedByteCount <= 8192
        )
    }
}
