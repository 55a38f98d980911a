import InternetNames
import TransportSecurity

/// Which ports of which addresses a client may reach through us. A probe that others wait for may outlive the
/// load that it began for.
public struct Reachability {
    /// The client; its share of the probes is what one that is made for it counts in.
    public let client: IPAddress
    /// Whether it may reach that port of that address.
    public let isAllowed: (IPAddress, UInt16) -> Bool

    /// What that client may reach.
    public init(client: IPAddress, isAllowed: @escaping (IPAddress, UInt16) -> Bool) {
        self.client = client
        self.isAllowed = isAllowed
    }
}
