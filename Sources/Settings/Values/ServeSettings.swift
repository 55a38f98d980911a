import ForwardProxy
import Foundation
import InternetNames
import Networking
import ProxyServer

/// All settings of `serve` from options and configuration file. The files that they name are read by `configuration()`,
/// at the start and at every reload.
package struct ServeSettings {
    /// The listeners, in the order of the configuration.
    package var listeners: [ListenerSettings]
    /// The roots, revocation lists and CT logs.
    package var trust: TrustSettings
    /// The connections to destinations, and the limits.
    package var network: NetworkSettings
    /// The update of data files.
    package var data: DataSettings
    /// The destination of events.
    package var recording: RecordingSettings
    /// The options of the proxy that have a setting in `SettingTable`.
    package var options = ServerOptions()
    /// The number of workers, each with an event loop and a thread.
    package var workers: Int
    /// The time for which open connections may go on after a signal to stop, in seconds.
    package var drainSeconds: Double
    /// The path of a file for the process ID; nil for none.
    package var pidFile: String?
    /// The address of the console; nil for the usual one or another free port.
    package var console: ServerAddress?
    /// The address of the metrics.
    package var metrics: ServerAddress
    /// The names by which browsers may open the console.
    package var consoleHosts: [InternetNames.Host]
    /// Whether the system's proxy is set to the first listener.
    package var setsSystemProxy: Bool
    /// The signature of configuration profiles; nil for none.
    package var profileSigning: ProfileSigningSettings?
    /// The layers of the settings for the whole process.
    private let processStack: SettingsStack

    /// Reads the settings. Options take precedence over the file.
    package init(_ flags: SettingsLayer, over file: ConfigurationFile?) throws(CommandFailure) {
        let stack = SettingsStack(flags, over: file)
        processStack = stack
        trust = try TrustSettings(stack)
        network = try NetworkSettings(stack)
        data = try DataSettings(stack)
        recording = try RecordingSettings(stack)
        try stack.set(&options)
        workers = try stack.value(SettingTable.workers) ?? min(256, ProcessInfo.processInfo.activeProcessorCount)
        drainSeconds = try stack.value(SettingTable.drainTimeout)
        pidFile = try stack.value(SettingTable.pidFile)
        console = try stack.value(SettingTable.console)
        metrics = try stack.value(SettingTable.metrics)
        consoleHosts = try stack.value(SettingTable.consoleHost)
        profileSigning = try ProfileSigningSettings(stack)
        setsSystemProxy = try stack.value(SettingTable.systemProxy)
        listeners = try Self.listeners(flags, over: file)
        if !listeners.contains(where: { $0.upstreamProxy != nil }) {
            try UpstreamProxySettings.checkIsNamed(for: stack)
        }
        let addresses = listeners.flatMap { $0.addresses + $0.transparentAddresses }.filter { $0.port != 0 }
        for listener in listeners { try listener.upstreamProxy?.check(isNoneOf: addresses) }
        try checkAddressesDiffer(file)
        if let text = stack.texts(SettingTable.systemProxy)?.last { try checkSystemProxy(text) }
    }

    /// Reads the settings of the listeners: one for each entry of `listeners` in the file, or one without such entries.
    /// The settings of an entry come from the options, then from the entry, then from the top level of the file.
    private static func listeners(
        _ flags: SettingsLayer, over file: ConfigurationFile?
    ) throws(CommandFailure) -> [ListenerSettings] {
        guard let file, !file.listeners.isEmpty else {
            return [try ListenerSettings(SettingsStack(flags, over: file))]
        }
        var listeners: [ListenerSettings] = []
        for entry in file.listeners {
            let stack = SettingsStack(layers: [flags, entry, file.top])
            try checkAddress(of: entry, in: stack, among: file.listeners.count)
            if stack.texts(SettingTable.upstreamProxy) == nil {
                try UpstreamProxySettings.checkIsNamed(for: SettingsStack(layers: [entry]))
            }
            listeners.append(try ListenerSettings(stack))
        }
        return listeners
    }

    /// The names of the settings that differ from the old ones, but take effect only with the next start.
    package func unchangeable(since old: ServeSettings) -> [String] {
        SettingTable.ofStart.filter { processStack.differs(from: old.processStack, in: $0) }.map(\.declaration.name)
    }

    /// The names of the settings that this reload has changed, but that take effect only with the next start. Their
    /// values differ from those of the last reload and from those of the running program.
    package func settingsAwaitingRestart(since last: ServeSettings, running: ServeSettings) -> [String] {
        let different = unchangeable(since: running)
        return unchangeable(since: last).filter(different.contains)
    }

    /// Checks that an entry of `listeners` has an address, and that no option (`--listen`) gives an address if there
    /// are several entries: the option would hold for each of them.
    private static func checkAddress(
        of entry: SettingsLayer, in stack: SettingsStack, among count: Int
    ) throws(CommandFailure) {
        let texts = (stack.texts(SettingTable.listen) ?? []) + (stack.texts(SettingTable.listenTransparent) ?? [])
        guard !texts.isEmpty else {
            throw SettingText(name: "listeners", value: "", location: entry.location)
                .fault("this entry of listeners has no listen: an address and a port, such as 127.0.0.1:8080.")
        }
        if count > 1, let text = texts.first(where: { $0.location == .commandLine }) {
            throw text.fault(
                "\(text.name) \(text.value) does not say which of the \(count) listeners of the file it means.")
        }
    }

    /// Checks that a listener can be the system's proxy, if that is to be set.
    private func checkSystemProxy(_ text: SettingText) throws(CommandFailure) {
        guard setsSystemProxy else { return }
        guard let listener = listeners.first(where: { !$0.addresses.isEmpty }) else {
            throw text.fault(
                "system-proxy needs a listener that programs can name, which a transparent one is not; add "
                    + "\(text.spelled(SettingTable.listen)) 127.0.0.1:8080.")
        }
        guard listener.passwordFile == nil else {
            throw text.fault(
                "system-proxy sets no password, which the first listener asks for; set the system's proxy yourself."
            )
        }
    }

    /// Checks that no address has two listeners.
    private func checkAddressesDiffer(_ file: ConfigurationFile?) throws(CommandFailure) {
        var addresses: Set<SocketAddress> = []
        for address in listeners.flatMap({ $0.addresses + $0.transparentAddresses }) where address.port != 0 {
            guard addresses.insert(address).inserted else {
                throw CommandFailure(
                    file == nil ? .usage : .data, "\(file.map { "\($0.path): " } ?? "")\(address) is listened on twice."
                )
            }
        }
    }
}

/// The settings for the signature of configuration profiles. The files are not read yet.
package struct ProfileSigningSettings: Hashable {
    /// The signer's certificate and those of its issuers.
    package let certificates: NamedFile
    /// The key of the first certificate.
    package let key: NamedFile

    /// Reads the settings from layers; nil if profiles are not signed.
    package init?(_ stack: SettingsStack) throws(CommandFailure) {
        let files = (
            certificates: try stack.value(SettingTable.profileCertificate),
            key: try stack.value(SettingTable.profileKey)
        )
        switch files {
        case (let certificates?, let key?):
            self.certificates = certificates
            self.key = key
        case (nil, nil):
            return nil
        case (let certificates?, nil):
            throw certificates.text.fault(
                "profile-cert needs the key of the certificate; name it with "
                    + "\(certificates.text.spelled(SettingTable.profileKey)).")
        case (nil, let key?):
            throw key.text.fault(
                "profile-key needs a certificate for the key; name it with "
                    + "\(key.text.spelled(SettingTable.profileCertificate)).")
        }
    }
}
