import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct ServerFlightTests {
    typealias Bytes = TLSBytes

    private static let everything = Offer(generation: .current, isPermissive: true)

    private func flight(_ offer: Offer = everything, upTo newest: TLSVersion = .tls1_3) -> ServerFlight {
        ServerFlight(offer: offer, upTo: newest, host: .name("example.com."), random: [1])
    }

    /// What the flight comes to after the server has sent that, in pieces of that size, and perhaps closed.
    private func state(
        _ bytes: [UInt8], by size: Int = .max, closing: Bool = false, _ flight: ServerFlight
    ) -> ServerFlight.State {
        var flight = flight
        var state = ServerFlight.State.wantsMore
        var start = 0
        while start < bytes.count {
            let end = start + min(size, bytes.count - start)
            state = flight.receive(bytes[start..<end].span)
            start = end
        }
        return closing ? flight.finish() : state
    }

    private func hello(_ flight: ServerFlight) throws -> ClientHello {
        let (_, events) = TLSInspector.watching([(.client, flight.hello)])
        guard case .clientHello(let hello) = events.first else { throw TestFailure() }
        return hello
    }

    private struct TestFailure: Error {}

    @Test func offersWhatTheOfferHas() throws {
        let offer = Offer(generation: .current)
        let sent = try hello(flight(offer))
        #expect(sent.versions == [.tls1_3, .tls1_2])
        #expect(sent.cipherSuites == offer.cipherSuites)
        #expect(sent.supportedGroups == offer.groups)
        #expect(sent.serverName == "example.com")
        #expect(sent.keyShareGroups == [])
    }

    @Test func leavesOutWhatIsTooNew() throws {
        let sent = try hello(flight(upTo: .tls1_2))
        #expect(sent.versions.max() == .tls1_2)
        #expect(!sent.cipherSuites.contains { $0.isForTLS13 })
        #expect(sent.cipherSuites.contains(CipherSuite(rawValue: 0x000A)))
        #expect(try hello(flight(upTo: .ssl3)).versions == [.ssl3])
    }

    @Test(arguments: [1, 7, Int.max])
    func readsAFlightUpToTLS12(size: Int) {
        let bytes =
            Bytes.record(22, Bytes.handshake(2, Bytes.serverHello(suite: 0x000A))) + Bytes.certificate + Bytes.done
        guard case .seen(let handshake) = state(bytes, by: size, flight()) else {
            Issue.record("nothing seen")
            return
        }
        #expect(handshake.version == .tls1_2)
        #expect(handshake.cipherSuite == CipherSuite(rawValue: 0x000A))
        #expect(handshake.certificates == [[1, 2, 3], [4, 5]])
        #expect(handshake.wasEndedByUs && !handshake.isComplete)
        #expect(handshake.offer == Self.everything)
    }

    @Test func learnsOfTLS13WhatARetryTells() {
        let retry = Bytes.serverHello(
            suite: 0x1301, random: Bytes.helloRetryRequestRandom,
            [Bytes.extended(43, [3, 4]), Bytes.extended(51, Bytes.uint16(4588))])
        guard case .seen(let handshake) = state(Bytes.record(22, Bytes.handshake(2, retry)), flight()) else {
            Issue.record("nothing seen")
            return
        }
        #expect(handshake.version == .tls1_3)
        #expect(handshake.group == .x25519MLKEM768)
        #expect(handshake.certificates == [])
    }

    @Test func keepsWhatWasSeenBeforeTheServerBrokeOff() {
        let part = Bytes.server12 + Bytes.certificate
        #expect(state(part, flight()) == .wantsMore)
        guard case .seen(let handshake) = state(part, closing: true, flight()) else {
            Issue.record("nothing seen")
            return
        }
        #expect(handshake.certificates.count == 2)
    }

    /// A hello without certificates after it shows no server that would have gone on.
    @Test func isNoneWithoutCertificates() {
        #expect(state(Bytes.server12, closing: true, flight()) == .failed(.closed))
        #expect(state(Bytes.server12 + Bytes.alert(2, 40), flight()) == .failed(.alert(40)))
    }

    @Test func saysWhyThereIsNone() {
        #expect(state(Bytes.alert(2, 40), flight()) == .failed(.alert(40)))
        #expect(state(Bytes.alert(1, 112), flight()) == .wantsMore)
        #expect(state([], closing: true, flight()) == .failed(.closed))
        #expect(state(Array("220 mail".utf8), flight()) == .failed(.notTLS))
        let unknown = Bytes.record(22, Bytes.handshake(2, Bytes.serverHello(version: 0x0399)))
        #expect(state(unknown, flight()) == .failed(.malformed("an unknown version")))
    }

    @Test func isNotKeptBusyForever() {
        let noise = Bytes.record(22, Bytes.handshake(250, [UInt8](repeating: 0, count: 4000)))
        let endless = Bytes.server12 + (0..<64).flatMap { _ in noise }
        #expect(state(endless, by: 4000, flight()) != .wantsMore)
    }
}
