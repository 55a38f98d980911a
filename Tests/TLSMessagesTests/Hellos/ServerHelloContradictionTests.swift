import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

/// What a hello of Apple's systems takes as an answer, and what not: each refused answer differs from a good one in one
/// part.
@Suite struct ServerHelloContradictionTests {
    typealias Bytes = TLSBytes

    /// An answer of TLS 1.3 to a hello.
    private struct Answer: CustomStringConvertible {
        var change = "none"
        var isRetry = false
        var version: UInt16 = 0x0303
        var selectedVersion: UInt16? = 0x0304
        var suite: UInt16 = 0x1301
        var session: [UInt8]?
        var compression: UInt8 = 0
        var group: NamedGroup? = .x25519MLKEM768
        var keyLength = 1120
        var random = [UInt8](repeating: 9, count: 32)
        var further: [[UInt8]] = []

        var description: String { change }

        func state(after hello: AppleHello) throws -> ServerFlight.State {
            var flight = ServerFlight(hello)
            let session = self.session ?? Array(hello.bytes[44..<76])
            var extensions = further
            if let selectedVersion { extensions.append(Bytes.extended(43, Bytes.uint16(selectedVersion))) }
            if let group {
                let key = isRetry ? [] : Bytes.vector([UInt8](repeating: 1, count: keyLength), 2)
                extensions.append(Bytes.extended(51, Bytes.uint16(group.rawValue) + key))
            }
            var body = Bytes.serverHello(
                version: version, suite: suite, random: isRetry ? Bytes.helloRetryRequestRandom : random,
                session: session, extensions)
            body[37 + session.count] = compression
            var bytes = Bytes.record(22, Bytes.handshake(2, body))
            // What follows a HelloRetryRequest is the client's second hello.
            bytes += selectedVersion == nil ? Bytes.certificate + Bytes.done : isRetry ? [] : Bytes.data
            let state = flight.receive(bytes.span)
            return flight.isAskedAgain ? flight.wait() : state
        }
    }

    private static func changed(_ change: String, _ body: (inout Answer) -> Void) -> Answer {
        var answer = Answer(change: change)
        body(&answer)
        return answer
    }

    private static func retry(_ change: String, _ group: NamedGroup?) -> Answer {
        changed(change) { ($0.isRetry, $0.group) = (true, group) }
    }

    private static func older(_ change: String, _ body: (inout Answer) -> Void = { _ in }) -> Answer {
        changed(change) {
            ($0.selectedVersion, $0.suite, $0.group) = (nil, 0xC02F, nil)
            body(&$0)
        }
    }

    private static let good = [
        Answer(), changed("X25519") { ($0.group, $0.keyLength) = (.x25519, 32) }, retry("P-256 requested", .p256),
        changed("a cookie alone") {
            ($0.isRetry, $0.group, $0.further) = (true, nil, [Bytes.extended(44, [0, 1, 7])])
        },
        older("TLS 1.2"), older("no session") { $0.session = [] },
        older("secure renegotiation") { $0.further = [Bytes.extended(0xFF01, [0])] },
    ]

    private static let bad = [
        changed("version") { $0.selectedVersion = 0x0300 }, changed("suite") { $0.suite = 0x1304 },
        changed("suite of TLS 1.2") { $0.suite = 0xC02F }, changed("session") { $0.session = [] },
        changed("compression") { $0.compression = 1 }, changed("no key") { $0.group = nil },
        changed("group") { ($0.group, $0.keyLength) = (.p256, 65) }, changed("length") { $0.keyLength = 32 },
        changed("extension") { $0.further = [Bytes.extended(35, [])] },
        changed("name") { $0.further = [Bytes.extended(0, [])] },
        changed("version twice") { $0.further = [Bytes.extended(43, [3, 4])] },
        changed("cookie") { $0.further = [Bytes.extended(44, [0, 1, 7])] },
        retry("X25519 requested", .x25519), retry("nothing requested", nil),
        retry("a strange group requested", NamedGroup(rawValue: 0x0101)),
        older("suite of TLS 1.3") { $0.suite = 0x1301 },
        older("extension in TLS 1.2") { $0.further = [Bytes.extended(22, [])] },
        older("downgrade") { $0.random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [1]) },
        older("SSL 3.0") { $0.version = 0x0300 },
    ]

    @Test(arguments: good)
    private func isSeen(answer: Answer) throws {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: .name("example.com"), using: &generator)
        guard case .seen(let handshake) = try answer.state(after: hello) else {
            Issue.record("\(answer) is no answer")
            return
        }
        #expect(handshake.group == answer.group)
    }

    @Test(arguments: bad)
    private func isRefused(answer: Answer) throws {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: .name("example.com"), using: &generator)
        guard case .failed(.malformed) = try answer.state(after: hello) else {
            Issue.record("\(answer) is an answer")
            return
        }
    }

    /// A server's hello alone shows no server that goes on.
    @Test func whatFollowsCounts() throws {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: .name("example.com"), using: &generator)
        let extensions = [
            Bytes.extended(43, [3, 4]),
            Bytes.extended(51, Bytes.uint16(4588) + Bytes.vector([UInt8](repeating: 1, count: 1120), 2)),
        ]
        let answer = Bytes.record(
            22,
            Bytes.handshake(2, Bytes.serverHello(suite: 0x1301, session: Array(hello.bytes[44..<76]), extensions)))
        for size in [1, 7, .max] {
            func state(_ rest: [UInt8], closing: Bool = false) -> ServerFlight.State {
                var flight = ServerFlight(hello)
                var state = ServerFlight.State.wantsMore
                let bytes = answer + rest
                for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
                    let end = min(bytes.count, start + min(size, bytes.count))
                    state = flight.receive(Array(bytes[start..<end]).span)
                }
                return closing ? flight.finish() : state
            }
            #expect(state([]) == .wantsMore && state(Bytes.changeCipherSpec) == .wantsMore)
            #expect(state([], closing: true) == .failed(.closed))
            guard case .failed = state(Bytes.alert(2, 40)) else {
                Issue.record("an alert is an answer")
                continue
            }
            guard case .seen = state(Bytes.changeCipherSpec + Bytes.data) else {
                Issue.record("no answer")
                continue
            }
        }
        // Up to TLS 1.2, an alert after the certificates.
        var flight = ServerFlight(hello)
        #expect(flight.receive((Bytes.server12 + Bytes.certificate + Bytes.alert(2, 40)).span) == .failed(.alert(40)))
    }

    /// A server that asks for another hello and ends the connection would not have taken one.
    @Test func aRetryCountsIfTheServerWaits() {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: .name("example.com"), using: &generator)
        let body = Bytes.serverHello(
            suite: 0x1301, random: Bytes.helloRetryRequestRandom, session: Array(hello.bytes[44..<76]),
            [Bytes.extended(43, [3, 4]), Bytes.extended(51, Bytes.uint16(23))])
        var flight = ServerFlight(hello)
        #expect(flight.receive(Bytes.record(22, Bytes.handshake(2, body)).span) == .wantsMore && flight.isAskedAgain)
        var (closed, alerted) = (flight, flight)
        #expect(closed.finish() == .failed(.closed) && !closed.isAskedAgain)
        #expect(alerted.receive(Bytes.alert(2, 40).span) == .failed(.alert(40)))
        guard case .seen(let handshake) = flight.wait() else {
            Issue.record("no answer")
            return
        }
        #expect(handshake.group == .p256)
    }

    /// The hybrid group is no answer to a hello without it.
    @Test func smallHellosHaveNoHybridGroup() throws {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: .name("example.com"), hasHybridShare: false, using: &generator)
        #expect(
            try Answer().state(after: hello) == .failed(.malformed("a key of X25519MLKEM768, which was not offered")))
    }
}
