import InternetNames
import TransportSecurity

extension LoadDecision {
    /// An action that a decision asks for.
    public enum Command: Equatable, Sendable {
        /// Find the facts about the server, and tell `facts`, `factsFailed` or `serverIsKnownToBeSilent`.
        case findFacts
        /// Find the addresses of the server that the client may reach, and tell `addresses` or `addressesFailed`.
        case findAddresses
        /// Take an idle connection to the server and tell `idleConnection`; without one, as `findAddresses`.
        case findConnection
        /// Connect, and tell `connected` or `connectFailed`.
        case permit(Permit)
        /// Try these addresses as well, while the connection is not established; with `isComplete`, no more follow.
        case addAddresses(Permit?, isComplete: Bool)
        /// Answer the client with the refusal.
        case refuse(Refusal)
        /// Record an event.
        case record(Record)
        /// Find the facts about the server at that address in the background, and tell `facts` or `factsFailed`. The
        /// load goes on meanwhile.
        case probeLater(at: IPAddress)
        /// Probe the server in the background with the hellos of other policies, at the given address; nil: at any of
        /// its addresses.
        case probeOtherOffers(Authority, at: IPAddress?)
        /// Build the observation of a tunnel from its reading, and ask `judgeTunnel` with `isLast`. With a failure, the
        /// load has failed in the tunnel.
        case observeTunnel(TunnelReading.Shared, LoadFailure?)
        /// Remember that the server sends nothing in answer to a ClientHello.
        case rememberSilence
        /// Forget the facts that led to an unreachable address, and the addresses of the name.
        case forgetUnreachable(ServerFacts?)
    }

    /// An event of a recording, without the members that all events of a load share.
    public enum Record: Equatable, Sendable {
        /// The verdict on the load, and the facts on which it rests.
        indirect case verdict(Verdict, ServerFacts?)
        /// The load came to no verdict.
        case failure(LoadFailure)
        /// The end of a load that was permitted.
        case end(LoadEnd)
    }
}
