/// The reasons for which a host is not covered, by their names in machine-readable reports.
public enum CoverageReason: String, CaseIterable, Sendable {
    /// The host was expected, and no load of it was judged.
    case notLoaded = "not-loaded"
    /// Loads failed.
    case failed
    /// Loads could not be judged from what is known of their servers, roots or policy.
    case facts
    /// The device or its server ended the handshake in the tunnel.
    case unfinishedHandshake = "unfinished-handshake"
    /// The client says that it is a browser, whose loads are not subject to ATS.
    case clientClaim = "client-claim"
    /// Tunnels hide which server they lead to, or what they carry.
    case opaqueTunnel = "opaque-tunnel"
    /// The host may use HTTP/3, which no HTTP proxy sees.
    case http3
}
