import Events
import ForwardProxy
import InternetNames
import JSONWriting
import TransportSecurity

/// The requirements of policies for recent loads. An app asks the same few hosts again and again, under one User-Agent.
final class RequirementsCache {
    private var known: [Key: Entry] = [:]
    private var rules: RuleSet

    fileprivate struct Key: Hashable {
        var policies: ObjectIdentifier
        var host: Host
        var userAgent: ByteString
        var appName: String?
    }

    /// An empty cache of verdicts by those rules.
    init(_ rules: RuleSet) {
        self.rules = rules
    }

    /// The requirements of the policy that judges one app, for its loads to one host, with their summary for events.
    final class Entry {
        /// The policy.
        let appliedPolicy: AppliedPolicy
        /// The requirements, and the verdicts of the rules on them.
        let verdicts: LoadVerdicts
        /// The app, as its User-Agent or the address of its client tells.
        let app: CachedJSON<ClientApp>
        /// The requirements as events show them.
        let policy: CachedJSON<PolicySummary>
        /// The latest request for a tunnel.
        private var latestRequest: ProxyRequest?
        /// Keeps the selection alive. No other object then has its identity.
        private let policies: PolicySelection

        fileprivate init(_ policies: PolicySelection, _ key: Key, _ rules: RuleSet) {
            self.policies = policies
            var client = ClientApp(userAgent: key.userAgent.text)
            client.name = client.name ?? key.appName
            app = CachedJSON(client)
            appliedPolicy = policies.appliedPolicy(for: app.value)
            let requirements = appliedPolicy.requirements(for: key.host, by: app.value)
            verdicts = LoadVerdicts(requirements, rules: rules, waiving: appliedPolicy.waivers)
            policy = CachedJSON(
                PolicySummary(requirements, source: appliedPolicy.policyName, digest: appliedPolicy.digest))
        }

        /// The requirements.
        var requirements: Requirements { verdicts.requirements }

        /// A hash of the host, the app and the policy, which loads of one kind share.
        private(set) lazy var kindHash: Int = {
            var hasher = Hasher()
            hasher.combine(requirements.host)
            hasher.combine(app.value.name)
            hasher.combine(app.value.version)
            hasher.combine(app.value.api)
            hasher.combine(app.value.os)
            hasher.combine(policy.value)
            return hasher.finalize()
        }()

        /// An equal request for a tunnel, without its User-Agent. The same object is returned for requests that are
        /// alike.
        func tunnelRequest(like request: ProxyRequest) -> ProxyRequest {
            let port = request.load.authority.port
            if let latestRequest, latestRequest.load.authority.port == port, latestRequest.user == request.user,
                latestRequest.destination == request.destination
            {
                return latestRequest
            }
            let authority = Authority(host: requirements.host, port: port)
            let kept = ProxyRequest(
                load: Load(scheme: request.load.scheme, authority: authority), method: .connect, user: request.user,
                destination: request.destination)
            latestRequest = kept
            return kept
        }
    }

    /// The requirements for a load to that host by an app, which selects one of the policies.
    ///
    /// - Parameters:
    ///   - userAgent: The User-Agent, which names the app.
    ///   - appName: The name of the app if the User-Agent names none; nil if it is not known.
    func find(_ policies: PolicySelection, _ host: Host, userAgent: ByteString?, appName: String? = nil) -> Entry {
        // A client must not decide how much memory is kept. `ClientApp` reads no more than this.
        let userAgent = ByteString(userAgent?.octets.prefix(ClientApp.maximumLength) ?? [])
        var key = Key(
            policies: ObjectIdentifier(policies), host: host, userAgent: userAgent, appName: appName)
        if let found = known[key] { return found }
        key.userAgent = userAgent.compacted
        let entry = Entry(policies, key, rules)
        if known.count >= Self.limit { known = [:] }
        known[key] = entry
        return entry
    }

    /// Forgets everything, and judges by those rules from now on.
    func use(_ rules: RuleSet) {
        self.rules = rules
        known = [:]
    }

    /// The User-Agents by which entries are kept.
    var keptUserAgents: [ByteString] { known.keys.map(\.userAgent) }

    /// The largest number of entries.
    static let limit = 1024
}
