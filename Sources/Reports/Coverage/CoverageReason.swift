/// The reasons for which a host is not covered, by their names in machine-readable reports.
public enum CoverageReason: String, CaseIterable, Sendable {
    /// The host was expected, and no load of it was judged.
    case notLoaded = "not-loaded"
    /// Loads failed.
    case failed
    /// Loads could not be judged, because facts, roots or the policy are missing.
    case facts
    /// The device or its server ended the handshake in the tunnel.
    case unfinishedHandshake = "unfinished-handshake"
    /// The client says that it is a browser, whose loads are not subject to ATS.
    case clientClaim = "client-claim"
    /// Tunnels hide their server or their content.
    case opaqueTunnel = "opaque-tunnel"
    /// The host may use HTTP/3, which no HTTP proxy sees.
    case http3
    /// A gateway refused QUIC to the host, and no load over TCP was recorded.
    case refusedQUIC = "refused-quic"
}
