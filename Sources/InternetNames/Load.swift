/// One load of an app, as far as ATS looks at it: how, and to whom.
public struct Load: Hashable, Sendable {
    /// How: in cleartext or secured.
    public var scheme: Scheme
    /// To whom.
    public var authority: Authority
    /// The path of the request; nil where it is not visible, as in a CONNECT tunnel.
    public var path: WireText?

    /// A load with these parts.
    public init(scheme: Scheme, authority: Authority, path: WireText? = nil) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
    }

    /// Schemes that ATS judges; a WebSocket counts as the HTTP scheme that opens it.
    public enum Scheme: String, CaseIterable, Codable, Sendable {
        case http, https, ws, wss

        /// Whether TLS secures the load.
        public var isSecure: Bool {
            switch self {
            case .http, .ws: return false
            case .https, .wss: return true
            }
        }

        /// The port where the URL names none.
        public var defaultPort: UInt16 {
            isSecure ? 443 : 80
        }
    }
}
