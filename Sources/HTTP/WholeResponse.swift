/// Reads one whole response into memory. Used for small files that the program fetches for itself, never for a client.
public struct WholeResponse: Sendable {
    /// The states of the response.
    public enum State: Hashable, Sendable {
        /// More bytes are needed.
        case wantsMore
        /// The body of a response with the status 200.
        case body([UInt8])
        /// There is no such body.
        case unusable(Fault)
    }

    /// The reason why a response has no usable body.
    public enum Fault: Hashable, Sendable {
        /// The status is another than 200. The location is that of a redirection, as the server wrote it.
        case status(UInt16, location: String?)
        /// The bytes are not valid HTTP.
        case malformed
        /// The connection ended before the response did.
        case cutOff
        /// The body is larger than the limit.
        case tooLarge
        /// The body is in a coding that was not asked for.
        case encoded
    }

    private enum Stage {
        case head(ResponseParser)
        case length(remaining: UInt64)
        case chunked(ChunkedBody)
        case untilClose
        case over(State)
    }

    /// The media type of the body; nil before the head of a response with the status 200, and without the field.
    public private(set) var contentType: String?
    private var stage: Stage
    private var body: [UInt8] = []
    /// The number of heads, including interim ones.
    private var headCount = 0
    private let limit: Int
    private let limits: MessageLimits

    /// Creates a reader of the response to a GET, with a limit on its body in bytes.
    public init(limit: Int, limits: MessageLimits = MessageLimits()) {
        self.limit = limit
        self.limits = limits
        stage = .head(ResponseParser(limits: limits))
    }

    /// Reads bytes from the server.
    public mutating func receive(_ bytes: [UInt8]) -> State {
        var input = bytes[...]
        while !input.isEmpty {
            if case .over(let state) = stage { return state }
            do {
                try read(&input)
            } catch {
                stage = .over(.unusable(.malformed))
            }
            if body.count > limit { stage = .over(.unusable(.tooLarge)) }
        }
        if case .over(let state) = stage { return state }
        return .wantsMore
    }

    /// Ends the response, because the server sends no more.
    public mutating func finish() -> State {
        switch stage {
        case .over(let state): return state
        case .untilClose: stage = .over(.body(body))
        case .head, .length, .chunked: stage = .over(.unusable(.cutOff))
        }
        return finish()
    }

    private mutating func read(_ input: inout ArraySlice<UInt8>) throws {
        switch stage {
        case .head(var parser):
            if let head = try parser.consume(&input) { try begin(head) } else { stage = .head(parser) }
        case .length(var remaining):
            let part = input.prefix(Int(clamping: remaining))
            body += part
            input = input[part.endIndex...]
            remaining -= UInt64(part.count)
            stage = remaining == 0 ? .over(.body(body)) : .length(remaining: remaining)
        case .chunked(var chunks):
            try chunks.consume(&input, into: &body)
            stage = chunks.isComplete ? .over(.body(body)) : .chunked(chunks)
        case .untilClose:
            body += input
            input = []
        case .over:
            input = []
        }
    }

    private mutating func begin(_ head: ResponseHead) throws {
        headCount += 1
        guard !head.isInterim else {
            guard headCount <= limits.interimResponses else { throw MalformedResponse() }
            stage = .head(ResponseParser(limits: limits))
            return
        }
        guard head.status == 200 else {
            let location = head.fields.first(.location).map { String(decoding: $0, as: UTF8.self) }
            stage = .over(.unusable(.status(head.status, location: location)))
            return
        }
        if let coding = head.fields.first(.contentEncoding), !coding.equals(ignoringCase: "identity") {
            stage = .over(.unusable(.encoded))
            return
        }
        contentType = head.fields.first(.contentType).map { String(decoding: $0, as: UTF8.self) }
        let framing = try BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: false)
        switch framing {
        case .none: stage = .over(.body([]))
        case .length(let length):
            stage = length > UInt64(limit) ? .over(.unusable(.tooLarge)) : .length(remaining: length)
        case .chunked: stage = .chunked(ChunkedBody(output: .content, limits: limits))
        case .encodedChunked: stage = .over(.unusable(.encoded))
        case .untilClose: stage = .untilClose
        }
    }
}
