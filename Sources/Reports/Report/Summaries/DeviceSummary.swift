import InternetNames
import JSONWriting
import Judging
import Recordings
import TransportSecurity

/// The traffic of one device, as a report sums it up.
public struct DeviceSummary: Hashable, Sendable {
    /// The IP address.
    public var address: String
    /// The users who logged in to the proxy for its loads. If loads of several devices are counted together, it is not
    /// known which device a user belongs to, and no user is named.
    public var users: Set<String> = []
    /// The names of the apps, at most `appLimit`.
    public var apps: Set<String> = []
    /// The systems, as far as User-Agents name them.
    public var systems: Set<OSVersion> = []
    /// The number of loads.
    public var loads = 0
    /// The number of loads with a violation.
    public var violatedLoads = 0
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The time of the last decision; nil if there is none.
    public var last: Instant?

    /// The largest number of devices in a report, and in a build.
    static let limit = 10_000
    /// The largest number of apps of a device.
    private static let appLimit = 20

    /// Adds loads of an entry that were made by the device. Second decisions, on the tunnel or the failure of a load,
    /// add no load.
    ///
    /// - Parameter isViolated: Whether the loads count as loads with a violation.
    mutating func add(_ loads: Int, of judged: JudgedEntry, isViolated: Bool) {
        if judged.entry.firstDecisionIndex == nil { self.loads += loads }
        if isViolated { violatedLoads += loads }
        if !judged.violations.isEmpty {
            violations.formUnion(judged.violations.map(\.rule))
            if let host = judged.entry.decision.host { violatedHosts.insert(host) }
        }
        if let app = judged.entry.decision.app {
            if apps.count < Self.appLimit { apps.insert(app.name ?? RecordingFilter.unknownName) }
            if let os = app.os { systems.insert(os) }
        }
        let devices = judged.entry.devices
        let isOnlyDevice = devices.counts.count == 1 && devices.others == 0
        if isOnlyDevice { users.formUnion(judged.entry.users.texts) }
        last = max(last ?? judged.entry.last, judged.entry.last)
    }
}

extension DeviceSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", address)
            json.member("users", users.sorted())
            json.member("apps", apps.sorted())
            json.member("systems", systems.map(\.description).sorted())
            json.member("loads", loads)
            json.member("violatedLoads", violatedLoads)
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("last", last)
        }
    }
}
