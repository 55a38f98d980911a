import TLSMessages

extension Tunnel {
    /// The reaction of a client to the server of its tunnel.
    public enum ClientReaction: Hashable, Sendable {
        /// The client accepted the server: application data went both ways.
        case accepted
        /// The client refused the server.
        case refused
        /// The tunnel does not tell.
        case untold

        /// The reaction as events have it: true if the client accepted the server, nil if the tunnel does not tell.
        public var isAcceptance: Bool? {
            switch self {
            case .accepted: return true
            case .refused: return false
            case .untold: return nil
            }
        }
    }

    /// An action of the caller.
    public enum Command: Hashable, Sendable {
        /// Pass on all waiting bytes of that side, including those just reported.
        case pass(TLSInspector.Side)
        /// Begin to probe the server in the background: the client has sent a ClientHello.
        case probe
        /// Judge the reading before anything passes, and report the decision with `judged`. If `isLast` is false, there
        /// will be more to judge, and the verdict is recorded only if it forbids the tunnel.
        case judge(TunnelReading.Shared, isLast: Bool)
        /// Judge the reading only for the recording. No byte waits for the verdict.
        case record(TunnelReading.Shared)
        /// Note the ticket that the server issued for the session of this tunnel. In an observed tunnel the handshake
        /// may not be judged yet.
        case ticketIssued([UInt8])
        /// Note the client's reaction to the server. Sent once: when the client shows it, or else at the end of the
        /// tunnel. Until then, the load may fail in the tunnel, and a later verdict may take the place of the last one.
        /// The alert is the fatal one of the server since the last verdict.
        case acceptance(ClientReaction, serverAlert: Alert?)
        /// Call `timedOut` after that many seconds. Replaces an earlier request.
        case wait(seconds: Double)
        /// Reset both connections and discard all waiting bytes. A verdict forbids the tunnel.
        case reset
        /// Reset both connections and discard all waiting bytes. That side ended inside a message.
        case breakOff(TLSInspector.Side)
    }
}
