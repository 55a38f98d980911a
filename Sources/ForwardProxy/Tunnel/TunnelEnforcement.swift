extension Tunnel {
    /// The rule by which bytes of a tunnel wait or pass.
    public enum Enforcement: Hashable, Sendable {
        /// The tunnel is only observed: every byte passes at once. One `.probe` is sent at the client's hello. One
        /// `.record` is sent when the server's answer was read, when the client proved to speak another protocol, when
        /// the tunnel ended before, or when the client's hello was not whole in time.
        case none
        /// The policy permits cleartext: bytes which are not TLS violate nothing. The client's hello, the server's
        /// answer and the head of an HTTP request in cleartext wait until they are whole and judged. Bytes that cannot
        /// be read, or that are not whole in time, pass once everything that was read is judged.
        case judged
        /// The policy demands TLS. Bytes wait as in a `judged` tunnel, but bytes that cannot be read as TLS, or that
        /// are not whole in time, are a fault. Such bytes pass only if the verdict on that fault allows the tunnel. The
        /// order of messages is checked until the handshake is over.
        case tlsRequired
    }
}
