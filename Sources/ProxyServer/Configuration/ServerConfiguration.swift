import ConfigurationProfiles
import Probing
import ForwardProxy
import Networking
import OpenSSL
import TransportSecurity

/// The configuration of a running proxy. A reload replaces it as a whole.
public struct ServerConfiguration: Sendable {
    /// The listeners.
    public var ports: [ListenerConfiguration]
    /// The rules, with the data that they need.
    public var rules: RuleSet
    /// The trusted roots.
    public var trust: TrustStore
    /// The limits of sizes, numbers and times.
    public var limits: Limits
    /// The time for which facts are cached, in seconds.
    public var verdictLifetime: Int
    /// Addresses that are used in place of a lookup.
    public var resolve: ResolveOverrides
    /// The number of event loops. Each has a thread of its own.
    public var workers: Int
    /// Whether events hold query strings.
    public var logsQueries: Bool
    /// The extent of the probes in the background.
    public var depth: ProbeDepth
    /// Further addresses on which this program listens, such as that of its console. No client reaches them through the
    /// proxy.
    public var ownAddresses: [SocketAddress] = []
    /// The test case of all loads whose client has named none; nil without one. A reload does not change it.
    public var label: TestLabel?
    /// Writes the configuration profiles that devices ask for.
    public var profiles = ProfileWriter()
    /// Whether intermediate certificates that servers leave out are fetched.
    public var fetchesIssuers: Bool

    /// A configuration with these parts.
    public init(
        ports: [ListenerConfiguration], rules: RuleSet, trust: TrustStore, limits: Limits = Limits(),
        verdictLifetime: Int = 300,
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

    /// The part of the configuration that probes use.
    var probeSettings: ProbeSettings {
        ProbeSettings(trust: trust, limits: limits, resolve: resolve, fetchesIssuers: fetchesIssuers)
    }
}
