import DeviceManagement
import ForwardProxy
import InternetNames
import Networking
import Probing
import Reports
import Settings
import TransportSecurity

/// Finds the servers of device management that the options name: by discovery, in files, and by their URLs.
package struct DiscoveryRun {
    /// The servers, with their uses.
    package private(set) var servers = DiscoveredServers()
    /// The ways from the domains.
    package private(set) var domains: [DomainDiscovery] = []
    /// The files that were read.
    package private(set) var files: [ManagementFile] = []
    /// The verdicts on the servers that were asked, in order.
    package private(set) var results: [CheckResult] = []

    private let settings: ProbeSettings
    private let upstreamProxy: UpstreamProxy?
    private let policy: CheckedPolicy
    private let rules: RuleSet

    /// Creates a run without servers. The settings say how servers are reached, and the policy has the system.
    package init(
        _ settings: ProbeSettings, through upstreamProxy: UpstreamProxy?, under policy: CheckedPolicy, by rules: RuleSet
    ) {
        self.settings = settings
        self.upstreamProxy = upstreamProxy
        self.policy = policy
        self.rules = rules
    }

    /// The findings about the ways and the files.
    package var findings: [DiscoveryFinding] { domains.flatMap(\.findings) + files.flatMap(\.document.findings) }

    /// The servers that are still to be judged.
    package var remaining: [LoadURL] {
        let judged = Set(results.map { "\($0.url.scheme) \($0.url.authority)" })
        return servers.servers.map(\.url).filter { !judged.contains("\($0.scheme) \($0.authority)") }
    }

    /// Adds the servers that the options name.
    package mutating func add(_ input: DiscoveryInput) throws(CommandFailure) {
        files += input.files
        do throws(SystemError) {
            for domain in input.domains { try discover(domain, modelFamily: input.modelFamily) }
        } catch {
            throw CommandFailure(.software, "cannot ask servers: \(error.operation): \(error.text)")
        }
        for url in input.urls { servers.add(ManagementUse(.enrollment, of: url, namedBy: "--enrollment")) }
        for use in files.flatMap(\.document.uses) { servers.add(use) }
    }

    /// Follows the way of a device with an account from a domain, and for comparison the way without an account.
    private mutating func discover(_ domain: DiscoveryDomain, modelFamily: ModelFamily) throws(SystemError) {
        let account = domain.account ?? "user@\(domain.authority.host.description)"
        let device = try run(
            DiscoverySession(WellKnownRequest(to: domain.authority, for: account, modelFamily: modelFamily)))
        let plain = try run(DiscoverySession(WellKnownRequest(to: domain.authority, for: nil)))
        let discovery = DomainDiscovery(of: domain.authority, device: device, plain: plain)
        domains.append(discovery)
        for use in discovery.uses { servers.add(use) }
    }

    /// Carries out the commands of a session. Returns the session at its end.
    private mutating func run(_ session: DiscoverySession) throws(SystemError) -> DiscoverySession {
        var session = session
        let client = DiscoveryClient(settings, through: upstreamProxy, as: policy.os, by: rules)
        while true {
            switch session.command {
            case .judge(let url): session.judged(try judge(url))
            case .ask(let url): session.answered(try client.answer(to: url, at: verdict(on: url)?.event.address))
            case .finish: return session
            }
        }
    }

    /// The verdict on a server; nil if the server was not judged yet.
    private func verdict(on url: LoadURL) -> CheckResult.ServerVerdict? {
        let result = results.first { $0.url.scheme == url.scheme && $0.url.authority == url.authority }
        return result?.serverVerdicts.first
    }

    /// Judges a server, unless that was done before. Returns whether a device goes on with the server.
    private mutating func judge(_ url: LoadURL) throws(SystemError) -> DiscoverySession.Standing {
        if verdict(on: url) == nil {
            let prober = try Prober(settings, upstreamProxy: upstreamProxy)
            var newResults: [CheckResult] = []
            let check = ServerCheck(prober, policy, upstreamProxy: upstreamProxy) { newResults.append($0) }
            check.judge([url], perAddress: false, diagnoses: false)
            results += newResults
        }
        guard let verdict = verdict(on: url), verdict.event.error == nil || !verdict.event.violations.isEmpty else {
            return .notJudged
        }
        let findings = verdict.event.violations + verdict.event.warnings
        // A device may go on if each violated rule may be stricter than the system.
        guard findings.allSatisfy(\.rule.mayExceedSystem), url.scheme.isSecure else { return .refused }
        if case .noHandshake = verdict.observation { return .refused }
        return verdict.judged.isUndetermined ? .notJudged : .accepted
    }
}
