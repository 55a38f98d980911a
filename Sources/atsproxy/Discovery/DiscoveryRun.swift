import DeviceManagement
import ForwardProxy
import InternationalNames
import InternetNames
import Networking
import Probing
import Reports
import Settings
import TransportSecurity

/// Finds the servers of device management that the options name: by discovery, in files, and by their URLs.
struct DiscoveryRun {
    /// The servers, with their uses.
    private(set) var servers = DiscoveredServers()
    /// The ways from the domains.
    private(set) var domains: [DomainDiscovery] = []
    /// The files that were read.
    private(set) var files: [ManagementFile] = []
    /// The verdicts on the servers that were asked, in order.
    private(set) var results: [CheckResult] = []

    private let settings: ProbeSettings
    private let upstreamProxy: UpstreamProxy?
    private let policy: CheckedPolicy
    private let rules: RuleSet

    /// Creates a run without servers. The settings say how servers are reached, and the policy has the system.
    init(
        _ settings: ProbeSettings, through upstreamProxy: UpstreamProxy?, under policy: CheckedPolicy, by rules: RuleSet
    ) {
        self.settings = settings
        self.upstreamProxy = upstreamProxy
        self.policy = policy
        self.rules = rules
    }

    /// The findings about the ways and the files.
    var findings: [DiscoveryFinding] { domains.flatMap(\.findings) + files.flatMap(\.document.findings) }

    /// The servers that are still to be judged.
    var remaining: [LoadURL] {
        let judged = Set(results.map { "\($0.url.scheme) \($0.url.authority)" })
        return servers.servers.map(\.url).filter { !judged.contains("\($0.scheme) \($0.authority)") }
    }

    /// Adds the servers that the options name.
    mutating func add(_ options: DiscoveryOptions) throws(CommandFailure) {
        let domains = try options.discover.map { (text) throws(CommandFailure) in try DiscoveryDomain(text) }
        let urls = try options.enrollment.map { (text) throws(CommandFailure) in try LoadURL(argument: text) }
        for path in options.profile { files.append(try ManagementFile(InputFile(path))) }
        do throws(SystemError) {
            for domain in domains { try discover(domain, modelFamily: options.modelFamily) }
        } catch {
            throw CommandFailure(.software, "cannot ask servers: \(error.operation): \(error.text)")
        }
        for url in urls { servers.add(ManagementUse(.enrollment, of: url, namedBy: "--enrollment")) }
        for use in files.flatMap(\.document.uses) { servers.add(use) }
    }

    private mutating func discover(_ domain: DiscoveryDomain, modelFamily: ModelFamily) throws(SystemError) {
        let account = domain.account ?? "user@\(domain.authority.host.description)"
        let device = try ended(
            DiscoverySession(WellKnownRequest(to: domain.authority, for: account, modelFamily: modelFamily)))
        let plain = try ended(DiscoverySession(WellKnownRequest(to: domain.authority, for: nil)))
        let discovery = DomainDiscovery(of: domain.authority, device: device, plain: plain)
        domains.append(discovery)
        for use in discovery.uses { servers.add(use) }
    }

    /// The session after all of its commands.
    private mutating func ended(_ session: DiscoverySession) throws(SystemError) -> DiscoverySession {
        var session = session
        let client = DiscoveryClient(settings, through: upstreamProxy, as: policy.os, by: rules)
        while true {
            switch session.command {
            case .judge(let url): session.judged(try standing(of: url))
            case .ask(let url): session.answered(try client.answer(to: url, at: verdict(on: url)?.event.address))
            case .finish: return session
            }
        }
    }

    private func verdict(on url: LoadURL) -> CheckResult.ServerVerdict? {
        let known = results.first { $0.url.scheme == url.scheme && $0.url.authority == url.authority }
        return known?.serverVerdicts.first
    }

    /// The verdict on a server. Each server is judged once.
    private mutating func standing(of url: LoadURL) throws(SystemError) -> DiscoverySession.Standing {
        if verdict(on: url) == nil {
            let prober = try Prober(settings, upstreamProxy: upstreamProxy)
            var found: [CheckResult] = []
            let check = ServerCheck(prober, policy, upstreamProxy: upstreamProxy) { found.append($0) }
            check.judge([url], perAddress: false, diagnoses: false)
            results += found
        }
        guard let verdict = verdict(on: url), verdict.event.error == nil || !verdict.event.violations.isEmpty else {
            return .notJudged
        }
        let findings = verdict.event.violations + verdict.event.warnings
        // A device may go on where only a rule is violated that may be stricter than the system.
        guard findings.allSatisfy(\.rule.mayExceedSystem), url.scheme.isSecure else { return .refused }
        if case .noHandshake = verdict.observation { return .refused }
        return verdict.judged.isUndetermined ? .notJudged : .accepted
    }
}

/// A domain of accounts, or an account, as `--discover` takes it.
struct DiscoveryDomain {
    /// The host and the port.
    let authority: Authority
    /// The account; nil if only the domain is named.
    let account: String?

    /// Reads an argument. The domain begins behind the last at sign, as on devices.
    init(_ text: String) throws(CommandFailure) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        account = parts.count > 1 ? text : nil
        guard !text.contains("://"), !text.contains("/"), let domain = parts.last,
            let url = try? LoadURL(written: String(domain)), parts.dropLast().allSatisfy({ !$0.isEmpty })
        else {
            throw CommandFailure(
                .usage,
                "--discover takes domains and accounts, such as example.com and anna@example.com, and "
                    + "\(text.visible()) is neither; name a URL with --enrollment.")
        }
        guard case .name = url.host else {
            throw CommandFailure(
                .usage, "--discover takes the domain of accounts, and \(url.host) is an address; name the domain.")
        }
        authority = url.authority
    }
}
