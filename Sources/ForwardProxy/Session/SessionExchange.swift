import HTTP
import TransportSecurity

/// The phase `exchanging`: the request's body on its way to the origin, and the end of exchanges.
///
/// Functions that return `Phase?` return the next phase if the exchange ended, and `nil` if it goes on.
extension Session {
    mutating func exchanging(_ exchange: inout Exchange, _ event: Event) -> Phase? {
        switch event {
        case .clientSent(let bytes):
            keep(bytes)
            return sendRequestBody(of: &exchange)
        case .clientFinished:
            return clientFinished(during: &exchange)
        case .clientFailed:
            release(isReusable: false)
            finish(exchange, .cutShort, by: .client)
            setDeadline(nil)
            return .closed
        case .relayed(.fromClient):
            if case .relaying = exchange.requestBody { requestIsSent(&exchange) }
            return nil
        case .relayed(.fromOrigin):
            guard case .delivering(let head, .relaying) = exchange.response else { return nil }
            return delivered(exchange, head)
        case .originSent(let bytes):
            return originSent(bytes, &exchange)
        case .originFinished:
            return originFinished(exchange)
        case .originFailed:
            return originFailed(exchange)
        case .deadlinePassed:
            return deadlinePassed(exchange)
        case .refused(let refusal):
            return breakOff(exchange, .refused(refusal), by: .proxy)
        case .authenticated, .permitted, .connected, .connectFailed, .profileWritten, .testCaseRead, .draining,
            .reconfigured:
            return nil
        }
    }

    /// Sends the head of a request, and the part of its body that has come.
    mutating func beginExchange(
        _ attempt: ConnectAttempt, with target: AbsoluteTarget, isReused: Bool, _ upstreamProxy: UpstreamProxy?
    ) -> Phase {
        let head = attempt.load.head
        commands.append(.sendToOrigin(head.forwarded(to: target, through: upstreamProxy)[...]))
        var exchange = Exchange(
            load: attempt.load, permit: attempt.permit, upstreamProxy: upstreamProxy, requestBody: .relaying,
            response: .awaited(Exchange.AwaitedResponse(mayBeUnseen: isReused && !attempt.isRetry)),
            responseParser: ResponseParser(limits: limits.message, attempt.permit.grammar))
        if let next = beginRequestBody(of: &exchange) { return next }
        return .exchanging(exchange)
    }

    private mutating func beginRequestBody(of exchange: inout Exchange) -> Phase? {
        switch exchange.load.head.framing {
        case .none, .untilClose:
            requestIsSent(&exchange)
        case .length(let length):
            let early = pending.prefix(Int(clamping: length))
            if !early.isEmpty { commands.append(.sendToOrigin(early)) }
            pending = pending[early.endIndex...]
            let remaining = length - UInt64(early.count)
            if remaining == 0 {
                requestIsSent(&exchange)
            } else if clientIsFinished {
                return refuse(exchange, malformed: .incomplete)
            } else {
                setDeadline(.body)
                commands.append(.relay(.fromClient, count: remaining))
            }
        case .chunked, .encodedChunked:
            exchange.requestBody = .chunked(ChunkedBody(output: .chunked, limits: limits.message))
            setDeadline(.body)
            if let next = sendRequestBody(of: &exchange) { return next }
            if clientIsFinished, !exchange.requestIsSent { return refuse(exchange, malformed: .incomplete) }
        }
        return nil
    }

    /// Sends the chunks that have come of a chunked body.
    private mutating func sendRequestBody(of exchange: inout Exchange) -> Phase? {
        guard case .chunked(var body) = exchange.requestBody else { return nil }
        var output: [UInt8] = []
        do throws(ChunkedBody.Malformed) {
            try body.consume(&pending, into: &output)
        } catch {
            // The origin gets a body without its end, which it cannot take for a whole one.
            switch exchange.response {
            case .awaited: return refuse(exchange, malformed: .chunkedBody)
            case .delivering: return breakOff(exchange, .malformed(.chunkedBody), by: .client)
            }
        }
        exchange.requestBody = .chunked(body)
        if !output.isEmpty { commands.append(.sendToOrigin(output[...])) }
        if body.isComplete { requestIsSent(&exchange) }
        return nil
    }

    private mutating func requestIsSent(_ exchange: inout Exchange) {
        exchange.requestBody = .sent
        if case .awaited = exchange.response { setDeadline(.responseHead) }
    }

    /// A client that has sent its request may close its side and still read the response. One that closes in the middle
    /// of its request gets a response that has begun, and otherwise an error.
    private mutating func clientFinished(during exchange: inout Exchange) -> Phase? {
        switch exchange.requestBody {
        case .sent, .abandoned:
            return nil
        case .relaying, .chunked:
            switch exchange.response {
            case .awaited:
                return refuse(exchange, malformed: .incomplete)
            case .delivering:
                exchange.requestBody = .abandoned
                return nil
            }
        }
    }

    /// Before the response head, the client is late with its body, or the origin with its response. After it, either
    /// side may be.
    private mutating func deadlinePassed(_ exchange: borrowing Exchange) -> Phase {
        switch exchange.response {
        case .awaited where exchange.requestIsSent: return fail(exchange, .responseTimedOut)
        case .awaited: return refuse(exchange, malformed: .timedOut)
        case .delivering: return breakOff(exchange, .stalled, by: .proxy)
        }
    }
}

/// The ends of an exchange. Each releases the origin, and records the exchange.
extension Session {
    /// Replies to a request whose body cannot be read to its end.
    private mutating func refuse(_ exchange: borrowing Exchange, malformed error: RequestError) -> Phase {
        release(isReusable: false)
        return reply(
            Reply(error), to: exchange.load.head, exchange.load.request, ending: .malformed(error), before: .unreadable)
    }

    /// Replies in place of an origin that sent no response head, or none that can be read.
    ///
    /// A peer that is an upstream proxy is named as such: its behaviour says nothing about the origin.
    mutating func fail(_ exchange: borrowing Exchange, _ error: UpstreamError) -> Phase {
        guard let upstreamProxy = exchange.upstreamProxy else {
            return fail(exchange, by: Reply(error, host: exchange.load.host), .failed(error))
        }
        let hasSentStatusLine = exchange.responseParser.hasReadStatusLine
        return fail(exchange, UpstreamProxyFailure(of: upstreamProxy, error, hasSentStatusLine: hasSentStatusLine))
    }

    /// Replies in place of an upstream proxy that does not lead to the origin.
    mutating func fail(_ exchange: borrowing Exchange, _ failure: UpstreamProxyFailure) -> Phase {
        let refusal = Refusal.upstreamProxy(failure)
        return fail(exchange, by: Reply(refusal, host: exchange.load.host), .refused(refusal))
    }

    private mutating func fail(
        _ exchange: borrowing Exchange, by reply: Reply, _ ending: ExchangeSummary.Ending
    ) -> Phase {
        let load = exchange.load
        release(isReusable: false)
        let rest: UnreadBody = exchange.requestIsSent && !closes(after: load.head) ? .none : .unreadable
        return readOn(after: self.reply(reply, to: load.head, load.request, ending: ending, before: rest))
    }

    /// Resets the client's connection in the middle of a response, which the client then does not take for a whole one.
    mutating func breakOff(
        _ exchange: borrowing Exchange, _ ending: ExchangeSummary.Ending, by party: ExchangeSummary.Party
    ) -> Phase {
        release(isReusable: false)
        finish(exchange, ending, by: party)
        pending = []
        setDeadline(nil)
        commands.append(.resetClient)
        return .closed
    }

    /// Ends an exchange whose response was delivered.
    mutating func delivered(_ exchange: borrowing Exchange, _ head: Exchange.SentHead) -> Phase {
        let closes = head.closesClient || closes(after: exchange.load.head)
        release(isReusable: head.originPersists && exchange.requestIsSent)
        finish(
            exchange.load.request, status: head.status, .complete, by: exchange.requestIsSent ? .origin : .client)
        return closes ? close() : readRequests()
    }

    private mutating func finish(
        _ exchange: borrowing Exchange, _ ending: ExchangeSummary.Ending, by party: ExchangeSummary.Party
    ) {
        finish(exchange.load.request, status: exchange.status, ending, by: party)
    }

    /// Releases the connection to the origin.
    mutating func release(isReusable: Bool) {
        let reuse: OriginReuse =
            !isReusable ? .none : usesConnectionAuthentication ? .thisClient : .anyClient
        commands.append(.releaseOrigin(reuse))
    }
}
