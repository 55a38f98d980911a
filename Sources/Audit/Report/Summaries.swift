import InternetNames
import TransportSecurity

/// What was seen of one host.
public struct HostSummary: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports that the loads went to.
    public var ports: Set<UInt16> = []
    /// The apps whose loads they were, by name.
    public var apps: Set<String> = []
    /// How much there was.
    public var traffic = TrafficCount()
    /// How many loads had which decision.
    public var decisions: [Decision: Int] = [:]
    /// The rules that are violated, in the order of `RuleID`.
    public var violations: Set<RuleID> = []
    /// The rules whose findings are left to the app.
    public var warnings: Set<RuleID> = []
    /// What the policy says about it, `exception-domain (example.com)`; of several, all.
    public var reasons: Set<String> = []
    /// Remarks, each once, at most 20.
    public var notes: [Note] = []
    /// How many loads the recording cannot judge.
    public var undetermined = 0
    /// How many loads ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// How many loads went in cleartext.
    public var cleartextLoads = 0
}

/// What was seen of one app.
public struct AppSummary: Hashable, Sendable {
    /// Its name; `unknown` where no User-Agent names one.
    public var name: String
    /// The versions that were seen, at most 20.
    public var versions: Set<String> = []
    /// The systems that were seen.
    public var systems: Set<OSVersion> = []
    /// How much there was.
    public var traffic = TrafficCount()
    /// The hosts that it reached.
    public var hosts: Set<Host> = []
    /// The hosts where a rule is violated.
    public var violatedHosts: Set<Host> = []
}

/// What one rule found.
public struct RuleSummary: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The hosts where it is violated.
    public var violatedHosts: Set<Host> = []
    /// The hosts where its finding is left to the app.
    public var warnedHosts: Set<Host> = []
    /// How much traffic that concerns.
    public var traffic = TrafficCount()
}

/// What one exception of a policy did.
public struct ExceptionSummary: Hashable, Sendable {
    /// Which part of the policy decided.
    public var reason: Requirements.Reason
    /// The key of `NSExceptionDomains`; nil where it was another part.
    public var key: String?
    /// The hosts that it decided on.
    public var hosts: Set<Host> = []
    /// How much traffic.
    public var traffic = TrafficCount()
}
