import Foundation
import InternetNames
import Synchronization

@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A name server of a test at a port of loopback, which answers over UDP and TCP as the test says.
final class StandInNameServer: Sendable {
    /// Its address.
    let address: SocketAddress
    private let datagrams: Int32
    private let listener: Int32
    private let asked = Mutex<[[UInt8]]>([])

    /// The answers to a question, which may be none; over TCP only the first one is sent.
    typealias Answers = @Sendable (_ question: [UInt8], _ isStream: Bool, _ number: Int) -> [[UInt8]]

    init(_ answers: @escaping Answers) throws {
        let listener = socket(AF_INET, streamSocketType, 0)
        guard loopback.withSystemAddress({ bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0,
            let bound = SocketAddress(localEndOf: listener)
        else { throw SystemError.last("listen") }
        let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard bound.withSystemAddress({ bind(datagrams, $0, $1) }) == 0 else { throw SystemError.last("bind") }
        (self.listener, self.datagrams, address) = (listener, datagrams, bound)
        try SystemThread.start(named: "datagrams") { [self] in serveDatagrams(answers) }
        try SystemThread.start(named: "streams") { [self] in serveStreams(answers) }
    }

    /// The questions so far.
    var questions: [[UInt8]] { asked.withLock { $0 } }

    private func note(_ question: [UInt8]) -> Int {
        asked.withLock { asked in
            asked.append(question)
            return asked.count
        }
    }

    private func serveDatagrams(_ answers: Answers) {
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var peer = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let count = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(datagrams, &bytes, 512, 0, $0, &length)
                }
            }
            guard count > 0, let client = SocketAddress(peer) else { return }
            let question = Array(bytes.prefix(count))
            for answer in answers(question, false, note(question)) {
                _ = client.withSystemAddress { sendto(datagrams, answer, answer.count, 0, $0, $1) }
            }
        }
    }

    private func serveStreams(_ answers: Answers) {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            defer { close(client) }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = read(client, &bytes, 512)
            guard count > 2 else { continue }
            let question = Array(bytes[2..<count])
            guard let answer = answers(question, true, note(question)).first else { continue }
            // The length and the message in two pieces, as a network may deliver them.
            let whole = [UInt8(answer.count >> 8), UInt8(answer.count & 0xFF)] + answer
            for piece in [whole.prefix(3), whole.dropFirst(3)] { _ = write(client, Array(piece), piece.count) }
        }
    }
}
