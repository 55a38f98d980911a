import HTTP
import TransportSecurity

/// The outcome of an exchange, or of an attempt at one, for the recording. Byte counts and times are known to the
/// connection only.
public struct ExchangeSummary: Equatable, Sendable {
    /// The request; `nil` if it could not be read, or was for the proxy itself.
    public var request: ProxyRequest?
    /// The status code that the client got; `nil` if it got none.
    public var status: UInt16?
    /// The party that ended the exchange.
    public var endedBy: Party
    /// The way in which the exchange ended.
    public var ending: Ending

    /// Creates a summary from its parts.
    public init(request: ProxyRequest?, status: UInt16?, endedBy: Party, ending: Ending) {
        self.request = request
        self.status = status
        self.endedBy = endedBy
        self.ending = ending
    }

    /// The parties that can end an exchange.
    public enum Party: String, Hashable, Sendable {
        case client, origin, proxy
    }

    /// The ways in which an exchange can end.
    public enum Ending: Hashable, Sendable {
        /// The whole response was delivered, or the proxy answered a request to itself.
        case complete
        /// The request was malformed, or not complete in time.
        case malformed(RequestError)
        /// The client may not use this proxy.
        case clientNotAllowed
        /// The client did not authenticate.
        case notAuthenticated
        /// The load was refused.
        case refused(Refusal)
        /// There was no response.
        case failed(UpstreamError)
        /// The response broke off, or the request did while the response was on its way.
        case cutShort
        /// A body made no progress for the time of `Limits.bodyIdle`.
        case stalled
    }
}
