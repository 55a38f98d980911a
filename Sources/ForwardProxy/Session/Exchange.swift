import TransportSecurity

/// A request and its response, while a connection to the origin is held.
struct Exchange: ~Copyable {
    /// The request.
    let load: RequestedLoad
    /// The permitted connections to the origin.
    let permit: Permit
    /// The upstream proxy that the connection leads to; `nil` if it leads to the origin.
    let upstreamProxy: UpstreamProxy?
    /// The state of the request's body on its way to the origin.
    var requestBody: RequestBody
    /// The state of the response on its way to the client.
    var response: Response
    /// Reads response heads. Holds bytes only while the response is awaited.
    var responseParser: ResponseParser

    /// The states of a request's body.
    enum RequestBody {
        /// The connection relays the rest of a body of known length.
        case relaying
        /// The session reads and writes the chunks.
        indirect case chunked(ChunkedBody)
        /// The whole body is sent, or there is none.
        case sent
        /// The client closed its side before the end of the body, while the response was on its way.
        case abandoned
    }

    /// The states of a response.
    enum Response {
        /// The final head has not come.
        case awaited(AwaitedResponse)
        /// The head was sent to the client, and the body is on its way.
        case delivering(SentHead, ResponseBody)
    }

    /// The state before the final head has come.
    struct AwaitedResponse {
        /// The number of interim responses so far.
        var interimResponses = 0
        /// Whether the origin may have closed the connection before it saw the request: the connection was reused, the
        /// request was sent for the first time, and no byte has come back.
        var mayBeUnseen: Bool
    }

    /// The values that the final head settled.
    struct SentHead {
        /// The status code.
        let status: UInt16
        /// Whether the client's connection closes after the response.
        let closesClient: Bool
        /// Whether the origin keeps its connection open after the response, as far as is known.
        var originPersists: Bool
    }

    /// The ways in which the body of a response is delivered.
    enum ResponseBody {
        /// The connection relays the rest of a body of known length.
        case relaying
        /// The connection relays all bytes until the origin closes.
        case relayingUntilClose
        /// The session reads and writes the chunks.
        indirect case chunked(ChunkedBody)
    }

    /// Whether the whole request was sent to the origin.
    var requestIsSent: Bool {
        switch requestBody {
        case .sent: return true
        case .relaying, .chunked, .abandoned: return false
        }
    }

    /// The status code of the response that the client got; `nil` before its head.
    var status: UInt16? {
        switch response {
        case .awaited: return nil
        case .delivering(let head, _): return head.status
        }
    }
}

extension RequestHead {
    /// Whether the request may be sent a second time: its method is idempotent (RFC 9110 §9.2.2), and it has no body,
    /// since bodies are not kept.
    var mayBeSentTwice: Bool { framing == .none && isIdempotent }
}
