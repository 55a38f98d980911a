/// A host and a port (RFC 3986 §3.2, without user information).
public struct Authority: Hashable, Codable, Sendable {
    /// The host.
    public var host: Host
    /// The port, 1 to 65535.
    public var port: UInt16

    /// Creates the authority of a host and a port.
    public init(host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }
}

extension Authority: CustomStringConvertible {
    /// The authority as text, such as `example.com:443` or `[2001:db8::1]:443`.
    public var description: String {
        host.bracketed + ":" + String(port)
    }
}
