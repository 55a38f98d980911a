import ConfigurationProfiles
import Probing
import ForwardProxy
import Networking
import OpenSSL
import TransportSecurity

/// The configuration of a running proxy. A reload replaces it as a whole.
public struct ServerConfiguration: Sendable {
    /// The listeners.
    public var listeners: [ListenerConfiguration]
    /// The rules, with the data that they need.
    public var rules: RuleSet
    /// The trusted roots.
    public var trust: TrustStore
    /// The limits of sizes, numbers and times.
    public var limits = Limits()
    /// Addresses that are used in place of a lookup.
    public var resolve = ResolveOverrides()
    /// The number of event loops. Each has a thread of its own.
    public var workers: Int
    /// The options that each are one property.
    public var options = ServerOptions()
    /// Further addresses on which this program listens, such as that of its console. No client reaches them through the
    /// proxy.
    public var ownAddresses: [SocketAddress] = []
    /// Writes the configuration profiles that devices ask for.
    public var profiles = ProfileWriter()
    /// Whether intermediate certificates that servers leave out are fetched.
    public var fetchesIssuers = true

    /// Creates a configuration with the default limits and options.
    public init(listeners: [ListenerConfiguration], rules: RuleSet, trust: TrustStore, workers: Int) {
        self.listeners = listeners
        self.rules = rules
        self.trust = trust
        self.workers = workers
    }

    /// The part of the configuration that probes use.
    var probeSettings: ProbeSettings {
        ProbeSettings(trust: trust, limits: limits, resolve: resolve, fetchesIssuers: fetchesIssuers)
    }
}

/// The options of a running proxy that each are one property, independent of files and other options.
///
/// A row of the table of settings sets a property by its key path, and a worker hands the options on as a whole. A new
/// option therefore needs only its row, its property here, and its use.
public struct ServerOptions: Sendable {
    /// The time for which facts are cached, in seconds.
    public var verdictLifetime = 300
    /// Whether events hold query strings.
    public var logsQueries = false
    /// The extent of the probes in the background.
    public var depth = ProbeDepth.needed
    /// The test case of all loads whose client has named none; nil without one. A reload does not change it.
    public var label: TestLabel?

    /// Creates the options of a proxy without settings.
    public init() {}
}
