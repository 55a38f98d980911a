import Events
import InternetNames
import Judging
import TransportSecurity

/// The properties that all loads of a row share, and by which the row of a load is found.
public struct RowKey: Hashable, Sendable {
    /// The name of the app, at most its first 200 characters; `RecordingFilter.unknownName` if no User-Agent names one.
    public var app: String
    /// The host. Host, port and scheme are nil for requests whose target could not be parsed.
    public var host: Host?
    /// The port.
    public var port: UInt16?
    /// The scheme.
    public var scheme: Load.Scheme?
    /// The policy.
    public var policy: RowPolicy

    /// Creates the key of the row that an entry belongs to.
    public init(_ judged: JudgedEntry) {
        let decision = judged.entry.decision
        app = judged.appName
        host = decision.host
        port = decision.port
        scheme = decision.scheme
        policy = RowPolicy(judged.policy)
    }

    /// The server; nil if no target could be parsed.
    public var authority: Authority? {
        guard let host, let port else { return nil }
        return Authority(host: host, port: port)
    }

    /// The host as it is shown; `-` if no target could be parsed.
    public var hostText: String { host?.description ?? "-" }
}

/// The policy of a row: its identifier and its name, without its content.
public struct RowPolicy: Hashable, Sendable {
    /// The identifier: the digest of the policy; `defaults` for ATS without a policy; `name:` and the policy's name in
    /// older recordings, which have no digest.
    public var id: String
    /// The name.
    public var name: String

    /// The identifier and the name of ATS without a policy.
    public static let defaults = RowPolicy(id: RecordedPolicies.defaultsName, name: RecordedPolicies.defaultsName)

    /// Creates a reference to a policy.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Creates the reference to the policy that judged a load; nil stands for ATS without a policy.
    public init(_ summary: PolicySummary?) {
        let name = summary?.source ?? Self.defaults.name
        guard name != Self.defaults.name else {
            self = .defaults
            return
        }
        self.init(id: summary?.digest ?? "name:\(name)", name: name)
    }
}
