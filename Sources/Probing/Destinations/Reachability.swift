import InternetNames
import TransportSecurity

/// Which ports of which addresses a client may reach through the proxy.
///
/// A value of its own, because a probe may outlive the load that it began for.
public struct Reachability {
    /// The client, to whose share of the probes the probe counts.
    public let client: IPAddress
    /// Whether the client may reach that port of that address.
    public let isAllowed: (IPAddress, UInt16) -> Bool

    /// The reachability for that client.
    public init(client: IPAddress, isAllowed: @escaping (IPAddress, UInt16) -> Bool) {
        self.client = client
        self.isAllowed = isAllowed
    }
}
