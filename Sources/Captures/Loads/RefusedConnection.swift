import InternetNames

/// A connection of QUIC that a gateway refused. No load came of it.
public struct RefusedConnection: Hashable, Sendable {
    /// The server's name in the client's hello, else a name of its address, else the address, with the port.
    public let authority: Authority
    /// The client's address.
    public let client: IPAddress
    /// The time of the first packet in milliseconds since 1970.
    public let milliseconds: Int64

    /// Creates the connection that would have carried a load; nil if the load has no client.
    init?(_ load: CapturedLoad) {
        guard let client = load.client else { return nil }
        authority = Authority(host: load.host, port: load.named.port)
        self.client = client.address
        milliseconds = load.begin
    }
}
