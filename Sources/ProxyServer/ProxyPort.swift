import ForwardProxy
import Libevent
import TransportSecurity

/// One listener: where it listens, who may use it, and whose rules hold for the loads that come in there.
public struct ProxyPort: Sendable {
    /// Where to listen; once bound, where it does.
    public var address: SocketAddress
    /// Whose rules hold.
    public var jurisdiction: Jurisdiction
    /// Who may connect.
    public var clients: ClientRules
    /// Which destinations may be reached.
    public var destinations: DestinationRules
    /// Hosts that `/proxy.pac` sends here; the rest goes direct.
    public var proxiedHosts: [String]
    /// The users, where it takes a password; nil where it does not.
    public var users: PasswordFile?

    /// A listener with these parts.
    public init(
        address: SocketAddress, jurisdiction: Jurisdiction, clients: ClientRules = ClientRules(),
        destinations: DestinationRules = DestinationRules(), proxiedHosts: [String] = [], users: PasswordFile? = nil
    ) {
        self.address = address
        self.jurisdiction = jurisdiction
        self.clients = clients
        self.destinations = destinations
        self.proxiedHosts = proxiedHosts
        self.users = users
    }

    /// What the proxy says of itself to a browser that is pointed at it.
    var pages: LocalPages {
        LocalPages(
            addresses: [address.description], mode: jurisdiction.mode, policyName: jurisdiction.policyName,
            os: jurisdiction.os.description, proxiedHosts: proxiedHosts)
    }
}
