import ForwardProxy
import InternetNames
import Networking
import ProxyServer
import TransportSecurity

/// The settings of one listener. The files that they name are not read yet.
struct ListenerSettings {
    /// The addresses to listen on; one listener may have several.
    var addresses: [SocketAddress]
    var policy: PolicySettings
    var mode: Mode
    var hasStrictTunnels: Bool
    /// The apps whose traffic is judged; empty for all apps.
    var appNames: [String]
    var waivers: [Waiver]
    var allowedClients: [AddressRange]
    /// The path of the password file; nil if no authentication is required.
    var passwordFile: String?
    var allowedDestinations: [DestinationPattern]
    var deniedDestinations: [DestinationPattern]
    /// The hosts for `/proxy.pac` in addition to the hosts of the policy.
    var proxiedHosts: [ProxiedHost]

    /// Reads the settings from layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        policy = try PolicySettings(stack)
        mode = try stack.value(.mode) ?? .enforce
        hasStrictTunnels = try stack.value(.strictTunnel) ?? false
        appNames = try stack.values(.app) ?? []
        waivers = try stack.values(.ignore) ?? []
        allowedClients = try stack.values(.allowClient) ?? []
        passwordFile = try stack.value(.authFile)
        allowedDestinations = try stack.values(.allowDestination) ?? []
        deniedDestinations = try stack.values(.denyDestination) ?? []
        proxiedHosts = try stack.values(.pacHost) ?? []
        addresses = try stack.values(.listen) ?? [SocketAddress(.v4(0x7F00_0001), port: 8080)]
        guard allowedClients.isEmpty, passwordFile == nil else { return }
        for (address, text) in zip(addresses, stack.texts(.listen) ?? []) where !address.address.isLoopback {
            throw text.fault(
                "listen \(address) lets other machines in; say who may connect with \(text.spelled(.allowClient)), "
                    + "or who may use it with \(text.spelled(.authFile)).")
        }
    }

    /// The listeners according to the settings, with all files read.
    func ports() throws(CommandFailure) -> [ProxyPort] {
        let app = try policy.appPolicy()
        let policyScope = PolicyScope(
            policyName: app.source, dictionary: app.dictionary, linkedSDK: policy.sdk(of: app), os: policy.os,
            loadKind: policy.api, appNames: appNames, mode: mode, hasStrictTunnels: hasStrictTunnels,
            waivers: waivers)
        let users = try passwordFile.map { (path) throws(CommandFailure) in try Self.users(in: path) }
        let clients = ClientRules(allowed: allowedClients, requiresAuthentication: users != nil)
        let destinations = DestinationRules(allowed: allowedDestinations, denied: deniedDestinations)
        let hosts = ProxiedHost.hosts(of: policy.reading(of: app)) + proxiedHosts
        return addresses.map { address in
            ProxyPort(
                address: address, policyScope: policyScope, clients: clients, destinations: destinations,
                proxiedHosts: hosts, users: users)
        }
    }

    private static func users(in path: String) throws(CommandFailure) -> PasswordFile {
        let text = String(decoding: try InputFile(path).bytes(), as: UTF8.self)
        do throws(PasswordFile.Fault) {
            return try PasswordFile(text)
        } catch {
            throw CommandFailure(.data, "\(path), line \(error.line), \(error.reason).")
        }
    }
}
