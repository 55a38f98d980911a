import Events
import Testing
import TransportSecurity

@testable import Probing

@Suite struct HelloRecorderTests {
    private static let random = [UInt8](repeating: 7, count: 32)
    /// SHA-256 of "HelloRetryRequest" (RFC 8446 §4.1.3).
    private static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]
    private static let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
    private static let changeCipherSpec: [UInt8] = [20, 3, 3, 0, 1, 1]

    private static func message(_ random: [UInt8]) -> [UInt8] { [2, 0, 0, 38, 3, 3] + random + [0, 0x13, 1, 0] }

    private static func record(_ content: [UInt8]) -> [UInt8] { [22, 3, 3, 0, UInt8(content.count)] + content }

    /// What the server sends, and how much of it is the answer to the hello.
    private static let answers: [(sent: [UInt8], kept: Int)] = [
        (alert, 7),
        (alert + alert, 7),
        (record(message(random)), 47),
        (record(message(random)) + changeCipherSpec + [23, 3, 3, 0, 1, 0], 47),
        // The certificates of TLS 1.2 may stand in the same record.
        (record(message(random) + [11, 0, 0, 3, 0, 0, 0]), 47),
        (record(message(retryRandom)) + changeCipherSpec + record(message(random)) + alert, 100),
        (record(message(retryRandom)) + alert + alert, 54),
        (Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), 21),
        ([22, 3, 3], 3),
        ([], 0),
    ]

    @Test(arguments: answers)
    func keepsTheAnswerUpToItsEnd(answer: (sent: [UInt8], kept: Int)) {
        for size in [1, 3, 7, 1000] {
            var recorder = HelloRecorder()
            recorder.send([1, 2, 3])
            for start in stride(from: 0, to: answer.sent.count, by: size) {
                recorder.receive(answer.sent[start..<min(start + size, answer.sent.count)])
            }
            #expect(recorder.exchange.sent == [1, 2, 3])
            #expect(recorder.exchange.received == Array(answer.sent.prefix(answer.kept)))
        }
    }

    /// The key share of X25519MLKEM768 has 1,120 bytes (draft-ietf-tls-ecdhe-mlkem).
    @Test func keepsAServerHelloWithAPostQuantumKeyShare() {
        func bytes(_ count: Int) -> [UInt8] { [UInt8(count >> 8), UInt8(count & 0xFF)] }
        let share: [UInt8] = [0x11, 0xEC] + bytes(1120) + [UInt8](repeating: 9, count: 1120)
        let extensions: [UInt8] = [0, 0x2B, 0, 2, 3, 4, 0, 0x33] + bytes(share.count) + share
        let body = [3, 3] + Self.random + [32] + Self.random + [0x13, 1, 0] + bytes(extensions.count) + extensions
        let message = [2, 0] + bytes(body.count) + body
        let record = [22, 3, 3] + bytes(message.count) + message
        var recorder = HelloRecorder()
        recorder.send([1])
        recorder.receive((record + Self.changeCipherSpec)[...])
        #expect(recorder.exchange.received == record)
    }

    @Test func keepsNothingThatIsSentAfterTheAnswer() {
        var recorder = HelloRecorder()
        recorder.send([1])
        recorder.receive(Self.record(Self.message(Self.retryRandom)))
        recorder.send([2])
        recorder.receive(Self.record(Self.message(Self.random)))
        recorder.send([3])
        #expect(recorder.exchange.sent == [1, 2])
    }

    @Test func isBounded() {
        var recorder = HelloRecorder()
        for _ in 0..<100 {
            recorder.send([UInt8](repeating: 22, count: 1000))
            recorder.receive([UInt8](repeating: 22, count: 1000))
        }
        #expect(recorder.exchange.sent.count == HelloExchange.sentLimit)
        #expect(recorder.exchange.received.count == HelloExchange.receivedLimit)
    }

    /// An attempt gets the exchange that it is about: what failed from OpenSSL's handshake, what was answered from any.
    @Test func addsExchangesToTheAttemptsThatTheyAreOf() {
        let offer = Offer(generation: .current)
        let other = Offer(generation: .current, includesRSAKeyTransport: true)
        let handshake = Handshake(offer: offer, version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F))
        var exchanges = RecordedExchanges()
        func keep(_ byte: UInt8, _ means: ProbeAttempt.Means, _ result: Result<Handshake, HandshakeFailure>) {
            exchanges.keep(HelloExchange(sent: [byte]), of: .init(offer: offer, means: means), result)
        }
        keep(1, .openSSL, .failure(.closed))
        keep(2, .openSSL, .failure(.alert(40)))
        keep(3, .flight(upTo: .tls1_2), .failure(.alert(40)))
        keep(4, .flight(upTo: .ssl3), .success(handshake))
        let attempts = exchanges.adding(to: [
            FactsEvent.Attempt(offer: offer, result: .failure(.alert(40))),
            FactsEvent.Attempt(offer: offer, result: .success(handshake)),
            FactsEvent.Attempt(offer: other, result: .failure(.alert(40))),
        ])
        #expect(attempts.map(\.exchange?.sent) == [[2], [4], nil])
    }
}
