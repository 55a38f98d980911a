import InternetNames

/// A connection of QUIC that a gateway refused. No load came of it.
public struct RefusedConnection: Hashable, Sendable {
    /// The server's name in the client's hello, else a name of its address, else the address, with the port.
    public let authority: Authority
    /// The client's address.
    public let client: IPAddress
    /// The time of the first packet in milliseconds since 1970.
    public let milliseconds: Int64

    init?(_ load: CapturedLoad) {
        guard let client = load.client else { return nil }
        (authority, self.client, milliseconds) = (
            Authority(host: load.host, port: load.named.port), client.address, load.begin
        )
    }
}
