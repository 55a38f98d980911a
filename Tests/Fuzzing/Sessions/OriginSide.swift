import Harness
import HTTP

@testable import ForwardProxy

/// An origin's parser, which claims that one exchange sends exactly one request.
struct OriginSide {
    private enum Stage {
        case head
        case length(UInt64)
        case chunks(ChunkedBody)
        case end
    }

    private var parser = RequestParser(limits: MessageLimits())
    private var stage = Stage.head

    /// Whether the request is complete.
    var isAtEnd: Bool {
        if case .end = stage { return true }
        return false
    }

    /// Parses bytes that the session sends.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        var input = bytes
        while !input.isEmpty {
            switch stage {
            case .head: takeHead(&input)
            case .length(let length):
                claim(UInt64(input.count) <= length, "a body beyond its length")
                stage = UInt64(input.count) == length ? .end : .length(length - UInt64(input.count))
                input = []
            case .chunks(var body):
                var content: [UInt8] = []
                claim((try? body.consume(&input, into: &content)) != nil, "chunks that an origin cannot read")
                stage = body.isComplete ? .end : .chunks(body)
            case .end:
                claim(false, "bytes after the request: \(input.text.debugDescription)")
                return
            }
        }
    }

    /// Counts bytes that the connection relays by itself.
    mutating func take(relayed count: UInt64) {
        guard case .length(count) = stage else { return claim(false, "a relay of \(count) bytes in \(stage)") }
        stage = .end
    }

    private mutating func takeHead(_ input: inout ArraySlice<UInt8>) {
        guard let head = try? parser.consume(&input) else {
            return claim(false, "no request, or half a head: \(input.text.debugDescription)")
        }
        switch head.framing {
        case .none: stage = .end
        case .length(let length): stage = .length(length)
        case .chunked, .encodedChunked: stage = .chunks(ChunkedBody(output: .content, limits: MessageLimits()))
        case .untilClose: claim(false, "a request until close")
        }
    }
}
