import HTTP
import TransportSecurity

/// The requests that a client sends in cleartext over one captured connection, one after the other.
struct RequestStream {
    private var state = State.head(RequestParser(limits: MessageLimits()))
    /// The number of requests that were read.
    private(set) var count = 0
    /// The buffer for contents of chunks, which are not kept.
    private var discarded: [UInt8] = []

    private enum State {
        /// Within a head.
        case head(RequestParser)
        /// Within a body, of which this number of bytes follows.
        case body(UInt64)
        /// Within a chunked body.
        case chunks(ChunkedBody)
        /// At the end. No further bytes are read.
        case ended(End)
    }

    /// The reason why no further request is read.
    enum End: Hashable {
        /// A CONNECT, behind which the bytes of a tunnel follow.
        case tunnel
        /// The connection changes to another protocol.
        case upgrade
        /// The bytes do not form a request.
        case unreadable
    }

    /// The reason why nothing more is read; nil while requests are read.
    var end: End? {
        switch state {
        case .ended(let end): end
        case .head, .body, .chunks: nil
        }
    }

    /// Whether a head has begun and is not complete.
    var isInsideHead: Bool {
        switch state {
        case .head(let parser): !parser.isEmpty
        case .body, .chunks, .ended: false
        }
    }

    /// Reads bytes from an offset on, and returns the next head; nil if the bytes do not complete one, or at the end.
    /// The offset is then behind the bytes that were read.
    mutating func next(in bytes: Span<UInt8>, at offset: inout Int) -> RequestHead? {
        while offset < bytes.count {
            switch state {
            case .head(var parser):
                // The parser must have one owner while it reads, or its buffers would be copied.
                state = .ended(.unreadable)
                do throws(RequestError) {
                    guard let head = try parser.consume(bytes, at: &offset) else {
                        state = .head(parser)
                        return nil
                    }
                    begin(behind: head)
                    return head
                } catch {
                    return nil
                }
            case .body(let length):
                let part = min(length, UInt64(bytes.count - offset))
                offset += Int(part)
                state = part == length ? Self.newHead : .body(length - part)
            case .chunks(let body): readChunks(body, in: bytes, at: &offset)
            case .ended: return nil
            }
        }
        return nil
    }

    private static var newHead: State { .head(RequestParser(limits: MessageLimits())) }

    /// Begins to read the bytes behind a head.
    private mutating func begin(behind head: RequestHead) {
        count += 1
        if head.isConnect {
            state = .ended(.tunnel)
        } else if head.asksForUpgrade {
            state = .ended(.upgrade)
        } else {
            switch head.framing {
            case .none: state = Self.newHead
            case .length(let length): state = .body(length)
            case .chunked, .encodedChunked: state = .chunks(ChunkedBody(output: .content, limits: MessageLimits()))
            // A request has no such body (RFC 9112 §6.3).
            case .untilClose: state = .ended(.unreadable)
            }
        }
    }

    private mutating func readChunks(_ chunks: ChunkedBody, in bytes: Span<UInt8>, at offset: inout Int) {
        var chunks = chunks
        let array = bytes.bytes(in: offset..<bytes.count)
        var rest = array[...]
        state = .ended(.unreadable)
        defer { discarded.removeAll(keepingCapacity: true) }
        do {
            try chunks.consume(&rest, into: &discarded)
            state = chunks.isComplete ? Self.newHead : .chunks(chunks)
        } catch {
            state = .ended(.unreadable)
        }
        offset = bytes.count - rest.count
    }
}

extension RequestHead {
    /// Whether the form of the target shows that the client sends the request to a proxy (RFC 9112 §3.2).
    var isForProxy: Bool {
        switch target {
        case .authority, .absolute: true
        case .origin, .asterisk: false
        }
    }
}

/// The answer of a proxy to a CONNECT, behind which the bytes of the tunnel follow.
struct ProxyAnswer {
    private var parser = ResponseParser(limits: MessageLimits())
    /// Whether the answer was read to its end, or cannot be read.
    private(set) var isRead = false
    /// Whether the proxy opened the tunnel.
    private(set) var isOpen = false
    /// Whether the proxy asks for a name and a password (RFC 9110 §15.5.8).
    private(set) var asksForPassword = false

    /// Reads bytes of the proxy, and returns the offset of the first one behind the answer.
    mutating func read(_ bytes: Span<UInt8>) -> Int {
        let array = bytes.bytes(in: 0..<bytes.count)
        var rest = array[...]
        do throws(MalformedResponse) {
            while let head = try parser.consume(&rest) {
                guard !head.isInterim else { continue }
                (isRead, isOpen, asksForPassword) = (true, 200..<300 ~= head.status, head.status == 407)
                break
            }
        } catch {
            isRead = true
        }
        return bytes.count - rest.count
    }
}
