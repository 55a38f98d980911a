import HTTP
import InternetNames
import TransportSecurity

/// The proxy to which this one sends its loads (`--upstream-proxy`), an inbound hop as in RFC 9110 §3.7.
///
/// An upstream proxy looks up the names of destinations itself. This proxy therefore does not know the addresses of
/// servers behind it.
public struct UpstreamProxy: Hashable, Sendable {
    /// The host and the port of the upstream proxy.
    public let authority: Authority
    /// The destinations that are reached without the upstream proxy.
    public let bypass: ProxyBypass
    private let credentials: BasicCredentials?

    /// The upstream proxy at that host and port; the credentials are nil if it asks for none.
    public init(_ authority: Authority, credentials: BasicCredentials? = nil, bypass: ProxyBypass = ProxyBypass()) {
        self.authority = authority
        self.credentials = credentials
        self.bypass = bypass
    }

    /// The upstream proxy, if loads and probes of that destination go through it; nil if they go there directly.
    public func onTheWay(to destination: Authority) -> UpstreamProxy? {
        bypass.contains(destination) ? nil : self
    }

    /// Whether there is a name and a password for the upstream proxy.
    public var hasCredentials: Bool { credentials != nil }

    /// The fields for the upstream proxy in a request that begins here, each with its CRLF.
    public var fields: [UInt8] {
        var fields: [UInt8] = []
        appendFields(received: .http1_1, to: &fields)
        return fields
    }

    /// Appends the fields for the upstream proxy in a request that came in that version.
    ///
    /// `Via` has the mark of this process, by which a request that comes back through other proxies is recognized.
    func appendFields(received version: HTTPVersion, to head: inout [UInt8]) {
        if let credentials {
            head.append(field: Array("Proxy-Authorization".utf8)[...], value: credentials.fieldValue[...])
        }
        Via.appendMarked(received: version, to: &head)
    }
}

extension UpstreamProxy: CustomStringConvertible {
    /// The host and the port. The description does not contain the password.
    public var description: String { authority.description }
}
