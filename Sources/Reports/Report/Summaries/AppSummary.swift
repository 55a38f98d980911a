import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The traffic of one app, as a report sums it up.
public struct AppSummary: Hashable, Sendable {
    /// The name; `unknown` if no User-Agent names one.
    public var name: String
    /// The versions of the app, at most `versionLimit`.
    public var versions: Set<String> = []
    /// The systems of the app.
    public var systems: Set<OSVersion> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []

    /// The largest number of versions of an app, which bounds the memory: clients choose their versions.
    private static let versionLimit = 20

    /// Adds the loads of an entry from a host.
    mutating func add(_ judged: JudgedEntry, from host: Host) {
        if let version = judged.entry.decision.app?.version, versions.count < Self.versionLimit {
            versions.insert(version)
        }
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
    }
}

extension AppSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("versions", versions.sorted())
            json.member("systems", systems.map(\.description).sorted())
            json.member("traffic", traffic)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
        }
    }
}

/// The traffic of one build of an app, as a report sums it up.
public struct BuildSummary: Hashable, Sendable {
    /// The name of the app; `RecordingFilter.unknownName` if no User-Agent names one.
    public var app: String
    /// The version in the User-Agent, for an app its `CFBundleVersion`; nil if there is none.
    public var version: String?
    /// The systems of the build.
    public var systems: Set<OSVersion> = []
    /// The IP addresses of devices, at most `DeviceSummary.limit`.
    public var devices: Set<String> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The hosts whose loads fail unless the app accepts them.
    public var unacceptedHosts: Set<Host> = []
    /// The hosts with a warning.
    public var warnedHosts: Set<Host> = []
    /// The violated rules.
    public var violations: Set<RuleID> = []

    /// Adds the loads of an entry from a host.
    mutating func add(_ judged: JudgedEntry, from host: Host) {
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        for device in judged.entry.devices.names where devices.count < DeviceSummary.limit {
            devices.insert(device)
        }
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
        if !judged.warnings.isEmpty {
            if judged.isFailing { unacceptedHosts.insert(host) } else { warnedHosts.insert(host) }
        }
        violations.formUnion(judged.violations.map(\.rule))
    }
}

extension BuildSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("version", version)
            json.member("systems", systems.map(\.description).sorted())
            json.member("devices", devices.count)
            json.member("traffic", traffic)
            json.member("hosts", hosts.count)
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("violations", RuleID.allCases.filter(violations.contains))
        }
    }
}
