import TransportSecurity

/// One request, from the moment it is read, and all that becomes of it.
struct Exchange {
    /// The head of the request.
    let head: RequestHead
    /// What the request is for; nil for what is asked of the proxy itself.
    var request: ProxyRequest?
    /// Where the origin may be connected to.
    var permit: Permit?
    /// How far the request's body is on its way to the origin.
    var requestBody = RequestBody.unsent
    /// How far the response is on its way to the client.
    var response = Response.awaited
    /// Reads the heads of the response.
    var responseParser: ResponseParser
    /// The status code that the client got.
    var status: UInt16?
    /// How many interim responses have come.
    var interimResponses = 0
    /// Whether a connection to the origin is held.
    var holdsOrigin = false
    /// Whether that connection had served an earlier exchange.
    var originIsReused = false
    /// Whether the request was sent a second time.
    var isRetried = false
    /// Whether anything came from the origin.
    var heardFromOrigin = false
    /// Whether the origin keeps its connection open after the response.
    var originPersists = false
    /// Whether the client's connection ends with this exchange.
    var closesClient = false

    /// The way of a request's body.
    enum RequestBody {
        /// Nothing has been sent.
        case unsent
        /// The connection passes on what remains of a known length.
        case relaying
        /// Chunks come through the session.
        indirect case chunked(ChunkedBody)
        /// All has been sent.
        case sent
        /// The client stopped in the middle, while the response was on its way.
        case abandoned
    }

    /// The way of a response.
    enum Response {
        /// The final head has not come.
        case awaited
        /// The connection passes on what remains of a known length.
        case relaying
        /// The connection passes on whatever comes.
        case relayingUntilClose
        /// Chunks come through the session.
        indirect case chunked(ChunkedBody)
        /// All has been delivered.
        case delivered
    }

    /// Takes note of whose request it is.
    mutating func isAsked(by user: String) {
        request = request?.asked(by: user)
    }

    /// Whether the whole request has gone to the origin.
    var requestIsSent: Bool {
        if case .sent = requestBody { return true }
        return false
    }

    /// Whether a request that met a dead connection may be sent again: nothing came back, and sending it twice
    /// does what sending it once does (RFC 9110 §9.2.2). A body is not kept, so none may have been sent.
    var mayBeRetried: Bool {
        originIsReused && !isRetried && !heardFromOrigin && head.framing == .none && head.isIdempotent
    }
}
