/// Reads one response whole into memory. For small files that the proxy fetches for itself, never for a client.
public struct WholeResponse: Sendable {
    /// The states of the response.
    public enum State: Hashable, Sendable {
        /// More bytes are needed.
        case wantsMore
        /// The body of a response with the status 200.
        case body([UInt8])
        /// The response has another status, is not valid HTTP, was cut off, or is larger than the limit.
        case unusable
    }

    private enum Stage {
        case head(ResponseParser)
        case length(left: UInt64)
        case chunked(ChunkedBody)
        case untilClose
        case over(State)
    }

    private var stage: Stage
    private var body: [UInt8] = []
    private var headCount = 0
    private let limit: Int
    private let limits: Limits

    /// Creates a reader of the response to a GET, with a limit on its body in bytes.
    public init(limit: Int, limits: Limits = Limits()) {
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
                stage = .over(.unusable)
            }
            if body.count > limit { stage = .over(.unusable) }
        }
        if case .over(let state) = stage { return state }
        return .wantsMore
    }

    /// Ends the response, because the server sends no more.
    public mutating func finish() -> State {
        switch stage {
        case .over(let state): return state
        case .untilClose: stage = .over(.body(body))
        case .head, .length, .chunked: stage = .over(.unusable)
        }
        return finish()
    }

    private mutating func read(_ input: inout ArraySlice<UInt8>) throws {
        switch stage {
        case .head(var parser):
            if let head = try parser.consume(&input) { try begin(head) } else { stage = .head(parser) }
        case .length(let left):
            let part = input.prefix(Int(clamping: left))
            body += part
            input = input[part.endIndex...]
            let rest = left - UInt64(part.count)
            stage = rest == 0 ? .over(.body(body)) : .length(left: rest)
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
            guard headCount <= limits.interimResponses else { throw UpstreamError.malformedResponse }
            stage = .head(ResponseParser(limits: limits))
            return
        }
        guard head.status == 200 else { throw UpstreamError.malformedResponse }
        let framing = try BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: false)
        switch framing {
        case .none: stage = .over(.body([]))
        case .length(let length): stage = length > UInt64(limit) ? .over(.unusable) : .length(left: length)
        case .chunked: stage = .chunked(ChunkedBody(output: .content, limits: limits))
        case .encodedChunked: stage = .over(.unusable)
        case .untilClose: stage = .untilClose
        }
    }
}
