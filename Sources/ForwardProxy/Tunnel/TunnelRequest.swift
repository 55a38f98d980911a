import HTTP
import InternetNames
import TransportSecurity

/// An HTTP request that a client sent in cleartext inside a CONNECT tunnel.
///
/// Its destination is the one that CONNECT named, whatever its own target or Host says. Its query is not kept.
public struct TunnelRequest: Hashable, Sendable {
    /// `http`, or `ws` where it asks for a WebSocket.
    public var scheme: Load.Scheme
    /// The method, as spelled.
    public var method: ByteString
    /// The path without its query; nil where the target has none.
    public var path: ByteString?

    /// The request of that head.
    init(_ head: RequestHead) {
        scheme = head.opensWebSocket ? .ws : .http
        method = ByteString(head.method)
        switch head.target {
        case .origin(let path, query: _): self.path = ByteString(path)
        case .absolute(let target): path = target.normalizedPath
        case .authority, .asterisk: path = nil
        }
    }
}

/// The head of the first HTTP request in a tunnel, as far as it was read.
public enum TunnelRequestHead: Hashable, Sendable {
    /// It has not ended.
    case incomplete
    /// The request of a whole head. Indirect, because a reading is copied often and most tunnels have no request.
    indirect case read(TunnelRequest)
    /// The reason why it cannot be read.
    case unreadable(RequestError)
}

/// Reads the head of the first HTTP request in a tunnel.
///
/// The reader keeps the client's first bytes until the protocol is known, because they are the beginning of the head.
struct TunnelRequestReader {
    private enum State {
        /// The protocol of the client is not known. Its first bytes, at most `openingLimit`.
        case opening([UInt8])
        /// Inside the head.
        case reading(RequestParser)
        /// The head has ended, or the client speaks another protocol.
        case stopped
    }

    /// More bytes than any method or `PRI * HTTP/2.0` needs to be recognised.
    private static let openingLimit = 32

    private var state = State.opening([])

    /// Whether the bytes so far end inside a head.
    var isReading: Bool {
        switch state {
        case .reading: return true
        case .opening, .stopped: return false
        }
    }

    /// Keeps bytes of a client whose protocol is not known.
    mutating func keep(_ bytes: Span<UInt8>) {
        guard case .opening(var kept) = state else { return }
        let room = max(0, Self.openingLimit - kept.count)
        bytes.extracting(first: room).withUnsafeBufferPointer { kept.append(contentsOf: $0) }
        state = .opening(kept)
    }

    /// Begins to read the head, which consists of the kept bytes and these: the client speaks HTTP.
    mutating func begin(_ limits: Limits, with bytes: Span<UInt8>) -> TunnelRequestHead {
        let kept: [UInt8] = if case .opening(let opening) = state { opening } else { [] }
        state = .reading(RequestParser(limits: limits.message))
        if !kept.isEmpty {
            let result = kept.withUnsafeBufferPointer { read($0.span) }
            guard case .incomplete = result else { return result }
        }
        return read(bytes)
    }

    /// Drops the kept bytes: the client speaks another protocol.
    mutating func stop() {
        state = .stopped
    }

    /// Drops a head that is not whole and never will be.
    mutating func abandon() -> TunnelRequestHead {
        state = .stopped
        return .unreadable(.incomplete)
    }

    /// Reads on in the head.
    mutating func read(_ bytes: Span<UInt8>) -> TunnelRequestHead {
        guard case .reading(var parser) = state else { return .incomplete }
        // The parser must have one owner while it reads, or its buffers would be copied.
        state = .stopped
        var offset = 0
        do throws(RequestError) {
            guard let head = try parser.consume(bytes, at: &offset) else {
                state = .reading(parser)
                return .incomplete
            }
            return .read(TunnelRequest(head))
        } catch {
            return .unreadable(error)
        }
    }
}
