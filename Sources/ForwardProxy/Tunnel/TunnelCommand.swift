import TLSMessages

extension Tunnel {
    /// Which bytes of a tunnel wait, and which of them may pass.
    ///
    ///     none           Every byte passes at once. One `.probe` at the client's hello. One `.record` when the
    ///                    server's answer was read, when the client proved to speak another protocol, when the
    ///                    tunnel ended before, or when the client's hello was not whole in time.
    ///     judged         The client's hello, the server's answer and the head of an HTTP request in cleartext wait
    ///                    until they are whole and judged. Bytes that cannot be read, or that are not whole in time,
    ///                    pass once what was read is judged.
    ///     tlsRequired    The same, but bytes that cannot be read as TLS, or that are not whole in time, are a fault. A
    ///                    fault is judged as one, and passes only where that verdict allows it. The order of
    ///                    messages is checked until the handshake is over.
    ///
    /// In a `judged` tunnel no byte passes while anything that was read is unjudged. In a `tlsRequired` tunnel,
    /// besides, no byte passes that could not be read.
    public enum Enforcement: Hashable, Sendable {
        /// The tunnel is only observed.
        case none
        /// The policy permits cleartext: bytes which are not TLS violate nothing.
        case judged
        /// The policy demands TLS.
        case tlsRequired
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
        /// Note whether the client accepted the server, by going on with application data both ways; nil if the tunnel
        /// does not tell. Comes once at most, and not before the end of the tunnel if the client does nothing more. The
        /// alert is the fatal one of the server that came after the last verdict.
        case acceptance(Bool?, serverAlert: Alert?)
        /// Call `timedOut` after that many seconds. Replaces an earlier request.
        case wait(seconds: Double)
        /// Reset both connections and discard all waiting bytes. A verdict forbids the tunnel.
        case reset
        /// Reset both connections and discard all waiting bytes. That side ended inside a message.
        case breakOff(TLSInspector.Side)
    }
}
