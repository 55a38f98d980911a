import InternetNames
import TransportSecurity

/// The addresses from which the proxy may fetch the issuers that a server's certificates name (AIA, RFC 5280 §4.2.2.1).
///
/// The author of a certificate chooses these addresses, and the client did not request them. Therefore a public server
/// cannot make the proxy send a request to loopback, to a link-local address or to a private network.
public struct IssuerSources: Sendable {
    private let kind: AddressKind
    /// Whether server and client are on this machine.
    private let isLocal: Bool
    private let machine: LocalMachine

    /// The sources for a server at the given address. For a client on another machine, the proxy sends nothing to its
    /// own machine, not even where that client may reach the server there.
    public init(for server: IPAddress, on machine: LocalMachine, isLocalClient: Bool) {
        kind = server.kind
        isLocal = machine.owns(server) && isLocalClient
        self.machine = machine
    }

    /// The sources for a server whose address is not known, because an upstream proxy leads to it: those for a public
    /// one.
    public init(forServerBehindUpstreamProxyOn machine: LocalMachine) {
        kind = .public
        isLocal = false
        self.machine = machine
    }

    /// Whether the proxy may send a request to a port of an address.
    ///
    /// The address must be of the same kind as the server's. Loopback is only for a server on loopback, link-local only
    /// for one on the link, and an address of this machine only for server and client on this machine. Multicast,
    /// unspecified and cloud metadata addresses are never allowed. The ports are 80, 443 and those above 1023: no mail
    /// or remote shell server may get a request.
    public func permit(_ address: IPAddress, port: UInt16) -> Bool {
        guard port == 80 || port == 443 || port > 1023 else { return false }
        guard address.kind == kind, !machine.owns(address) || isLocal else { return false }
        switch address.kind {
        case .unspecified, .multicast, .cloudMetadata: return false
        case .loopback, .linkLocal, .reserved, .benchmarking, .documentation, .private, .shared, .public: return true
        }
    }
}

extension IssuerSources {
    /// Whether the proxy may ask an upstream proxy for a URL at that place.
    ///
    /// The upstream proxy looks names up. A name is therefore judged only by itself and by its given addresses. All
    /// given addresses must be permitted, because the upstream proxy may choose any of them.
    ///
    /// - Parameters:
    ///   - given: The addresses of `--resolve`; nil if there are none.
    ///   - isAllowed: Whether the rules for the client permit that port of that address.
    public static func permitThroughUpstreamProxy(
        _ place: Authority, given: [IPAddress]?, isAllowed: (IPAddress, UInt16) -> Bool
    ) -> Bool {
        let port = place.port
        guard port == 80 || port == 443 || port > 1023, !place.host.isLocalhost else { return false }
        return (given ?? place.host.addressesWithoutLookup ?? []).allSatisfy { address in
            address.kind == .public && isAllowed(address, port)
        }
    }
}
