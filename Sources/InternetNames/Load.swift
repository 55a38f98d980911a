/// One load of an app: the scheme, the authority and the path.
public struct Load: Hashable, Sendable {
    /// The scheme, which decides between cleartext and TLS.
    public var scheme: Scheme
    /// The host and the port.
    public var authority: Authority
    /// The path of the request; nil if it is not visible, as in a CONNECT tunnel.
    public var path: ByteString?

    /// Creates a load with the given parts.
    public init(scheme: Scheme, authority: Authority, path: ByteString? = nil) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
    }

    /// The schemes that ATS judges. WebSocket schemes count as the HTTP schemes of their opening request.
    public enum Scheme: String, CaseIterable, Codable, Sendable {
        case http, https, ws, wss

        /// Whether TLS secures the load.
        public var isSecure: Bool {
            switch self {
            case .http, .ws: return false
            case .https, .wss: return true
            }
        }

        /// The port of a URL that names none.
        public var defaultPort: UInt16 {
            isSecure ? 443 : 80
        }
    }
}
