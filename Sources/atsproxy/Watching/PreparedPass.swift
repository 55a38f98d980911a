import AppBundle
import OpenSSL
import Probing
import ProxyServer
import Settings
import TransportSecurity
import Watching

extension WatchPass {
    /// The time for a connect, and for a probe, in seconds. A server that is slow is tried again in the same pass.
    private static let patience = 5.0

    /// Prepares a pass under a policy, with the files that options name.
    init(
        of appPolicy: AppPolicy, under os: OSVersion, linkedSDK: OSVersion?, api: LoadingAPI?, trust: TrustOptions,
        network: NetworkOptions, window: RenewalWindow, pins: [PinList]
    ) throws(CommandFailure) {
        let waivers = try trust.waivers()
        let (store, rules) = try trust.load(for: [os])
        func checked(_ os: OSVersion) -> CheckedPolicy {
            CheckedPolicy(
                appPolicy, readBy: os, linkedSDK: linkedSDK, kind: api ?? .urlSession, rules: rules, waivers: waivers)
        }
        var newer: [OSVersion: CheckedPolicy] = [:]
        let own = checked(os)
        let seen = SeenServer(
            policy: own,
            underOS: { os in
                if let known = newer[os] { return known }
                let made = checked(os)
                newer[os] = made
                return made
            },
            rules: { .standard(logs: $0, publicSuffixes: CurrentData.publicSuffixes) },
            logs: rules.rules.lazy.compactMap { ($0 as? CertificateTransparency)?.logs }.first,
            evaluator: ChainEvaluator(store), window: window, pins: pins)
        var connections = try network.settings()
        if network.text(SettingTable.handshakeTimeout) == nil { connections.limits.handshake = Self.patience }
        if network.text(SettingTable.connectTimeout) == nil { connections.limits.connect = Self.patience }
        self.init(
            settings: connections.probeSettings(trust: store), upstreamProxy: try network.readUpstreamProxy(),
            policy: own, rules: rules, seen: seen)
    }
}
