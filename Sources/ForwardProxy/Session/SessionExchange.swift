import TransportSecurity

/// The way of a request to the origin, and of what breaks it off.
extension Session {
    mutating func connected(isReused: Bool) {
        guard phase == .connecting, let head = exchange?.head else { return }
        exchange?.holdsOrigin = true
        exchange?.originIsReused = isReused
        switch head.target {
        case .authority:
            commands.append(.sendToClient(Self.connectionEstablished[...]))
            openTunnel()
        case .absolute(let target):
            phase = .exchanging
            commands.append(.sendToOrigin(head.forwarded(to: target)[...]))
            beginRequestBody(head)
        case .origin, .asterisk:
            return
        }
    }

    private static let connectionEstablished = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

    /// Hands what came early to the origin and leaves the rest to the connection.
    mutating func openTunnel() {
        if !pending.isEmpty { commands.append(.sendToOrigin(pending)) }
        pending = []
        setDeadline(nil)
        phase = .ended
        exchange = nil
        commands.append(.tunnel)
        if clientIsFinished { commands.append(.finishOrigin) }
    }

    private mutating func beginRequestBody(_ head: RequestHead) {
        switch head.framing {
        case .none, .untilClose:
            requestIsSent()
        case .length(let length):
            let early = pending.prefix(Int(clamping: length))
            if !early.isEmpty { commands.append(.sendToOrigin(early)) }
            pending = pending[early.endIndex...]
            let remaining = length - UInt64(early.count)
            if remaining == 0 { return requestIsSent() }
            if clientIsFinished { return refuse(malformed: .incomplete) }
            exchange?.requestBody = .relaying
            setDeadline(.body)
            commands.append(.relay(.fromClient, count: remaining))
        case .chunked, .encodedChunked:
            exchange?.requestBody = .chunked(ChunkedBody(output: .chunked, limits: limits))
            setDeadline(.body)
            sendRequestBody()
            if clientIsFinished, exchange?.requestIsSent == false { refuse(malformed: .incomplete) }
        }
    }

    /// Sends what has come of a chunked body.
    mutating func sendRequestBody() {
        guard case .chunked(var body)? = exchange?.requestBody else { return }
        var output: [UInt8] = []
        do throws(ChunkedBody.Malformed) {
            try body.consume(&pending, into: &output)
        } catch {
            return requestIsMalformed()
        }
        exchange?.requestBody = .chunked(body)
        if !output.isEmpty { commands.append(.sendToOrigin(output[...])) }
        if body.isComplete { requestIsSent() }
    }

    /// The origin gets a request that ends before its end, so that it cannot take it for whole.
    private mutating func requestIsMalformed() {
        if exchange?.status == nil {
            refuse(malformed: .chunkedBody)
        } else {
            breakOff(.malformed(.chunkedBody), by: .client)
        }
    }

    private mutating func requestIsSent() {
        exchange?.requestBody = .sent
        if case .awaited? = exchange?.response { setDeadline(.responseHead) }
    }

    mutating func relayed(_ direction: Direction) {
        switch direction {
        case .fromClient:
            guard case .relaying? = exchange?.requestBody else { return }
            requestIsSent()
        case .fromOrigin:
            guard case .relaying? = exchange?.response else { return }
            responseIsDelivered()
        }
    }

    mutating func clientFinished() {
        clientIsFinished = true
        switch phase {
        case .head:
            if parser.isEmpty { close() } else { refuse(malformed: .incomplete) }
        case .discarding:
            close()
        case .exchanging:
            clientFinishedInExchange()
        case .authenticating, .deciding, .connecting, .ended:
            return
        }
    }

    /// A client that has sent its request may close its side and still read the response. One that stops in the
    /// middle of its request gets what the origin had begun to answer, and nothing else.
    private mutating func clientFinishedInExchange() {
        switch exchange?.requestBody {
        case .relaying?, .chunked?:
            if exchange?.status == nil {
                refuse(malformed: .incomplete)
            } else {
                exchange?.requestBody = .abandoned
            }
        case .unsent?, .sent?, .abandoned?, nil:
            return
        }
    }

    mutating func clientFailed() {
        guard phase != .ended else { return }
        releaseOrigin(isReusable: false)
        if exchange != nil { finishExchange(.cutShort, by: .client) }
        phase = .ended
        setDeadline(nil)
    }

    /// Ends an exchange whose response cannot be completed, in a way that the client cannot take for its end.
    mutating func breakOff(_ ending: ExchangeSummary.Ending, by party: ExchangeSummary.Party) {
        releaseOrigin(isReusable: false)
        finishExchange(ending, by: party)
        phase = .ended
        pending = []
        setDeadline(nil)
        commands.append(.resetClient)
    }

    /// A body stopped moving. Before the response it is the client that stalls: it owes the rest of the request.
    mutating func stall() {
        guard phase == .exchanging else { return }
        if exchange?.status == nil {
            refuse(malformed: .timedOut)
        } else {
            breakOff(.stalled, by: .proxy)
        }
    }
}
