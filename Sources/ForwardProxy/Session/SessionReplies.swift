import TransportSecurity

/// Replies that the proxy makes itself, and what becomes of the connection then.
extension Session {
    /// Answers a request that cannot be read; what follows it cannot be told apart, so the connection ends.
    mutating func refuse(malformed error: RequestError) {
        releaseOrigin(isReusable: false)
        reply(Reply(error), ending: .malformed(error), closing: true)
    }

    /// Answers a request whose load may not go, or cannot.
    mutating func refuse(_ refusal: Refusal) {
        guard let host = exchange?.request?.load.authority.host else { return }
        replyAndGoOn(Reply(refusal, host: host), ending: .refused(refusal))
    }

    /// Answers, and goes on with what the client has sent since.
    mutating func replyAndGoOn(_ reply: Reply, ending: ExchangeSummary.Ending, closing: Bool = false) {
        self.reply(reply, ending: ending, closing: closing)
        readRequests()
    }

    /// Answers the exchange, or a request that never became one, and ends it. The connection ends as well where the
    /// client wants that, or where the rest of the request's body is not worth reading.
    mutating func reply(_ reply: Reply, ending: ExchangeSummary.Ending, closing: Bool = false) {
        let head = exchange?.head
        let rest = closing || closesAfterExchange ? .unreadable : unreadBody()
        let closes = rest == .unreadable
        commands.append(.sendToClient(reply.response(to: head, closes: closes)[...]))
        exchange?.status = reply.status
        finishExchange(ending, by: .proxy, status: reply.status)
        switch rest {
        case .none: phase = .head
        case .unreadable: close()
        case .some(let body):
            phase = .discarding(body)
            setDeadline(.discardedBody)
        }
    }

    /// What is left to read of the body of a request that is answered here.
    private enum UnreadBody: Equatable {
        case none
        case some(DiscardedBody)
        case unreadable
    }

    private mutating func unreadBody() -> UnreadBody {
        guard let exchange else { return .unreadable }
        switch exchange.requestBody {
        case .sent: return .none
        case .relaying, .chunked, .abandoned: return .unreadable
        case .unsent: break
        }
        guard var body = DiscardedBody(exchange.head, limits: limits) else { return .unreadable }
        if body.consume(&pending) { return body.isMalformed ? .unreadable : .none }
        // A client that waits for a 100 may send the body or the next request now: nobody can tell which.
        return body.isMalformed || exchange.head.expectsContinue ? .unreadable : .some(body)
    }

    /// Throws away more of a refused request's body.
    mutating func discardBody() {
        guard case .discarding(var body) = phase else { return }
        let isWhole = body.consume(&pending)
        if body.isMalformed {
            close()
        } else if isWhole {
            phase = .head
            readRequests()
        } else {
            phase = .discarding(body)
        }
    }

    /// Reports the exchange and forgets it.
    mutating func finishExchange(
        _ ending: ExchangeSummary.Ending, by party: ExchangeSummary.Party, status: UInt16? = nil
    ) {
        let summary = ExchangeSummary(
            request: exchange?.request, status: status ?? exchange?.status, endedBy: party, ending: ending)
        exchange = nil
        commands.append(.finished(summary))
    }

    /// Lets go of the connection to the origin, if there is one.
    mutating func releaseOrigin(isReusable: Bool) {
        guard exchange?.holdsOrigin == true else { return }
        exchange?.holdsOrigin = false
        commands.append(.releaseOrigin(!isReusable ? .nobody : originIsPersonal ? .thisClient : .anybody))
    }
}

/// The body of a refused request, read for its end alone.
struct DiscardedBody: Equatable {
    private var remaining: UInt64
    private var chunks: ChunkedBody?
    /// Whether the body is malformed, or longer than it is worth.
    private(set) var isMalformed = false

    /// The body of that request; nil where it is known to be longer than `Limits.discardedBody`.
    init?(_ head: RequestHead, limits: Limits) {
        switch head.framing {
        case .none: remaining = 0
        case .length(let length): remaining = length
        case .chunked, .encodedChunked:
            remaining = limits.discardedBody
            chunks = ChunkedBody(output: .content, limits: limits)
        case .untilClose: return nil
        }
        if remaining > limits.discardedBody { return nil }
    }

    /// Takes bytes off the front of `input`; whether the body is over.
    mutating func consume(_ input: inout ArraySlice<UInt8>) -> Bool {
        guard chunks != nil else {
            let part = input.prefix(Int(clamping: remaining))
            input = input[part.endIndex...]
            remaining -= UInt64(part.count)
            return remaining == 0
        }
        let before = UInt64(input.count)
        do throws(ChunkedBody.Malformed) {
            var content: [UInt8] = []
            try chunks?.consume(&input, into: &content)
        } catch {
            isMalformed = true
            return false
        }
        let taken = before - UInt64(input.count)
        isMalformed = taken > remaining
        remaining -= min(taken, remaining)
        return chunks?.isComplete == true
    }

    static func == (left: DiscardedBody, right: DiscardedBody) -> Bool {
        left.remaining == right.remaining && left.isMalformed == right.isMalformed
    }
}
