extension Tunnel {
    /// What may pass in a tunnel.
    public enum Enforcement: Hashable, Sendable {
        /// Everything: the tunnel is only observed.
        case none
        /// What a judgement allows, and what cannot be read: cleartext is permitted, so that bytes which are no TLS
        /// violate nothing.
        case judged
        /// What a judgement allows, and nothing that is not TLS.
        case tlsRequired
    }

    /// What a tunnel wants done.
    public enum Command: Hashable, Sendable {
        /// Pass on all that waits of that side, the bytes just told included.
        case pass(Witness.Side)
        /// Find out about the server beside the traffic: the client has begun a TLS handshake.
        case probe
        /// Judge what was read before anything passes, and tell `judged`. With `isLast` false there will be more to
        /// judge, and nobody need hear of it unless it is forbidden.
        indirect case judge(TunnelReading, isLast: Bool)
        /// Judge what was read, for the recording alone; nothing waits for it.
        indirect case record(TunnelReading)
        /// The server sent a NewSessionTicket for the session of this tunnel. In an observed tunnel the handshake may not be
        /// judged yet.
        case ticketIssued([UInt8])
        /// Call `timedOut` after that many seconds. Replaces an earlier request.
        case wait(seconds: Double)
        /// Reset both connections and discard all bytes that wait. A judgement forbids the tunnel.
        case reset
        /// Reset both connections and discard all bytes that wait. That side ended inside a message.
        case breakOff(Witness.Side)
    }
}
