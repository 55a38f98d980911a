import InternetNames
import Judging
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

extension AppSummary {
    /// Adds the loads of an entry from a host.
    mutating func add(_ judged: JudgedEntry, from host: Host) {
        if let version = judged.entry.decision.app?.version, versions.count < 20 { versions.insert(version) }
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
    }
}
