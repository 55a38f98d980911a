import HTTP
import HTTPServer
import InternetNames
import LoopPeers
import Networking

/// A connection of a server, and its client, on a loop that the test drives.
///
/// A request for `/later` is computed until the test replies, one for `/stream` gets a stream, and any other is answered with
/// its method, path and body.
final class ServedClient {
    let loop: EventLoop
    let peer: Peer
    private(set) var connection: ServerConnection?
    /// The paths of the requests that were answered or are computed.
    private(set) var asked: [String] = []
    /// The number of times that the end of the connection was told.
    private(set) var ends = 0

    /// Connects a client.
    init(times: ServerTimeouts = ServerTimeouts(), on loop: EventLoop? = nil) throws {
        self.loop = try loop ?? EventLoop()
        let (peer, descriptor, _) = try Peer.connected(self.loop)
        self.peer = peer
        connection = ServerConnection(
            self.loop, descriptor: descriptor,
            Self.environment(
                times: times, asked: { [unowned self] in self.asked.append($0) },
                ended: { [unowned self] in self.ends += 1 }))
    }

    /// What a server needs; tells the path of each request, and the end of each connection.
    static func environment(
        times: ServerTimeouts = ServerTimeouts(), asked: @escaping (String) -> Void = { _ in },
        ended: @escaping () -> Void = {}
    ) -> ServerEnvironment<ServerConnection> {
        ServerEnvironment(
            bodyLimit: { $0.path == "/large" ? 1_000_000 : 10 },
            answer: { request, _ in
                asked(request.path.text)
                switch request.path {
                case "/later": return .later
                case "/stream": return .stream(Array("begun\n".utf8))
                case "/megabytes": return .reply(text(String(repeating: "m", count: 16 << 20)))
                case let path: return .reply(text("\(request.method.text) \(path.text) \(request.body.count)"))
                }
            },
            fault: { fault, head in
                var answer = text("\(fault) \(head?.path.text ?? "-")")
                answer.status = 400
                return answer
            },
            tooLong: { _ in text("too long") }, ended: { _ in ended() }, fields: [.init("Server", "test")], times: times
        )
    }

    static func text(_ text: String) -> ServerResponse {
        ServerResponse(contentType: "text/plain", body: Array(text.utf8))
    }

    /// Turns the loop until the client has that text; returns what it has, without what it had before.
    func reads(until text: String) -> String {
        _ = loop.run { peer.text.contains(text) || peer.end != .none }
        defer { peer.clear() }
        return peer.text
    }

    /// Whether the client sees that end.
    func sees(_ end: Peer.End) -> Bool { loop.run { peer.sees(end) } }

    /// Releases the connection, as its server does in a later turn.
    func release() { connection = nil }
}

extension ByteString {
    /// The octets as text.
    var text: String { String(decoding: octets, as: UTF8.self) }
}

extension String {
    /// The head of a response, and its body.
    var parts: (head: String, body: String) {
        guard let end = firstRange(of: "\r\n\r\n") else { return (self, "") }
        return (String(self[..<end.lowerBound]), String(self[end.upperBound...]))
    }
}
