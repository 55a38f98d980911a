/// The body of a request to the proxy itself, kept in memory up to a limit.
public struct KeptBody: Sendable {
    /// The content so far, without its framing.
    public private(set) var content: [UInt8] = []
    private let limit: Int
    private var state: State

    private enum State {
        case length(remaining: Int)
        indirect case chunked(ChunkedBody)
    }

    /// The progress in reading the body.
    public enum Progress {
        case incomplete
        case complete
        /// The body is malformed, or longer than the limit.
        case unreadable
    }

    /// Creates the empty body of a request; nil if its end cannot be found, or if its declared length exceeds the
    /// limit.
    ///
    /// - Parameters:
    ///   - limit: The largest body in bytes.
    ///   - limits: The limits on the framing of a chunked body.
    public init?(_ head: RequestHead, limit: Int, limits: MessageLimits) {
        self.limit = limit
        switch head.framing {
        case .none:
            state = .length(remaining: 0)
        case .length(let length):
            guard length <= UInt64(limit) else { return nil }
            state = .length(remaining: Int(clamping: length))
        case .chunked:
            state = .chunked(ChunkedBody(output: .content, limits: limits))
        case .encodedChunked, .untilClose:
            return nil
        }
    }

    /// Removes bytes of the body from the front of `input`.
    public mutating func consume(_ input: inout ArraySlice<UInt8>) -> Progress {
        switch state {
        case .length(let remaining):
            let part = input.prefix(remaining)
            content += part
            input = input[part.endIndex...]
            state = .length(remaining: remaining - part.count)
            return part.count == remaining ? .complete : .incomplete
        case .chunked(var chunks):
            do throws(ChunkedBody.Malformed) {
                try chunks.consume(&input, into: &content)
            } catch {
                return .unreadable
            }
            state = .chunked(chunks)
            guard content.count <= limit else { return .unreadable }
            return chunks.isComplete ? .complete : .incomplete
        }
    }
}
