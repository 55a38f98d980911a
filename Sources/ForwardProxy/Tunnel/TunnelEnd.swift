import TLSMessages

/// The end of a tunnel.
public enum TunnelEnd: Hashable, Sendable {
    /// Both sides closed in order, this one first.
    case finished(first: LoadEnd.Party)
    /// The client reset its connection.
    case resetByClient
    /// The server reset its connection.
    case resetByServer
    /// A verdict of the tunnel's bytes forbids the tunnel.
    case blocked
    /// No byte passed for the time of `Limits.tunnelIdle`.
    case idle
    /// The proxy stopped.
    case stopped

    /// The party that ended the tunnel.
    public var party: LoadEnd.Party {
        switch self {
        case .finished(let first): return first
        case .resetByClient: return .client
        case .resetByServer: return .server
        case .blocked, .idle, .stopped: return .proxy
        }
    }

    /// The manner of the end, for the recording.
    public var manner: LoadEnd.Manner {
        switch self {
        case .finished: return .finished
        case .resetByClient, .resetByServer: return .reset
        case .blocked: return .blocked
        case .idle: return .timeout
        case .stopped: return .drained
        }
    }
}

extension LoadEnd {
    /// The end of a tunnel.
    public init(
        _ tunnel: TunnelEnd, fromClient: UInt64, fromServer: UInt64, clientRefusal: ClientRefusal?,
        failure: LoadFailure? = nil
    ) {
        self.init(
            tunnel.manner, by: tunnel.party, fromClient: fromClient, fromServer: fromServer,
            clientRefusal: clientRefusal, failure: failure)
    }
}
