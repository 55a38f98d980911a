/// Reads whole requests to a server of this program, one after the other, from bytes that come in pieces of any size.
///
/// The reader is as strict as that of the proxy, whose parts it uses.
public struct ServerRequestReader {
    /// The reason why a request is refused before it is complete. The connection must be closed after the reply.
    public enum Fault: Error, Hashable, Sendable {
        /// The request is malformed, or its head is too large.
        case malformed(RequestError)
        /// The target is not a path.
        case notAPath
        /// The body is longer than this many bytes.
        case bodyTooLarge(limit: Int)
    }

    private let limits: MessageLimits
    private var parser: RequestParser
    private var phase = Phase.head

    private enum Phase {
        case head
        case length(ServerRequest, remaining: Int)
        case chunks(ServerRequest, ChunkedBody, limit: Int)
    }

    /// Creates a reader of heads with at most that many bytes.
    public init(headLimit: Int) {
        var limits = MessageLimits()
        limits.head = headLimit
        limits.startLine = min(limits.startLine, headLimit)
        limits.fieldCount = 100
        limits.trailers = 2048
        limits.chunkExtensions = 2048
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    /// Whether no byte of the next request has come.
    public var isEmpty: Bool {
        if case .head = phase { return parser.isEmpty }
        return false
    }

    /// Whether a whole head has come, and its body is not complete.
    public var awaitsBody: Bool {
        if case .head = phase { return false }
        return true
    }

    /// Whether the client waits for a 100 before it sends the body (RFC 9110 §10.1.1). True until `continueSent` is
    /// called.
    public private(set) var awaitsContinue = false

    /// Notes that the client was told to send the body.
    public mutating func continueSent() {
        awaitsContinue = false
    }

    /// Removes bytes from the front of `input` until a request is complete. Returns nil if more bytes are needed.
    ///
    /// - Parameter bodyLimit: The largest body in bytes for a request, of which only the head is known.
    public mutating func consume(
        _ input: inout ArraySlice<UInt8>, bodyLimit: (ServerRequest) -> Int
    ) throws(Fault) -> ServerRequest? {
        if case .head = phase {
            guard let head = try readHead(&input) else { return nil }
            guard let request = ServerRequest(head) else { throw .notAPath }
            try beginBody(of: request, head, limit: bodyLimit(request))
        }
        switch phase {
        case .head:
            return nil
        case .length(var request, let remaining):
            let part = input.prefix(remaining)
            // The array must have one owner, or each piece of the body would be copied with all before it.
            phase = .head
            request.body.append(contentsOf: part)
            input = input[part.endIndex...]
            guard part.count == remaining else {
                phase = .length(request, remaining: remaining - part.count)
                return nil
            }
            awaitsContinue = false
            return request
        case .chunks(var request, var chunks, let limit):
            phase = .head
            try Self.consume(&input, as: &chunks, into: &request.body, limit: limit)
            guard chunks.isComplete else {
                phase = .chunks(request, chunks, limit: limit)
                return nil
            }
            awaitsContinue = false
            return request
        }
    }

    /// Reads chunks until they are complete or the content is one byte too long. The fault thus does not depend on the
    /// pieces in which the body comes.
    private static func consume(
        _ input: inout ArraySlice<UInt8>, as chunks: inout ChunkedBody, into body: inout [UInt8], limit: Int
    ) throws(Fault) {
        while !input.isEmpty, !chunks.isComplete {
            let piece = input.prefix(limit - body.count + 1)
            var rest = piece
            do throws(ChunkedBody.Malformed) {
                try chunks.consume(&rest, into: &body)
            } catch {
                throw .malformed(.chunkedBody)
            }
            input = input.dropFirst(piece.count - rest.count)
            guard body.count <= limit else { throw .bodyTooLarge(limit: limit) }
        }
    }

    private mutating func readHead(_ input: inout ArraySlice<UInt8>) throws(Fault) -> RequestHead? {
        do throws(RequestError) {
            return try parser.consume(&input)
        } catch {
            throw .malformed(error)
        }
    }

    private mutating func beginBody(of request: ServerRequest, _ head: RequestHead, limit: Int) throws(Fault) {
        switch head.framing {
        case .none:
            phase = .length(request, remaining: 0)
            return
        case .length(let length):
            guard length <= UInt64(max(0, limit)) else { throw .bodyTooLarge(limit: limit) }
            phase = .length(request, remaining: Int(clamping: length))
        case .chunked:
            // Without this check, the reader would wait for chunks of a client that may send no body.
            guard limit > 0 else { throw .bodyTooLarge(limit: 0) }
            phase = .chunks(request, ChunkedBody(output: .content, limits: limits), limit: limit)
        case .encodedChunked, .untilClose:
            throw .malformed(.framing)
        }
        awaitsContinue = head.expectsContinue
    }
}
