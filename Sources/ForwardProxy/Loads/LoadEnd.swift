import TLSMessages

/// The end of a load that was permitted.
public struct LoadEnd: Hashable, Sendable {
    /// The party that ended the load.
    public var party: Party
    /// The manner in which the load ended.
    public var manner: Manner
    /// The bytes of the load that the client sent.
    public var fromClient: UInt64
    /// The bytes of the load that the server sent.
    public var fromServer: UInt64
    /// The client's refusal of the server, as far as the tunnel showed one; nil beside a failure.
    public var clientRefusal: ClientRefusal?
    /// The failure of the load in a tunnel that was permitted; nil if none is known.
    public var failure: LoadFailure?

    /// An end with these parts.
    public init(
        _ manner: Manner, by party: Party, fromClient: UInt64, fromServer: UInt64, clientRefusal: ClientRefusal? = nil,
        failure: LoadFailure? = nil
    ) {
        self.manner = manner
        self.party = party
        self.fromClient = fromClient
        self.fromServer = fromServer
        self.clientRefusal = failure == nil ? clientRefusal : nil
        self.failure = failure
    }

    /// A party to a load.
    public enum Party: Hashable, Sendable {
        case client, server, proxy
    }

    /// A way in which a load ends.
    public enum Manner: Hashable, Sendable {
        /// Everything was sent and received.
        case finished
        /// A connection broke off.
        case reset
        /// Nothing passed for too long.
        case timeout
        /// A verdict forbade the rest.
        case blocked
        /// The proxy stopped.
        case drained
    }
}

extension LoadEnd {
    /// The end of an exchange of plain HTTP.
    public init(_ exchange: ExchangeSummary, fromClient: UInt64, fromServer: UInt64) {
        self.init(
            Manner(exchange.ending), by: Party(exchange.endedBy), fromClient: fromClient, fromServer: fromServer)
    }
}

extension LoadFailure {
    /// The failure of an exchange: the server gave no whole response, or the client left before it had any; nil for any
    /// other end.
    public init?(_ exchange: ExchangeSummary) {
        switch exchange.ending {
        case .failed(let error): self = .upstream(error)
        case .cutShort where exchange.endedBy == .origin: self = .upstream(.closedBeforeResponse)
        case .stalled: self = .stalled
        case .cutShort where exchange.status == nil: self = .unanswered
        case .refused(.upstreamProxy(let failure)): self = .upstreamProxy(failure)
        case .complete, .malformed, .clientNotAllowed, .notAuthenticated, .refused, .cutShort: return nil
        }
    }
}

extension LoadEnd.Party {
    fileprivate init(_ party: ExchangeSummary.Party) {
        switch party {
        case .client: self = .client
        case .origin: self = .server
        case .proxy: self = .proxy
        }
    }
}

extension LoadEnd.Manner {
    fileprivate init(_ ending: ExchangeSummary.Ending) {
        switch ending {
        case .complete: self = .finished
        case .stalled: self = .timeout
        case .refused(.upstreamProxy): self = .reset
        case .refused: self = .blocked
        case .malformed, .clientNotAllowed, .notAuthenticated, .failed, .cutShort: self = .reset
        }
    }
}
