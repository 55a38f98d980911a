import TransportSecurity

/// The way of a response to the client.
extension Session {
    mutating func originSent(_ bytes: ArraySlice<UInt8>) {
        guard phase == .exchanging else { return }
        exchange?.heardFromOrigin = true
        var input = bytes
        while phase == .exchanging, !input.isEmpty {
            switch exchange?.response {
            case .awaited?:
                guard readResponseHead(&input) else { return }
            case .chunked?:
                sendResponseChunks(&input)
            case .relayingUntilClose?:
                commands.append(.sendToClient(input))
                return
            case .relaying?, .delivered?, nil:
                // Bytes that belong to no response: the connection cannot be trusted with another one.
                exchange?.originPersists = false
                return
            }
        }
    }

    /// Reads on in the response's head; whether a head was complete.
    private mutating func readResponseHead(_ input: inout ArraySlice<UInt8>) -> Bool {
        do throws(UpstreamError) {
            guard let head = try exchange?.responseParser.consume(&input) else { return false }
            if head.isInterim {
                try relayInterim(head, leftover: &input)
            } else {
                try beginResponse(head, &input)
            }
            return true
        } catch {
            failResponse(error)
            return false
        }
    }

    private mutating func relayInterim(
        _ head: ResponseHead, leftover: inout ArraySlice<UInt8>
    ) throws(UpstreamError) {
        guard let request = exchange?.head else { return }
        if head.status == 101 {
            guard request.asksForUpgrade else { throw .malformedResponse }
            let delivery = ResponseHead.Delivery(
                clientVersion: request.version, closes: false, isUpgrade: true, dropsLength: true)
            commands.append(.sendToClient(head.forwarded(delivery)[...]))
            if !leftover.isEmpty { commands.append(.sendToClient(leftover)) }
            leftover = []
            return openTunnel()
        }
        exchange?.interimResponses += 1
        guard exchange?.interimResponses ?? 0 <= limits.interimResponses else { throw .malformedResponse }
        // RFC 9110 §15.2: a client of HTTP/1.0 knows no interim responses.
        guard request.version == .http1_1 else { return }
        let delivery = ResponseHead.Delivery(clientVersion: .http1_1, closes: false, dropsLength: true)
        commands.append(.sendToClient(head.forwarded(delivery)[...]))
        // An origin that says it is still at work gets as long again.
        if exchange?.requestIsSent == true {
            setDeadline(nil)
            setDeadline(.responseHead)
        }
    }

    private mutating func beginResponse(
        _ head: ResponseHead, _ input: inout ArraySlice<UInt8>
    ) throws(UpstreamError) {
        guard let request = exchange?.head else { return }
        let framing = try BodyFraming(
            response: head.fields, version: head.version, status: head.status, isHead: request.isHead)
        // A client of HTTP/1.0 knows no transfer codings, and what is in one cannot be taken out of it here.
        guard framing != .encodedChunked || request.version == .http1_1 else { throw .malformedResponse }
        let isDechunked = framing == .chunked && request.version == .http1_0
        let closes =
            closesAfterExchange || exchange?.requestIsSent != true || framing == .untilClose || isDechunked
        exchange?.closesClient = closes
        exchange?.originPersists = head.options.persist(head.version) && framing != .untilClose
        exchange?.status = head.status
        if ConnectionAuthentication.isPart(of: head.fields) { originIsPersonal = true }
        let delivery = ResponseHead.Delivery(
            clientVersion: request.version, closes: closes, dropsLength: head.status == 204)
        commands.append(.sendToClient(head.forwarded(delivery)[...]))
        beginResponseBody(framing, isDechunked: isDechunked, &input)
    }

    private mutating func beginResponseBody(
        _ framing: BodyFraming, isDechunked: Bool, _ input: inout ArraySlice<UInt8>
    ) {
        setDeadline(.body)
        switch framing {
        case .none:
            if !input.isEmpty { exchange?.originPersists = false }
            responseIsDelivered()
        case .length(let length):
            let early = input.prefix(Int(clamping: length))
            if !early.isEmpty { commands.append(.sendToClient(early)) }
            input = input[early.endIndex...]
            let remaining = length - UInt64(early.count)
            exchange?.response = .relaying
            if remaining == 0 {
                if !input.isEmpty { exchange?.originPersists = false }
                responseIsDelivered()
            } else {
                commands.append(.relay(.fromOrigin, count: remaining))
            }
        case .chunked, .encodedChunked:
            exchange?.response = .chunked(
                ChunkedBody(output: isDechunked ? .content : .chunked, limits: limits))
        case .untilClose:
            if !input.isEmpty { commands.append(.sendToClient(input)) }
            input = []
            exchange?.response = .relayingUntilClose
            commands.append(.relay(.fromOrigin, count: nil))
        }
    }

    private mutating func sendResponseChunks(_ input: inout ArraySlice<UInt8>) {
        guard case .chunked(var body)? = exchange?.response else { return }
        var output: [UInt8] = []
        do throws(ChunkedBody.Malformed) {
            try body.consume(&input, into: &output)
        } catch {
            return breakOff(.failed(.malformedResponse), by: .origin)
        }
        exchange?.response = .chunked(body)
        if !output.isEmpty { commands.append(.sendToClient(output[...])) }
        guard body.isComplete else { return }
        if !input.isEmpty { exchange?.originPersists = false }
        responseIsDelivered()
    }

    /// The response has been handed over whole, and with it the exchange is over.
    mutating func responseIsDelivered() {
        guard let closesClient = exchange?.closesClient, let originPersists = exchange?.originPersists,
            let requestIsSent = exchange?.requestIsSent
        else { return }
        exchange?.response = .delivered
        let closes = closesClient || closesAfterExchange
        releaseOrigin(isReusable: originPersists && requestIsSent)
        finishExchange(.complete, by: requestIsSent ? .origin : .client)
        if closes { return close() }
        phase = .head
        readRequests()
    }

    mutating func originFinished() {
        guard phase == .exchanging else { return }
        switch exchange?.response {
        case .awaited?: originIsGone()
        case .relayingUntilClose?: responseIsDelivered()
        case .relaying?, .chunked?: breakOff(.cutShort, by: .origin)
        case .delivered?, nil: return
        }
    }

    mutating func originFailed() {
        guard phase == .exchanging else { return }
        switch exchange?.response {
        case .awaited?: originIsGone()
        case .relaying?, .relayingUntilClose?, .chunked?: breakOff(.cutShort, by: .origin)
        case .delivered?, nil: return
        }
    }

    /// The origin went away before a response. On a connection that had lain idle that is nobody's fault, and the
    /// request is sent once more (RFC 9112 §9.3.1).
    private mutating func originIsGone() {
        guard let exchange, exchange.mayBeRetried, let permit = exchange.permit else {
            return failResponse(.closedBeforeResponse)
        }
        releaseOrigin(isReusable: false)
        self.exchange?.isRetried = true
        self.exchange?.requestBody = .unsent
        phase = .connecting
        setDeadline(nil)
        commands.append(.connect(permit))
    }

    /// There is no response, or none that can be read. Once part of one has been delivered, it is broken off.
    mutating func failResponse(_ error: UpstreamError) {
        guard let exchange, exchange.status == nil, let host = exchange.request?.load.authority.host else {
            return breakOff(.failed(error), by: .origin)
        }
        releaseOrigin(isReusable: false)
        replyAndGoOn(Reply(error, host: host), ending: .failed(error))
    }
}
