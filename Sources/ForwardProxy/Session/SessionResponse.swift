import TransportSecurity

/// The phase `exchanging`: the response on its way to the client.
extension Session {
    mutating func originSent(_ bytes: ArraySlice<UInt8>, _ exchange: inout Exchange) -> Phase? {
        var input = bytes
        while !input.isEmpty {
            switch exchange.response {
            case .awaited(let awaited):
                if let next = readResponseHead(awaited, of: &exchange, &input) { return next }
            case .delivering(let head, .chunked(let body)):
                if let next = sendChunks(body, behind: head, of: &exchange, &input) { return next }
            case .delivering(_, .relayingUntilClose):
                commands.append(.sendToClient(input))
                return nil
            case .delivering(let head, .relaying):
                exchange.response = .delivering(head.followedByExcess, .relaying)
                return nil
            }
        }
        return nil
    }

    mutating func originFinished(_ exchange: borrowing Exchange) -> Phase {
        switch exchange.response {
        case .awaited(let awaited): return originIsGone(exchange, awaited)
        case .delivering(let head, .relayingUntilClose): return delivered(exchange, head)
        case .delivering(_, .relaying), .delivering(_, .chunked): return breakOff(exchange, .cutShort, by: .origin)
        }
    }

    mutating func originFailed(_ exchange: borrowing Exchange) -> Phase {
        switch exchange.response {
        case .awaited(let awaited): return originIsGone(exchange, awaited)
        case .delivering: return breakOff(exchange, .cutShort, by: .origin)
        }
    }

    /// The origin closed the connection before a response. If it may not have seen the request, the request is sent
    /// once more (RFC 9112 §9.3.1).
    private mutating func originIsGone(_ exchange: borrowing Exchange, _ awaited: Exchange.AwaitedResponse) -> Phase {
        guard awaited.mayBeUnseen, exchange.load.head.mayBeSentTwice else {
            return fail(exchange, .closedBeforeResponse)
        }
        release(isReusable: false)
        setDeadline(nil)
        return connect(ConnectAttempt(load: exchange.load, permit: exchange.permit, isRetry: true))
    }

    /// Reads on in the head of a response. Returns the next phase if the exchange ended.
    private mutating func readResponseHead(
        _ awaited: Exchange.AwaitedResponse, of exchange: inout Exchange, _ input: inout ArraySlice<UInt8>
    ) -> Phase? {
        var awaited = awaited
        awaited.mayBeUnseen = false
        exchange.response = .awaited(awaited)
        do throws(UpstreamError) {
            guard let head = try exchange.responseParser.consume(&input) else { return nil }
            if head.status == 101 { return try upgrade(head, exchange, &input) }
            if head.status == 407, let upstreamProxy = exchange.upstreamProxy {
                return fail(exchange, upstreamProxy.failure(by: head))
            }
            guard head.isInterim else { return try beginResponse(head, &exchange, &input) }
            awaited.interimResponses += 1
            guard awaited.interimResponses <= limits.interimResponses else { throw .malformedResponse }
            exchange.response = .awaited(awaited)
            relayInterim(head, of: exchange)
            return nil
        } catch {
            return fail(exchange, error)
        }
    }

    /// Switches to the protocol that the client asked for.
    private mutating func upgrade(
        _ head: ResponseHead, _ exchange: borrowing Exchange, _ input: inout ArraySlice<UInt8>
    ) throws(UpstreamError) -> Phase {
        let request = exchange.load.head
        guard request.asksForUpgrade else { throw .malformedResponse }
        let delivery = ResponseHead.Delivery(
            clientVersion: request.version, closes: false, isUpgrade: true, dropsLength: true)
        commands.append(.sendToClient(head.forwarded(delivery)[...]))
        defer { input = [] }
        return openTunnel(fromOrigin: input)
    }

    private mutating func relayInterim(_ head: ResponseHead, of exchange: borrowing Exchange) {
        // RFC 9110 §15.2: an HTTP/1.0 client does not know interim responses.
        guard exchange.load.head.version == .http1_1 else { return }
        let delivery = ResponseHead.Delivery(clientVersion: .http1_1, closes: false, dropsLength: true)
        commands.append(.sendToClient(head.forwarded(delivery)[...]))
        // The time for the response starts anew, since the origin says that it is still at work.
        if exchange.requestIsSent {
            setDeadline(nil)
            setDeadline(.responseHead)
        }
    }

    private mutating func beginResponse(
        _ head: ResponseHead, _ exchange: inout Exchange, _ input: inout ArraySlice<UInt8>
    ) throws(UpstreamError) -> Phase? {
        let request = exchange.load.head
        let framing = try BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: request.isHead,
            by: exchange.permit.grammar)
        let isEncoded = framing == .encodedChunked || framing == .untilClose && head.hasTransferCodings
        // An HTTP/1.0 client does not know transfer codings, and this proxy decodes none but `chunked`.
        guard !isEncoded || request.version == .http1_1 else { throw .malformedResponse }
        let isDechunked = framing == .chunked && request.version == .http1_0
        let closes = closes(after: request) || !exchange.requestIsSent || framing == .untilClose || isDechunked
        if ConnectionAuthentication.isPart(of: head.fields) { usesConnectionAuthentication = true }
        let delivery = ResponseHead.Delivery(
            clientVersion: request.version, closes: closes, dropsLength: head.status == 204)
        commands.append(.sendToClient(head.forwarded(delivery)[...]))
        let sent = Exchange.SentHead(
            status: head.status, closesClient: closes,
            originPersists: head.options.persist(head.version) && framing != .untilClose && !head.isMended)
        return beginBody(framing, output: isDechunked ? .content : .chunked, behind: sent, of: &exchange, &input)
    }

    private mutating func beginBody(
        _ framing: BodyFraming, output: ChunkedBody.Output, behind head: Exchange.SentHead,
        of exchange: inout Exchange, _ input: inout ArraySlice<UInt8>
    ) -> Phase? {
        setDeadline(.body)
        switch framing {
        case .none:
            return delivered(exchange, head, excess: input)
        case .length(let length):
            let early = input.prefix(Int(clamping: length))
            if !early.isEmpty { commands.append(.sendToClient(early)) }
            input = input[early.endIndex...]
            let remaining = length - UInt64(early.count)
            guard remaining > 0 else { return delivered(exchange, head, excess: input) }
            exchange.response = .delivering(head, .relaying)
            commands.append(.relay(.fromOrigin, count: remaining))
        case .chunked, .encodedChunked:
            exchange.response = .delivering(
                head, .chunked(ChunkedBody(output: output, limits: limits, exchange.permit.grammar)))
        case .untilClose:
            if !input.isEmpty { commands.append(.sendToClient(input)) }
            input = []
            exchange.response = .delivering(head, .relayingUntilClose)
            commands.append(.relay(.fromOrigin, count: nil))
        }
        return nil
    }

    private mutating func sendChunks(
        _ body: ChunkedBody, behind head: Exchange.SentHead, of exchange: inout Exchange,
        _ input: inout ArraySlice<UInt8>
    ) -> Phase? {
        var body = body
        var output: [UInt8] = []
        do throws(ChunkedBody.Malformed) {
            try body.consume(&input, into: &output)
        } catch {
            return breakOff(exchange, .failed(.malformedResponse), by: .origin)
        }
        if !output.isEmpty { commands.append(.sendToClient(output[...])) }
        if body.isComplete { return delivered(exchange, body.isMended ? head.last : head, excess: input) }
        exchange.response = .delivering(head, .chunked(body))
        return nil
    }

    /// Ends an exchange whose response was delivered. The origin's connection is not reused if the origin sent more.
    private mutating func delivered(
        _ exchange: borrowing Exchange, _ head: Exchange.SentHead, excess: ArraySlice<UInt8>
    ) -> Phase {
        delivered(exchange, excess.isEmpty ? head : head.followedByExcess)
    }
}

extension Exchange.SentHead {
    /// The same head, followed by more bytes than its response has. The origin's connection is then not reused, because
    /// these bytes belong to no response.
    fileprivate var followedByExcess: Self { last }

    /// The same head, after whose response the origin's connection is not reused.
    fileprivate var last: Self {
        var head = self
        head.originPersists = false
        return head
    }
}
