import DNSMessages

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Asks one name server one question, and waits for the answer on the calling thread.
///
/// Each question has a socket of its own, for a random port besides the random identifier (RFC 5452 §4.5). The socket
/// is connected, and the system drops messages of other hosts.
struct DNSExchange {
    private let server: SocketAddress
    private let question: DNSQuestion
    /// The time by which the answer must be there.
    private let deadline: ContinuousClock.Instant

    /// The largest message over UDP that is read. Without EDNS a server sends at most 512 bytes.
    private static let datagramLimit = 4096

    /// Asks, and returns the answer; nil if there was none in time.
    static func answer(
        of server: SocketAddress, to question: DNSQuestion, within limit: Duration
    ) -> DNSAnswer? {
        let exchange = DNSExchange(server: server, question: question, deadline: .now + limit)
        let answer = exchange.overDatagrams()
        // What did not fit is asked for again over TCP (RFC 7766 §5).
        return answer == .truncated ? exchange.overStream() : answer
    }

    private func overDatagrams() -> DNSAnswer? {
        guard let socket = ConnectedSocket(to: server, isStream: false, by: deadline) else { return nil }
        guard socket.send(question.message) else { return nil }
        // Messages that do not answer the question are ignored: they may be forged, or late.
        while let message = socket.receive(atMost: Self.datagramLimit) {
            if let answer = DNSAnswer(message, to: question) { return answer }
        }
        return nil
    }

    /// Over TCP, each message follows its length in two bytes (RFC 1035 §4.2.2).
    private func overStream() -> DNSAnswer? {
        guard let socket = ConnectedSocket(to: server, isStream: true, by: deadline) else { return nil }
        let message = question.message
        guard socket.send([UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message),
            let length = socket.receive(exactly: 2),
            let answer = socket.receive(exactly: Int(length[0]) << 8 | Int(length[1]))
        else { return nil }
        return DNSAnswer(answer, to: question)
    }
}
