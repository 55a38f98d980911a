import ConfigurationProfiles
import Probing
import Foundation
import InternetNames
import Networking
import ProxyServer
import TransportSecurity

/// All settings of `serve` from options and configuration file. The files that they name are read by `configuration()`,
/// at the start and at every reload.
struct ServeSettings {
    var listeners: [ListenerSettings]
    var trust: TrustSettings
    var network: NetworkSettings
    var data: DataSettings
    var recording: RecordingSettings
    var logsQueries: Bool
    var workers: Int
    /// The time for which facts are used, in seconds.
    var verdictLifetime: Int
    var probeDepth: ProbeDepth
    var drainSeconds: Double
    var pidFile: String?
    /// The address of the console; nil for the usual one or another free port.
    var console: ServerAddress?
    /// The address of the metrics.
    var metrics: ServerAddress
    /// The names by which browsers may open the console.
    var consoleHosts: [InternetNames.Host]
    /// Whether the system's proxy is set to the first listener.
    var setsSystemProxy: Bool
    /// The signature of configuration profiles; nil for none.
    var profileSigning: ProfileSigningSettings?

    /// Reads the settings. Options take precedence over the file.
    init(_ flags: SettingsLayer, over file: ConfigurationFile?) throws(CommandFailure) {
        let base = [flags] + (file.map { [$0.top] } ?? [])
        let stack = SettingsStack(layers: base)
        trust = try TrustSettings(stack)
        network = try NetworkSettings(stack)
        data = try DataSettings(stack)
        recording = try RecordingSettings(stack)
        logsQueries = try stack.value(.logQuery) ?? false
        workers = try stack.value(.workers) ?? min(256, ProcessInfo.processInfo.activeProcessorCount)
        verdictLifetime = try stack.value(.verdictTTL) ?? 300
        probeDepth = try stack.value(.examine) ?? .full
        drainSeconds = try stack.value(.drainTimeout) ?? 10
        pidFile = try stack.value(.pidFile)
        console = try stack.value(.console)
        metrics = try stack.value(.metrics) ?? .off
        consoleHosts = try stack.values(.consoleHost) ?? []
        profileSigning = try ProfileSigningSettings(stack)
        setsSystemProxy = try stack.value(.systemProxy) ?? false
        listeners = []
        let entries = file?.listeners ?? []
        for entry in entries {
            let stack = SettingsStack(layers: [flags, entry] + base.dropFirst())
            try Self.checkAddress(of: entry, in: stack, among: entries.count)
            if stack.texts(.upstreamProxy) == nil {
                try UpstreamProxySettings.checkIsNamed(for: SettingsStack(layers: [entry]))
            }
            listeners.append(try ListenerSettings(stack))
        }
        if entries.isEmpty { listeners = [try ListenerSettings(stack)] }
        if !listeners.contains(where: { $0.upstreamProxy != nil }) {
            try UpstreamProxySettings.checkIsNamed(for: stack)
        }
        let addresses = listeners.flatMap { $0.addresses + $0.transparentAddresses }.filter { $0.port != 0 }
        for listener in listeners { try listener.upstreamProxy?.check(isNoneOf: addresses) }
        try checkAddressesDiffer(file)
        if setsSystemProxy, let text = stack.texts(.systemProxy)?.last {
            guard let listener = listeners.first(where: { !$0.addresses.isEmpty }) else {
                throw text.fault(
                    "system-proxy needs a listener that programs can name, which a transparent one is not; add "
                        + "\(text.spelled(.listen)) 127.0.0.1:8080.")
            }
            guard listener.passwordFile == nil else {
                throw text.fault(
                    "system-proxy sets no password, which the first listener asks for; set the system's proxy yourself."
                )
            }
        }
    }

    /// The configuration according to the settings and the current content of the files.
    ///
    /// - Parameter warnsAt: The current time. If data are too old at that time, a warning is printed on standard error.
    func configuration(warnsAt time: Instant? = nil) throws(CommandFailure) -> ServerConfiguration {
        if time != nil {
            for warning in parentWarnings + [recording.warning].compactMap(\.self) {
                Console.say("warning: \(warning)")
            }
        }
        var configured: [ListenerConfiguration] = []
        for listener in listeners { configured += try listener.configurations() }
        let systems = configured.flatMap(\.policies.appliedPolicies).map { appliedPolicy in
            switch appliedPolicy.os {
            case .fixed(let os): os
            case .byUserAgent: OSVersion.newest
            }
        }
        let (store, rules) = try trust.load(warnsAt: time, for: systems)
        var configuration = ServerConfiguration(
            listeners: configured, rules: rules, trust: store, limits: network.limits, verdictLifetime: verdictLifetime,
            resolve: network.overrides, workers: workers, logsQueries: logsQueries,
            fetchesIssuers: network.fetchesIssuers, depth: probeDepth)
        configuration.profiles = ProfileWriter(signer: try profileSigning?.signer())
        return configuration
    }

    /// What a reader of the settings might not expect of upstream proxies, one sentence each.
    var parentWarnings: [String] {
        var warnings: [String] = []
        for listener in listeners {
            guard let upstreamProxy = listener.upstreamProxy else { continue }
            if listener.addresses.isEmpty {
                let names = listener.transparentAddresses.map(\.description).joined(separator: ", ")
                warnings.append(
                    "the upstream proxy \(upstreamProxy.authority) has no effect at \(names), since transparent listeners reach "
                        + "servers directly.")
            } else if upstreamProxy.isOnThisMachine, listener.addresses.contains(where: { !$0.address.isLoopback }) {
                warnings.append(
                    "the upstream proxy \(upstreamProxy.authority) is on this machine and looks names up itself, so that clients "
                        + "on other machines reach by a name what it reaches here; let its own rules deny that.")
            }
        }
        return warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The settings that differ from the old ones but cannot change while the program runs, by name.
    func unchangeable(since old: ServeSettings) -> [SettingName] {
        var names = recording.changes(since: old.recording)
        if workers != old.workers { names.append(.workers) }
        if pidFile != old.pidFile { names.append(.pidFile) }
        if console != old.console { names.append(.console) }
        if metrics != old.metrics { names.append(.metrics) }
        if consoleHosts != old.consoleHosts { names.append(.consoleHost) }
        if setsSystemProxy != old.setsSystemProxy { names.append(.systemProxy) }
        return names
    }

    /// The settings of which these differ from those of the last reload, and which change at the next start alone, because
    /// they differ from those of the running program as well.
    func awaitingStart(since last: ServeSettings, running: ServeSettings) -> [SettingName] {
        let different = unchangeable(since: running)
        return unchangeable(since: last).filter(different.contains)
    }

    /// Checks that an entry of `listeners` has an address, and that an address in an option is for one entry only.
    private static func checkAddress(
        of entry: SettingsLayer, in stack: SettingsStack, among count: Int
    ) throws(CommandFailure) {
        let texts = (stack.texts(.listen) ?? []) + (stack.texts(.listenTransparent) ?? [])
        guard !texts.isEmpty else {
            throw SettingText(name: "listeners", text: "", place: entry.place)
                .fault("this entry of listeners has no listen: an address and a port, such as 127.0.0.1:8080.")
        }
        if count > 1, let text = texts.first(where: { $0.place == .commandLine }) {
            throw text.fault(
                "\(text.name) \(text.text) does not say which of the \(count) listeners of the file it means.")
        }
    }

    private func checkAddressesDiffer(_ file: ConfigurationFile?) throws(CommandFailure) {
        var seen: Set<SocketAddress> = []
        for address in listeners.flatMap({ $0.addresses + $0.transparentAddresses }) where address.port != 0 {
            guard seen.insert(address).inserted else {
                throw CommandFailure(
                    file == nil ? .usage : .data, "\(file.map { "\($0.path): " } ?? "")\(address) is listened on twice."
                )
            }
        }
    }
}
