import InternetNames
import TransportSecurity

extension LoadDecision {
    /// An event in the course of a load.
    public enum Event: Equatable, Sendable {
        /// The client's request is to be decided. The first event, once.
        case start
        /// The facts about the server, at an address that the client may reach.
        case facts(ServerFacts)
        /// There are no facts about the server.
        case factsFailed(LoadFailure)
        /// An earlier load found that the server sends nothing in answer to a ClientHello.
        case serverIsKnownToBeSilent
        /// Addresses of the server that the client may reach, in order of preference; unless complete, more may follow.
        case addresses([IPAddress], isComplete: Bool)
        /// There is no address that the client may reach.
        case addressesFailed(LoadFailure)
        /// An idle connection leads to the server at that address.
        case idleConnection(IPAddress)
        /// A connection to that address is established.
        case connected(IPAddress)
        /// No connection could be established.
        case connectFailed(LoadFailure)
        /// A request of plain HTTP was sent, and no whole answer of the server came.
        case responseFailed(LoadFailure)
        /// The client has sent a ClientHello in the tunnel.
        case clientHelloSeen
        /// The reading of the tunnel is complete, and to be judged only for the recording.
        case tunnelRead(TunnelReading.Shared)
        /// The exchange is over without a tunnel.
        case exchangeEnded(LoadEnd)
        /// The tunnel is over.
        case tunnelEnded(LoadEnd)
        /// The proxy stops, after the end of the tunnel. Nothing else happens to the load.
        case stopped
    }
}
