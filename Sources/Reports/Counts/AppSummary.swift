import InternetNames
import TransportSecurity

/// The traffic of one app.
public struct AppSummary: Hashable, Sendable {
    /// The name; `unknown` if no User-Agent names one.
    public var name: String
    /// The versions of the app, at most 20.
    public var versions: Set<String> = []
    /// The systems of the app.
    public var systems: Set<OSVersion> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
}
