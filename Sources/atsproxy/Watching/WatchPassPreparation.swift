import AppBundle
import DataInUse
import OpenSSL
import Probing
import ProxyServer
import ServerChecks
import Settings
import TransportSecurity
import Watching

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
        let (store, rules) = try trust.load(for: [os])
        func checkedPolicy(under os: OSVersion) -> CheckedPolicy {
            CheckedPolicy(
                appPolicy, readBy: os, linkedSDK: linkedSDK, kind: api ?? .urlSession, rules: rules, waivers: waivers)
        }
        let policy = checkedPolicy(under: os)
        // Each further OS is prepared once.
        var policies: [OSVersion: CheckedPolicy] = [:]
        let seen = SeenServer(
            policy: policy,
            underOS: { os in
                if let policy = policies[os] { return policy }
                let policy = checkedPolicy(under: os)
                policies[os] = policy
                return policy
            },
            rules: { .standard(logs: $0, publicSuffixes: CurrentData.publicSuffixes) },
            logs: rules.transparencyLogs,
            evaluator: ChainEvaluator(store), window: window, pins: pins)
        var connections = try network.settings()
        if network.text(SettingTable.handshakeTimeout) == nil { connections.limits.handshake = Self.usualTimeout }
        if network.text(SettingTable.connectTimeout) == nil { connections.limits.connect = Self.usualTimeout }
        self.init(
            settings: connections.probeSettings(trust: store), upstreamProxy: try network.readUpstreamProxy(),
            policy: policy, rules: rules, seen: seen)
    }
}
