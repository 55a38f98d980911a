import AppBundle
import DataInUse
import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import Probing
import ProxyServer
import ServerChecks
import Settings
import TransportSecurity
import Watching

/// One pass of a watch over all servers: at most 64 connections at once, and one at a time to each address.
struct WatchPass {
    /// The settings of the probes.
    let settings: ProbeSettings
    /// The upstream proxy; nil if servers are reached directly.
    let upstreamProxy: UpstreamProxy?
    /// The policy that the servers are judged under.
    let policy: CheckedPolicy
    /// The rules that judge.
    let rules: RuleSet
    /// Makes the states from the results.
    let stateBuilder: ServerStateBuilder

    /// The largest number of connections at once.
    static let concurrency = 64
    /// The number of servers that are probed before the next ones begin. Results arrive in the order of the servers,
    /// and those behind a slow server wait in memory.
    private static let batch = 1000

    /// The states of all servers. A server is down after two failed tries, with all others between them.
    ///
    /// - Parameter known: The states before the pass.
    func states(
        of urls: [LoadURL], known: [String: ServerState]
    ) throws(CommandFailure) -> [String: ServerState] {
        var states: [String: ServerState] = [:]
        var down: [LoadURL] = []
        try judge(urls) { url, outcome in
            switch outcome {
            case .reached(let state): states[url.title] = state
            case .down: down.append(url)
            }
        }
        try judge(down) { url, outcome in
            switch outcome {
            case .reached(let state): states[url.title] = state
            case .down(let reason): states[url.title] = .down(reason, after: known[url.title])
            }
        }
        return states
    }

    private func judge(
        _ urls: [LoadURL], deliver: @escaping (LoadURL, ServerStateBuilder.Outcome) -> Void
    ) throws(CommandFailure) {
        do throws(SystemError) {
            var remaining = urls[...]
            while !remaining.isEmpty {
                let prober = try Prober(
                    settings, upstreamProxy: upstreamProxy, concurrency: Self.concurrency, spacing: .byAddress)
                let check = ServerCheck(prober, policy, upstreamProxy: upstreamProxy) { result in
                    deliver(result.url, stateBuilder.state(of: result, at: WallClock.now))
                }
                // One address of a server is judged, and compared with others of its addresses. A diagnosis of the one
                // address would take the place of that.
                check.judge(Array(remaining.prefix(Self.batch)), perAddress: false, diagnoses: false)
                remaining = remaining.dropFirst(Self.batch)
            }
        } catch {
            throw CommandFailure(probing: error)
        }
    }
}

extension WatchPass {
    /// The limit in seconds for a connect, and for a handshake, where no option sets it. A server that is slow is tried
    /// again in the same pass.
    private static let usualTimeout = 5.0

    /// Prepares a pass under a policy, with the files that options name.
    init(
        of appPolicy: AppPolicy, under os: OSVersion, linkedSDK: OSVersion?, api: LoadingAPI?, trust: TrustOptions,
        network: NetworkOptions, window: RenewalWindow, pins: [PinList]
    ) throws(CommandFailure) {
        let waivers = try trust.waivers()
        let (store, rules) = try trust.load()
        func checkedPolicy(under os: OSVersion) -> CheckedPolicy {
            CheckedPolicy(
                appPolicy, readBy: os, linkedSDK: linkedSDK, kind: api ?? .urlSession, rules: rules, waivers: waivers)
        }
        let policy = checkedPolicy(under: os)
        // The builder judges each server under newer systems and at later times as well, to tell which refusals are to
        // come (`ComingRefusals`). Each further OS is prepared once.
        var policies: [OSVersion: CheckedPolicy] = [:]
        let stateBuilder = ServerStateBuilder(
            policy: policy,
            policyUnderOS: { os in
                if let policy = policies[os] { return policy }
                let policy = checkedPolicy(under: os)
                policies[os] = policy
                return policy
            },
            rulesWithLogs: { .standard(logs: $0, publicSuffixes: CurrentData.publicSuffixes) },
            logs: rules.transparencyLogs,
            evaluator: ChainEvaluator(store), window: window, pins: pins)
        var connections = try network.settings()
        if network.text(SettingTable.handshakeTimeout) == nil { connections.limits.handshake = Self.usualTimeout }
        if network.text(SettingTable.connectTimeout) == nil { connections.limits.connect = Self.usualTimeout }
        self.init(
            settings: connections.probeSettings(trust: store), upstreamProxy: try network.readUpstreamProxy(),
            policy: policy, rules: rules, stateBuilder: stateBuilder)
    }
}
