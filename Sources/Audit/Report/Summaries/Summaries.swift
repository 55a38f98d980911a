import InternetNames
import TransportSecurity

/// The traffic of one host.
public struct HostSummary: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports of the loads.
    public var ports: Set<UInt16> = []
    /// The names of the apps.
    public var apps: Set<String> = []
    /// The IP addresses of devices, at most 50.
    public var devices: Set<String> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The number of loads by decision.
    public var decisions: [Decision: Int] = [:]
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The rules with warnings, which are left to the app.
    public var warnings: Set<RuleID> = []
    /// All reasons of the policy, such as `exception-domain (example.com)`.
    public var reasons: Set<String> = []
    /// Notes without duplicates, at most 20.
    public var notes: [Note] = []
    /// The number of loads that cannot be judged from the recording.
    public var undetermined = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of loads in cleartext.
    public var cleartextLoads = 0
}

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

    /// The name that stands for an app whose User-Agent names none.
    public static let unknownName = "unknown"
}

/// The traffic of one build of an app.
public struct BuildSummary: Hashable, Sendable {
    /// The name of the app; `AppSummary.unknownName` if no User-Agent names one.
    public var app: String
    /// The version in the User-Agent, for an app its `CFBundleVersion`; nil if there is none.
    public var version: String?
    /// The systems of the build.
    public var systems: Set<OSVersion> = []
    /// The IP addresses of devices.
    public var devices: Set<String> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The hosts with a warning.
    public var warnedHosts: Set<Host> = []
    /// The violated rules.
    public var violations: Set<RuleID> = []
}

/// The traffic of one device.
public struct DeviceSummary: Hashable, Sendable {
    /// The IP address.
    public var address: String
    /// The proxy users.
    public var users: Set<String> = []
    /// The names of the apps, at most 20.
    public var apps: Set<String> = []
    /// The systems, as far as User-Agents name them.
    public var systems: Set<OSVersion> = []
    /// The number of loads.
    public var loads = 0
    /// The number of loads whose first decision has a violation.
    public var violatedLoads = 0
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The time of the last decision; nil if there is none.
    public var last: Instant?
}

/// The findings of one rule.
public struct RuleSummary: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The hosts with a violation of the rule.
    public var violatedHosts: Set<Host> = []
    /// The hosts with a warning of the rule, which is left to the app.
    public var warnedHosts: Set<Host> = []
    /// The traffic with findings of the rule.
    public var traffic = TrafficCount()
}

/// The loads for which one part of a policy decided.
public struct ExceptionSummary: Hashable, Sendable {
    /// The part of the policy.
    public var reason: Requirements.Reason
    /// The key of `NSExceptionDomains`; nil if another part decided.
    public var key: String?
    /// The hosts of the loads.
    public var hosts: Set<Host> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
}
