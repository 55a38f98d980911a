import InternetNames
import TransportSecurity

/// Which ports of which addresses a client may reach through us. An examination that others wait for may outlive the
/// load that it began for.
struct Reachability {
    /// The client; its share of the examinations is what one that is made for it counts in.
    let client: IPAddress
    /// Whether it may reach that port of that address.
    let isAllowed: (IPAddress, UInt16) -> Bool
}
