import Probing
import ForwardProxy
import Networking
import OpenSSL
import TransportSecurity

/// Everything that a running proxy goes by. Immutable; a reload replaces it whole.
public struct ServerConfiguration: Sendable {
    /// The listeners.
    public var ports: [ProxyPort]
    /// The rules that judge, with the data that they need.
    public var rules: RuleSet
    /// Whom to trust.
    public var trust: TrustStore
    /// How much, and how long, of what is bounded.
    public var limits: Limits
    /// How long facts are believed, in seconds.
    public var verdictLifetime: Int
    /// Addresses that are used in place of a lookup.
    public var resolve: ResolveOverrides
    /// How many event loops, one thread each.
    public var workers: Int
    /// Whether events hold query strings.
    public var logsQueries: Bool
    /// How much is found out beside the traffic.
    public var depth: ProbeDepth
    /// Whether intermediate certificates that servers leave out are fetched.
    public var fetchesIssuers: Bool

    /// A configuration with these parts.
    public init(
        ports: [ProxyPort], rules: RuleSet, trust: TrustStore, limits: Limits = Limits(), verdictLifetime: Int = 300,
        resolve: ResolveOverrides = ResolveOverrides(), workers: Int, logsQueries: Bool = false,
        fetchesIssuers: Bool = true, depth: ProbeDepth = .needed
    ) {
        self.ports = ports
        self.rules = rules
        self.trust = trust
        self.limits = limits
        self.verdictLifetime = verdictLifetime
        self.resolve = resolve
        self.workers = workers
        self.logsQueries = logsQueries
        self.depth = depth
        self.fetchesIssuers = fetchesIssuers
    }

    /// What of it probes go by.
    var probeSettings: ProbeSettings {
        ProbeSettings(trust: trust, limits: limits, resolve: resolve, fetchesIssuers: fetchesIssuers)
    }
}
