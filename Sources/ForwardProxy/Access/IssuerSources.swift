import InternetNames
import TransportSecurity

/// From where the issuers may be fetched that the certificates of one server name.
///
/// Whoever wrote a certificate chose the address, and the client did not ask for it. So a server on the Internet cannot
/// make the proxy ask anything of a loopback, a link or a private network, nor a private network of another kind.
public struct IssuerSources: Sendable {
    private let server: IPAddress
    private let machine: LocalMachine

    /// The sources for a server that was reached at that address.
    public init(for server: IPAddress, on machine: LocalMachine) {
        self.server = server
        self.machine = machine
    }

    /// Whether that port of that address may be asked.
    ///
    /// The address is of the same kind as the server's. Of kinds that mean "here", that leaves loopback and the link to
    /// servers that are there themselves; an address of this machine takes a server at one. What is no single host, and
    /// where clouds keep credentials, is never asked. Ports are those of the web and of unprivileged servers, so that no
    /// mail or remote shell server is sent a request.
    public func permit(_ address: IPAddress, port: UInt16) -> Bool {
        guard port == 80 || port == 443 || port > 1023 else { return false }
        guard address.kind == server.kind, !machine.owns(address) || machine.owns(server) else { return false }
        switch address.kind {
        case .unspecified, .multicast, .cloudMetadata: return false
        case .loopback, .linkLocal, .reserved, .benchmarking, .documentation, .private, .shared, .public: return true
        }
    }
}
