import ForwardProxy
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

/// Tunnels in which TLS is required: whatever a side begins with, a secret in cleartext behind it never passes, and
/// what endpoints of TLS pass over is no reason to stop reading.
@Suite struct TunnelFaultTests {
    typealias Bytes = TLSBytes

    private static let secret = Array("GET /SECRET HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    private static let answer = Array("HTTP/1.1 200 OK\r\n\r\nSECRET".utf8)
    private static let helloBody = Bytes.handshake(1, Bytes.clientHello([Bytes.extended(43, [2, 3, 4])]))
    private static let hello = Bytes.record(22, helloBody, version: 0x0301)
    private static let earlyHello = Bytes.record(
        22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(42, []), Bytes.extended(43, [2, 3, 4])])))

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array(repeatElement(bytes, count: count).joined())
    }

    // MARK: - The client's side

    /// What a client sends before the secret.
    static let clientBeginnings: [(name: String, bytes: [UInt8])] = [
        ("nothing", []),
        ("close_notify", Bytes.alert(1, 0)),
        ("user_canceled", Bytes.alert(1, 90)),
        ("a fatal alert", Bytes.alert(2, 40)),
        ("a warning", Bytes.alert(1, 112)),
        ("eight warnings", repeated(Bytes.alert(1, 112), 8)),
        ("a hundred warnings", repeated(Bytes.alert(1, 112), 100)),
        ("an alert of no known level", Bytes.alert(7, 0)),
        ("an alert of one byte", Bytes.record(21, [1])),
        ("an alert of three bytes", Bytes.record(21, [1, 0, 1])),
        ("an empty alert", Bytes.record(21, [])),
        ("an empty handshake record", Bytes.record(22, [])),
        ("forty empty handshake records", repeated(Bytes.record(22, []), 40)),
        ("an empty record of application data", Bytes.record(23, [])),
        ("application data", Bytes.data),
        ("application data behind an alert", Bytes.alert(1, 112) + Bytes.data),
        ("a ChangeCipherSpec", Bytes.changeCipherSpec),
        ("a ChangeCipherSpec behind an alert", Bytes.alert(1, 112) + Bytes.changeCipherSpec),
        ("a heartbeat", Bytes.record(24, [1, 0, 0])),
        ("a heartbeat behind an alert", Bytes.alert(1, 90) + Bytes.record(24, [1, 0, 0])),
        ("a record of 0xffff bytes", [22, 3, 1, 0xFF, 0xFF]),
        ("an alert of 0xffff bytes", [21, 3, 1, 0xFF, 0xFF]),
        ("half a header", [22, 3, 1]),
        ("half a header and an unknown type", [22, 3, 1] + [99, 3, 3, 0, 1]),
        ("an unknown type behind an alert", Bytes.alert(1, 112) + [99, 3, 3, 0, 1, 0]),
        ("another major version behind an alert", Bytes.alert(1, 112) + [22, 4, 0, 0, 1]),
        ("half a hello", Array(hello.dropLast(9))),
        ("half a hello and application data", Bytes.record(22, Array(helloBody.prefix(30))) + Bytes.data),
        ("half a hello and an alert", Bytes.record(22, Array(helloBody.prefix(30))) + Bytes.alert(1, 0)),
        ("half a hello and a ChangeCipherSpec", Bytes.record(22, Array(helloBody.prefix(30))) + Bytes.changeCipherSpec),
        ("half a message header", Bytes.record(22, [1, 0])),
        ("a malformed hello", Bytes.record(22, Bytes.handshake(1, [3, 3]))),
        ("a hello with a malformed list of names", nameless),
        ("a hello with two names", twoNames),
        ("an unknown handshake message", Bytes.record(22, Bytes.handshake(99, [1, 2, 3]))),
        ("an unknown handshake message of 48 KiB", largeUnknownMessage),
        ("a Finished", Bytes.record(22, Bytes.handshake(20, [UInt8](repeating: 1, count: 12)))),
        ("a ServerHello", Bytes.server12),
        ("a HelloRequest", Bytes.record(22, Bytes.handshake(0, []))),
        ("a hello of 200 KB", Bytes.record(22, [1, 3, 0x0D, 0x40] + [UInt8](repeating: 0, count: 16000))),
        ("a hello in records of one byte", oneByteRecords),
        ("the shape of SSL 2.0", [0x80, 0x2E, 1, 3, 1, 0, 3, 0, 0, 0, 16]),
        ("a short shape of SSL 2.0", [0x80, 2, 1, 3, 1]),
        ("a good hello", hello),
        ("two hellos", hello + hello),
        ("a good hello and application data", hello + Bytes.data),
        ("a good hello, and a fatal alert", hello + Bytes.alert(2, 80)),
        ("a good hello, and close_notify", hello + Bytes.alert(1, 0)),
        ("a good hello, and a ChangeCipherSpec", hello + Bytes.changeCipherSpec),
        ("a good hello, and a key exchange", hello + Bytes.clientKeyExchange),
        ("a good hello, and more in its record", Bytes.record(22, helloBody + [20, 0, 0, 1, 0])),
        ("a hello with early data, and the data", earlyHello + Bytes.changeCipherSpec + Bytes.ciphertext(60)),
    ]

    private static let nameless = Bytes.record(
        22, Bytes.handshake(1, Bytes.clientHello([Bytes.extended(0, [0, 5, 0, 0, 1, 97, 98])])))
    private static let name = Bytes.extended(0, Bytes.vector([0] + Bytes.vector(Array("a".utf8), 2), 2))
    private static let twoNames = Bytes.record(22, Bytes.handshake(1, Bytes.clientHello([name, name])))
    private static let largeUnknownMessage =
        Bytes.record(22, [99, 0, 0xC0, 0] + [UInt8](repeating: 0, count: 16380))
        + repeated(Bytes.record(22, [UInt8](repeating: 0, count: 16386 / 2)), 4)
    private static let oneByteRecords = (helloBody + [0]).flatMap { Bytes.record(22, [$0]) }

    @Test(arguments: clientBeginnings.map(\.name))
    func nothingInCleartextLeavesTheClient(name: String) throws {
        let bytes = try #require(Self.clientBeginnings.first { $0.name == name }).bytes
        for size in [1, 3, 7, 1460, Int.max / 2] {
            let rehearsal = TunnelRehearsal([(.client, bytes), (.client, Self.secret)], by: size, .tlsRequired)
            rehearsal.timeOut()
            expectNoSecret(rehearsal, "in pieces of \(size)")
            expectFault(rehearsal)
        }
    }

    @Test func thereAreFortyBeginningsOnEachSide() {
        #expect(Self.clientBeginnings.count >= 40 && Self.serverBeginnings.count >= 40)
    }

    // MARK: - The server's side

    private static let ticket = Bytes.record(22, Bytes.handshake(4, [0, 0, 1, 0, 0, 2, 3, 4]))
    private static let keyExchange = Bytes.record(22, Bytes.handshake(12, [3, 0, 29, 1, 0xAA, 4, 3, 0, 1, 0xBB]))
    private static let helloRequest = Bytes.record(22, Bytes.handshake(0, []))

    /// What a server answers to a good hello before the secret.
    static let serverBeginnings: [(name: String, bytes: [UInt8])] = [
        ("nothing", []),
        ("close_notify", Bytes.alert(1, 0)),
        ("user_canceled", Bytes.alert(1, 90)),
        ("a fatal alert", Bytes.alert(2, 40)),
        ("a warning", Bytes.alert(1, 112)),
        ("a hundred warnings", repeated(Bytes.alert(1, 112), 100)),
        ("an alert of no known level", Bytes.alert(0, 0)),
        ("half an alert", Bytes.record(21, [2])),
        ("an empty alert", Bytes.record(21, [])),
        ("an empty handshake record", Bytes.record(22, [])),
        ("forty empty handshake records", repeated(Bytes.record(22, []), 40)),
        ("application data", Bytes.data),
        ("application data behind an alert", Bytes.alert(1, 112) + Bytes.data),
        ("a ChangeCipherSpec behind an alert", Bytes.alert(1, 90) + Bytes.changeCipherSpec),
        ("a heartbeat behind an alert", Bytes.alert(1, 90) + Bytes.record(24, [2, 0, 0])),
        ("an unknown type behind an alert", Bytes.alert(1, 90) + [99, 3, 3, 0, 0]),
        ("a HelloRequest", helloRequest),
        ("thirty HelloRequests", repeated(helloRequest, 30)),
        ("13,000 HelloRequests", repeated(helloRequest, 13_000)),
        ("a HelloRequest with a body", Bytes.record(22, Bytes.handshake(0, [1, 2]))),
        ("the shape of SSL 2.0", [0x80, 0x10, 4, 0, 1, 0, 2]),
        ("half a header", [22, 3]),
        ("a record of 0xffff bytes", [22, 3, 3, 0xFF, 0xFF]),
        ("half a ServerHello", Array(Bytes.server12.dropLast(4))),
        ("half a ServerHello and application data", Bytes.record(22, [2, 0, 0, 70, 3, 3]) + Bytes.data),
        ("half a ServerHello and an alert", Bytes.record(22, [2, 0, 0, 70, 3, 3]) + Bytes.alert(1, 112)),
        ("a malformed ServerHello", Bytes.record(22, Bytes.handshake(2, [3, 3]))),
        (
            "a ServerHello of an unknown version",
            Bytes.record(22, Bytes.handshake(2, Bytes.serverHello(version: 0x7F1C)))
        ),
        ("a ServerHello of 0xffffff bytes", Bytes.record(22, [2, 0xFF, 0xFF, 0xFF])),
        ("a ClientHello", hello),
        ("a certificate first", Bytes.certificate),
        ("an unknown message", Bytes.record(22, Bytes.handshake(99, [1]))),
        ("a flight that stops after its hello", Bytes.server12),
        ("a flight without a certificate", Bytes.server12 + Bytes.done),
        ("a key exchange without a certificate", Bytes.server12 + keyExchange),
        ("a flight without its end", Bytes.server12 + Bytes.certificate + keyExchange),
        ("a certificate behind the key exchange", Bytes.server12 + Bytes.certificate + keyExchange + Bytes.certificate),
        ("two hellos", Bytes.server12 + Bytes.server12),
        ("two certificates", Bytes.server12 + Bytes.certificate + Bytes.certificate),
        ("a malformed certificate", Bytes.server12 + Bytes.record(22, Bytes.handshake(11, [0, 0, 9]))),
        ("a certificate of 2 MB", Bytes.server12 + Bytes.record(22, [11, 0x20, 0, 0, 0])),
        ("a malformed key exchange", Bytes.server12 + Bytes.certificate + Bytes.record(22, Bytes.handshake(12, [9]))),
        ("application data inside the flight", Bytes.server12 + Bytes.certificate + Bytes.data),
        ("a ChangeCipherSpec inside the flight", Bytes.server12 + Bytes.certificate + Bytes.changeCipherSpec),
        ("a ChangeCipherSpec of two bytes", Bytes.server12 + Bytes.record(20, [1, 1])),
        ("a ticket behind the certificate", Bytes.server12 + Bytes.certificate + ticket),
        ("a whole flight", Bytes.server12 + Bytes.certificate + Bytes.done),
        ("a whole flight and a ticket", Bytes.server12 + Bytes.certificate + Bytes.done + ticket),
        ("a whole flight and application data", Bytes.server12 + Bytes.certificate + Bytes.done + Bytes.data),
        (
            "a whole flight and ChangeCipherSpec",
            Bytes.server12 + Bytes.certificate + Bytes.done + Bytes.changeCipherSpec
        ),
        ("a whole flight and an alert", Bytes.server12 + Bytes.certificate + Bytes.done + Bytes.alert(2, 80)),
        ("a resumption", Bytes.resuming12 + ticket + Bytes.changeCipherSpec),
        ("TLS 1.3", Bytes.server13),
        ("TLS 1.3 with more in the record", server13WithMore),
        ("TLS 1.3 and a certificate in the clear", Bytes.server13 + Bytes.certificate),
        ("a HelloRetryRequest", Bytes.helloRetryRequest),
        ("two HelloRetryRequests", Bytes.helloRetryRequest + Bytes.helloRetryRequest),
        ("a HelloRetryRequest and a ServerHello", Bytes.helloRetryRequest + Bytes.server13),
    ]

    private static let server13WithMore = Bytes.record(
        22,
        Bytes.handshake(
            2, Bytes.serverHello(suite: 0x1301, [Bytes.extended(43, [3, 4]), Bytes.extended(51, [0, 29, 0, 1, 9])]))
            + Bytes.handshake(11, [0, 0, 0]))

    @Test(arguments: serverBeginnings.map(\.name))
    func nothingInCleartextReachesTheClient(name: String) throws {
        let bytes = try #require(Self.serverBeginnings.first { $0.name == name }).bytes
        for size in [1, 3, 7, 1460, Int.max / 2] {
            let rehearsal = TunnelRehearsal(
                [(.client, Self.hello), (.server, bytes), (.server, Self.answer)], by: size, .tlsRequired)
            rehearsal.timeOut()
            expectNoSecret(rehearsal, "in pieces of \(size)")
            expectFault(rehearsal)
        }
    }

    /// What a client sends after a server's flight up to TLS 1.2, in the place of its own.
    static let clientAnswers: [[UInt8]] = [
        [], Bytes.data, Bytes.changeCipherSpec, Bytes.clientKeyExchange, Bytes.clientKeyExchange + Bytes.data,
        Bytes.clientKeyExchange + Bytes.changeCipherSpec, Bytes.clientKeyExchange + Bytes.changeCipherSpec + Bytes.data,
        Bytes.alert(2, 48), Bytes.alert(1, 0), Bytes.alert(1, 90), hello, Bytes.record(22, Bytes.handshake(99, [1])),
    ]

    @Test(arguments: clientAnswers)
    func nothingInCleartextFollowsAGoodFlight(bytes: [UInt8]) {
        let flight = Bytes.server12 + Bytes.certificate + Bytes.done
        for size in [1, 7, Int.max / 2] {
            let rehearsal = TunnelRehearsal(
                [(.client, Self.hello), (.server, flight), (.client, bytes + Self.secret)], by: size, .tlsRequired)
            rehearsal.timeOut()
            expectNoSecret(rehearsal, "in pieces of \(size)")
            expectFault(rehearsal)
            #expect(rehearsal.readings.count == 2)
        }
    }

    // MARK: - What is stepped over

    /// What a server may send before its flight.
    @Test(arguments: [[], Bytes.alert(1, 112), Bytes.alert(1, 90), Bytes.record(22, []), repeated(helloRequest, 9)])
    func whatServersMaySendFirstHidesNoFlight(bytes: [UInt8]) throws {
        let flight = Bytes.server12 + Bytes.certificate + Bytes.done
        for size in [1, 7, Int.max / 2] {
            let rehearsal = TunnelRehearsal(
                [(.client, Self.hello), (.server, bytes + flight)], by: size, .tlsRequired)
            let reading = try #require(rehearsal.readings.first)
            #expect(reading.certificates == [[1, 2, 3], [4, 5]] && reading.serverHello?.version == .tls1_2)
            #expect(rehearsal.passed[.server] == bytes + flight && !rehearsal.hasEnded)
        }
    }

    @Test(arguments: [Bytes.alert(1, 112), Bytes.alert(1, 90), Bytes.record(22, []), repeated(Bytes.record(22, []), 9)])
    func whatClientsMaySendFirstHidesNoHello(bytes: [UInt8]) {
        let rehearsal = TunnelRehearsal([(.client, bytes + Self.hello)], by: 7, .tlsRequired)
        #expect(rehearsal.passed[.client] == bytes + Self.hello && !rehearsal.hasEnded)
        #expect(rehearsal.judged.last?.hasHello == true)
    }

    @Test func aHelloOfTheLargestSizeIsRead() {
        let padding = (0..<8).map { Bytes.extended(0x4000 + $0, [UInt8](repeating: 0, count: 16_000)) }
        // All extensions together have two bytes of length.
        let body = Bytes.handshake(1, Bytes.clientHello(Array(padding.prefix(4))))
        let records = stride(from: 0, to: body.count, by: 1 << 14).flatMap {
            Bytes.record(22, Array(body[$0..<min($0 + 1 << 14, body.count)]))
        }
        let rehearsal = TunnelRehearsal([(.client, records)], by: 1460, .tlsRequired)
        #expect(rehearsal.judged.last?.clientHello?.extensionTypes.count == 4)
        #expect(rehearsal.passed[.client] == records)
    }

    /// A server that speaks before its client, alerts and all, does not end the reading of what the client says.
    @Test(arguments: [Bytes.alert(2, 40), Bytes.alert(1, 0), Bytes.alert(1, 112)])
    func whatAServerSaysFirstOpensNothing(bytes: [UInt8]) {
        for opening in [Self.secret, Array("X".utf8) + Self.hello + Self.secret, Array("PRI * HTTP/2.0\r\n".utf8)] {
            for size in [1, 7, Int.max / 2] {
                let rehearsal = TunnelRehearsal([(.server, bytes), (.client, opening)], by: size, .tlsRequired)
                rehearsal.timeOut()
                #expect(rehearsal.passed[.client] == [] && rehearsal.hasEnded)
                #expect(rehearsal.readings.contains { $0.isCleartext() || $0.decisiveFault != nil })
            }
        }
        let hello = TunnelRehearsal([(.server, bytes), (.client, Self.hello)], by: 7, .tlsRequired)
        #expect(hello.judged.last?.hasHello == true && hello.passed[.client] == Self.hello)
    }

    @Test func aSecondHelloBehindAnAlertOfTheServerIsJudged() {
        let script: Script = [
            (.client, Self.hello), (.server, Bytes.helloRetryRequest + Bytes.alert(2, 40)), (.client, Self.hello),
        ]
        let rehearsal = TunnelRehearsal(script, by: 7, .tlsRequired)
        #expect(rehearsal.judged.count { $0.hasHello } >= 2)
        #expect(rehearsal.passed[.client] == Self.hello + Self.hello)
    }

    @Test func theMarkOfAnInnerHelloIsAFault() {
        let body = Bytes.clientHello([Bytes.extended(0xFE0D, [1]), Bytes.extended(43, [2, 3, 4])])
        let rehearsal = TunnelRehearsal([(.client, Bytes.record(22, Bytes.handshake(1, body)))], by: 7, .tlsRequired)
        #expect(rehearsal.hasEnded && rehearsal.passed[.client] == [])
    }

    // MARK: - Ends

    /// The headers of records that are cut off behind their last byte.
    static let headers: [[UInt8]] = [
        [22, 3, 3, 0, 80], [21, 3, 3, 0, 2], [20, 3, 3, 0, 1], [22, 3, 3, 0, 4, 0], [22], [22, 3, 3],
    ]

    @Test(arguments: headers)
    func anEndBehindAHeaderOpensNothing(header: [UInt8]) {
        let flight = Bytes.server12 + Bytes.certificate + Bytes.done
        let beginnings: [Script] = [
            [], [(.client, Self.hello)], [(.client, Self.hello), (.server, flight)],
            [(.client, Self.hello), (.server, Bytes.server13)],
        ]
        for beginning in beginnings {
            for (side, bytes, other) in [
                (TLSInspector.Side.server, Self.secret, TLSInspector.Side.client), (.client, Self.answer, .server),
            ] {
                let rehearsal = TunnelRehearsal(beginning + [(side, header)], by: 7, .tlsRequired)
                rehearsal.finish(side)
                rehearsal.receive(bytes, from: other)
                rehearsal.timeOut()
                expectNoSecret(rehearsal, "\(side) ends behind \(header)")
                #expect(rehearsal.hasEnded)
            }
        }
    }

    @Test func whatEndsInsideAMessageIsBrokenOffAndBlamesNobody() {
        let script = TunnelScript(.tlsRequired)
        #expect(script.client(Array(Self.hello.dropLast())) == ["wait 5"])
        #expect(script.finished(.client) == ["record", "break off >"])
        #expect(script.reading.decisiveFault == nil && script.reading.faults.map(\.reason) == [.truncated])
        #expect(script.isOver && script.server(Bytes.server12) == [] && script.ended() == [])
    }

    @Test func aServerThatEndsInsideItsFlightIsBrokenOff() {
        let script = TunnelScript(.tlsRequired)
        _ = script.client(Self.hello)
        _ = script.judged()
        #expect(script.server(Bytes.server12 + Bytes.certificate) == ["wait 5"])
        #expect(script.finished(.server) == ["record", "break off <"])
        #expect(script.client(Self.secret) == [])
    }

    @Test func whatIsTooSlowIsAFault() {
        let script = TunnelScript(.tlsRequired)
        #expect(script.client(Array(Self.hello.dropLast())) == ["wait 5"])
        #expect(script.timedOut() == ["judge last"])
        #expect(script.reading.decisiveFault?.reason == .tooSlow && script.reading.passedUnjudged.isEmpty)
        #expect(script.judged(.blocked) == ["reset"])
    }

    /// Also after the last verdict nothing waits for longer than it may.
    @Test(arguments: [TLSInspector.Side.client, .server])
    func whatIsTooSlowBehindAGoodFlightIsAFault(side: TLSInspector.Side) {
        let flight = Bytes.server12 + Bytes.certificate + Bytes.done
        let rehearsal = TunnelRehearsal(
            [(.client, Self.hello), (.server, flight), (side, [22, 3, 3])], by: 7, .tlsRequired)
        #expect(!rehearsal.hasEnded && rehearsal.heldByteCount == 3)
        rehearsal.timeOut()
        #expect(rehearsal.hasEnded && rehearsal.readings.last?.decisiveFault?.reason == .tooSlow)
    }

    @Test func aWaivedFaultPassesAndWhatFollowsIsNotRead() {
        let script = TunnelScript(.tlsRequired)
        #expect(script.client(Bytes.alert(9, 9)) == ["judge last"])
        #expect(script.judged(.allowed) == ["pass >"])
        #expect(script.client(Self.secret) == ["pass >"])
    }

    @Test func theSameBytesAreANoteWhereEverythingPasses() {
        let script = TunnelScript(.none)
        #expect(script.client(Bytes.alert(9, 9) + Self.secret) == ["pass >"])
        #expect(script.ended() == ["record"])
        #expect(script.reading.decisiveFault == nil && script.reading.faults.map(\.reason) == [.malformedAlert])
    }

    private func expectNoSecret(_ rehearsal: TunnelRehearsal, _ how: Comment) {
        for (_, bytes) in rehearsal.passed {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("SECRET"), how)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("GET /"), how)
        }
    }

    /// The tunnel was reset by a reading that says why, or holds what it cannot judge.
    private func expectFault(_ rehearsal: TunnelRehearsal) {
        let refused = rehearsal.readings.last
        #expect(rehearsal.hasEnded && (refused?.decisiveFault != nil || refused?.isCleartext() == true))
    }
}
