import ForwardProxy
import OpenSSL

/// The settings of probes.
public struct ProbeSettings: Sendable {
    /// The trusted roots.
    public var trust: TrustStore
    /// The time limits of a probe and its connects.
    public var limits: Limits
    /// Addresses that replace a lookup (`--resolve`).
    public var resolve: ResolveOverrides
    /// Whether an intermediate certificate that a server has left out is fetched from the location in its certificate
    /// (RFC 5280 §4.2.2.1), as Apple's systems do.
    public var fetchesIssuers: Bool
    /// Whether a probe has one connection at a time. The large hello then follows the handshakes, where it otherwise
    /// goes beside them.
    public var connectsInTurn = false

    /// Settings with these parts.
    public init(
        trust: TrustStore, limits: Limits = Limits(), resolve: ResolveOverrides = ResolveOverrides(),
        fetchesIssuers: Bool = true
    ) {
        self.trust = trust
        self.limits = limits
        self.resolve = resolve
        self.fetchesIssuers = fetchesIssuers
    }
}
