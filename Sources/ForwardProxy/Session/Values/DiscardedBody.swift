import HTTP

/// The body of a refused request, which is read only to find its end.
struct DiscardedBody {
    private var state: State

    private enum State {
        case length(remaining: UInt64)
        /// `allowance` is the number of bytes that are still read.
        indirect case chunked(ChunkedBody, allowance: UInt64)
    }

    /// The progress in reading the body.
    enum Progress {
        case incomplete
        case complete
        /// The body is malformed, or longer than `Limits.discardedBody`.
        case unreadable
    }

    /// The body of a request; `nil` if it is known to be longer than `Limits.discardedBody`.
    init?(_ head: RequestHead, limits: Limits) {
        switch head.framing {
        case .none:
            state = .length(remaining: 0)
        case .length(let length):
            guard length <= limits.discardedBody else { return nil }
            state = .length(remaining: length)
        case .chunked, .encodedChunked:
            state = .chunked(ChunkedBody(output: .content, limits: limits.message), allowance: limits.discardedBody)
        case .untilClose:
            return nil
        }
    }

    /// Removes bytes of the body from the front of `input`.
    mutating func consume(_ input: inout ArraySlice<UInt8>) -> Progress {
        switch state {
        case .length(let remaining):
            let part = input.prefix(Int(clamping: remaining))
            input = input[part.endIndex...]
            let rest = remaining - UInt64(part.count)
            state = .length(remaining: rest)
            return rest == 0 ? .complete : .incomplete
        case .chunked(var chunks, let allowance):
            let before = UInt64(input.count)
            do throws(ChunkedBody.Malformed) {
                var content: [UInt8] = []
                try chunks.consume(&input, into: &content)
            } catch {
                return .unreadable
            }
            let taken = before - UInt64(input.count)
            guard taken <= allowance else { return .unreadable }
            state = .chunked(chunks, allowance: allowance - taken)
            return chunks.isComplete ? .complete : .incomplete
        }
    }
}
