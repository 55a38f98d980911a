import InternetNames
import TransportSecurity

/// Which destinations the DNS may be asked about for their `HTTPS` records.
///
/// A question tells a name server which host a client loads from. Only names are asked for that the lookup of their
/// addresses has sent to a name server anyway. Names in `/etc/hosts` are an exception: they are not recognized here,
/// and only `--resolve` prevents a question about them.
struct ServiceQuestions {
    /// The addresses that replace a lookup.
    let resolve: ResolveOverrides

    /// Whether the DNS may be asked about the destination.
    func mayAsk(about authority: Authority) -> Bool {
        guard case .name(let name) = authority.host, !authority.host.isLocal else { return false }
        guard resolve.addresses(of: authority) == nil else { return false }
        let lastLabel = name.split(separator: ".").last.map(String.init) ?? ""
        return !Self.withoutDNS.contains(lastLabel)
    }

    /// The top-level domains of names that are not in the DNS (RFC 6761 §6, RFC 7686).
    private static let withoutDNS: Set<String> = ["localhost", "invalid", "onion"]
}
