import TransportSecurity

/// How an exchange, or the attempt at one, went; for the recording. What bytes passed and when is known to the
/// connection.
public struct ExchangeSummary: Equatable, Sendable {
    /// The request; nil where there was none that could be read.
    public var request: ProxyRequest?
    /// The status code that the client got; nil where it got none.
    public var status: UInt16?
    /// Who ended it.
    public var endedBy: Party
    /// How it ended.
    public var ending: Ending

    /// A summary of these parts.
    public init(request: ProxyRequest?, status: UInt16?, endedBy: Party, ending: Ending) {
        self.request = request
        self.status = status
        self.endedBy = endedBy
        self.ending = ending
    }

    /// Those who can end an exchange.
    public enum Party: String, Hashable, Sendable {
        case client, origin, proxy
    }

    /// How an exchange can end.
    public enum Ending: Hashable, Sendable {
        /// The response was delivered whole, or the proxy answered a request to itself.
        case complete
        /// The request was malformed, or not complete in time.
        case malformed(RequestError)
        /// The client may not use this proxy.
        case clientNotAllowed
        /// The client did not prove who it is.
        case notAuthenticated
        /// The load was refused.
        case refused(Refusal)
        /// There was no response.
        case failed(UpstreamError)
        /// The response, or the request while the response was on its way, broke off in the middle.
        case cutShort
        /// A body made no progress for the time of `Limits.bodyIdle`.
        case stalled
    }
}
