import AppBundle
import ForwardProxy
import InternetNames
import Networking
import ProxyServer
import SetupPages
import TransportSecurity

/// The settings of one listener. The files that they name are not read yet.
struct ListenerSettings {
    /// The addresses to listen on; one listener may have several.
    var addresses: [SocketAddress]
    /// The addresses to listen on for connections that a packet filter redirects.
    var transparentAddresses: [SocketAddress]
    /// The apps of clients that name none.
    var appNamesOfClients: [ClientAppNames.Entry]
    /// The policy of the apps that have none of their own in `policies`.
    var policy: PolicySettings
    /// The place at which that policy is named; nil if none is.
    private let policyText: SettingText?
    /// The policies for certain apps, in the order in which they are tried.
    var policies: [AppPolicySettings]
    var mode: Mode
    var hasStrictTunnels: Bool
    /// The apps whose traffic is judged; empty for all apps.
    var appNames: [String]
    var waivers: [Waiver]
    var allowedClients: [AddressRange]
    /// The password file; nil if no authentication is required.
    var passwordFile: NamedFile?
    var allowedDestinations: [DestinationPattern]
    var deniedDestinations: [DestinationPattern]
    /// The hosts for `/proxy.pac` in addition to the hosts of the policy.
    var proxiedHosts: [ProxiedHost]
    /// The upstream proxy; nil if servers are reached directly.
    var upstreamProxy: UpstreamProxySettings?

    /// Reads the settings from layers.
    init(_ stack: SettingsStack) throws(CommandFailure) {
        policy = try PolicySettings(stack)
        policyText = stack.texts(.policy)?.last
        policies = try AppPolicySettings.entries(stack)
        if policy.path == SettingName.automaticPolicy {
            policy.path = nil
            guard !policies.isEmpty else {
                let place = stack.texts(.policy)?.last ?? SettingText(name: "policy", text: "", place: .commandLine)
                throw place.fault(
                    "policy auto takes the policy of the app that the User-Agent names; name the apps with "
                        + "\(place.spelled(.policies)).")
            }
        }
        mode = try stack.value(.mode) ?? .enforce
        hasStrictTunnels = try stack.value(.strictTunnel) ?? false
        appNames = try stack.values(.app) ?? []
        waivers = try stack.values(.ignore) ?? []
        allowedClients = try stack.values(.allowClient) ?? []
        passwordFile = try stack.file(.authFile)
        allowedDestinations = try stack.values(.allowDestination) ?? []
        deniedDestinations = try stack.values(.denyDestination) ?? []
        proxiedHosts = try stack.values(.pacHost) ?? []
        upstreamProxy = try UpstreamProxySettings(stack)
        appNamesOfClients = try stack.values(.appOf) ?? []
        transparentAddresses = try Self.transparentAddresses(stack)
        let usual = transparentAddresses.isEmpty ? [SocketAddress(.v4(0x7F00_0001), port: 8080)] : []
        addresses = try stack.values(.listen) ?? usual
        try checkClientsAreNamed(stack)
    }

    private static func transparentAddresses(_ stack: SettingsStack) throws(CommandFailure) -> [SocketAddress] {
        let addresses = try stack.values(.listenTransparent) ?? []
        if !addresses.isEmpty, !OriginalDestination.isSupported, let text = stack.texts(.listenTransparent)?.first {
            throw text.fault("listen-transparent works only on Linux, since it takes connections from nftables.")
        }
        return addresses
    }

    /// Other machines may be let in only where it is said which. A client of a transparent listener has no password.
    private func checkClientsAreNamed(_ stack: SettingsStack) throws(CommandFailure) {
        guard allowedClients.isEmpty else { return }
        for (address, text) in zip(transparentAddresses, stack.texts(.listenTransparent) ?? [])
        where !address.address.isLoopback {
            throw text.fault(
                "listen-transparent \(address) lets other machines in; say which with \(text.spelled(.allowClient)).")
        }
        guard passwordFile == nil else { return }
        for (address, text) in zip(addresses, stack.texts(.listen) ?? []) where !address.address.isLoopback {
            throw text.fault(
                "listen \(address) lets other machines in; say who may connect with \(text.spelled(.allowClient)), "
                    + "or who may use it with \(text.spelled(.authFile)).")
        }
    }

    /// The listeners according to the settings, with all files read.
    func configurations() throws(CommandFailure) -> [ListenerConfiguration] {
        var read = try ReadPolicies(policies, otherwise: policy, namedBy: policyText)
        try read.checkEachIsSelected(among: appNames)
        read.nameApart()
        let selection = PolicySelection(
            read.entries.map { PolicySelection.Entry($0.selector, appliedPolicy($0.policy, by: $0.settings.policy)) },
            otherwise: appliedPolicy(read.fallback, by: policy))
        let users = try passwordFile.map { (file) throws(CommandFailure) in try file.read(Self.users) }
        let clients = ClientRules(allowed: allowedClients, requiresAuthentication: users != nil)
        let destinations = DestinationRules(allowed: allowedDestinations, denied: deniedDestinations)
        let upstreamProxy = try upstreamProxy?.read()
        let hosts = read.proxiedHosts(otherwise: policy) + proxiedHosts
        let appNames = ClientAppNames(appNamesOfClients)
        let explicit = addresses.map { address in
            ListenerConfiguration(
                address: address, policies: selection, clients: clients, destinations: destinations,
                proxiedHosts: hosts, kind: .explicit(users: users, upstreamProxy: upstreamProxy), appNames: appNames)
        }
        let transparent = transparentAddresses.map { address in
            ListenerConfiguration(
                address: address, policies: selection, clients: ClientRules(allowed: allowedClients),
                destinations: destinations, kind: .transparent, appNames: appNames)
        }
        return explicit + transparent
    }

    private func appliedPolicy(_ app: AppPolicy, by settings: PolicySettings) -> AppliedPolicy {
        AppliedPolicy(
            policyName: app.source, dictionary: app.dictionary, linkedSDK: settings.sdk(of: app), os: settings.os,
            loadingAPI: settings.api, appNames: appNames, mode: mode, hasStrictTunnels: hasStrictTunnels,
            waivers: waivers
        ).recorded()
    }

    private static func users(in file: InputFile) throws(CommandFailure) -> PasswordFile {
        let text = String(decoding: try file.bytes(), as: UTF8.self)
        do throws(PasswordFile.Fault) {
            return try PasswordFile(text)
        } catch {
            throw CommandFailure(.data, "\(file.name), line \(error.line), \(error.reason).")
        }
    }
}
