import ForwardProxy
import InternetNames
import Networking
import ProxyServer
import SetupPages
import TransportSecurity

/// The settings of one listener: its addresses, policies and access rules. The files that they name are not read yet.
package struct ListenerSettings {
    /// The addresses to listen on; one listener may have several.
    package var addresses: [SocketAddress]
    /// The addresses to listen on for connections that a packet filter redirects.
    package var transparentAddresses: [SocketAddress]
    /// The apps of clients that name none.
    package var appNamesOfClients: [ClientAppNames.Entry]
    /// The policy of the apps that have none of their own in `policies`.
    package var policy: PolicySettings
    /// The text that names that policy, with its location; nil if no policy is named.
    package let policyText: SettingText?
    /// The policies for certain apps, in the order in which they are tried.
    package var policies: [AppPolicySettings]
    /// Whether violations are blocked or only recorded.
    package var mode: Mode
    /// The options of the listener that rows of the table set.
    package var options = ListenerOptions()
    /// The apps whose traffic is judged; empty for all apps.
    package var appNames: [String]
    /// The waivers, whose findings become notes.
    package var waivers: [Waiver]
    /// The clients that may connect; empty for only this machine.
    package var allowedClients: [AddressRange]
    /// The password file; nil if no authentication is required.
    package var passwordFile: NamedFile?
    /// The destinations that clients may reach although they are forbidden by default.
    package var allowedDestinations: [DestinationPattern]
    /// The destinations that no client may reach.
    package var deniedDestinations: [DestinationPattern]
    /// The hosts for `/proxy.pac` in addition to the hosts of the policy.
    package var proxiedHosts: [ProxiedHost]
    /// The upstream proxy; nil if servers are reached directly.
    package var upstreamProxy: UpstreamProxySettings?

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        policy = try PolicySettings(stack)
        policyText = stack.texts(SettingTable.policy)?.last
        policies = try AppPolicySettings.entries(stack)
        if policy.path == SettingTable.automaticPolicy {
            policy.path = nil
            guard !policies.isEmpty else {
                let text = policyText ?? SettingText(name: "policy", value: "", location: .commandLine)
                throw text.fault(
                    "policy auto takes the policy of the app that the User-Agent names; name the apps with "
                        + "\(text.spelled(SettingTable.policies)).")
            }
        }
        mode = try stack.value(SettingTable.mode)
        try stack.set(&options)
        appNames = try stack.value(SettingTable.app)
        waivers = try stack.value(SettingTable.ignore)
        allowedClients = try stack.value(SettingTable.allowClient)
        passwordFile = try stack.value(SettingTable.authFile)
        allowedDestinations = try stack.value(SettingTable.allowDestination)
        deniedDestinations = try stack.value(SettingTable.denyDestination)
        proxiedHosts = try stack.value(SettingTable.pacHost)
        upstreamProxy = try UpstreamProxySettings(stack)
        appNamesOfClients = try stack.value(SettingTable.appOf)
        transparentAddresses = try Self.transparentAddresses(stack)
        addresses = try stack.value(SettingTable.listen)
        if addresses.isEmpty, transparentAddresses.isEmpty {
            // 127.0.0.1:8080
            addresses = [SocketAddress(.v4(0x7F00_0001), port: 8080)]
        }
        try checkClientsAreNamed(stack)
    }

    /// The addresses for redirected connections, which only Linux has.
    private static func transparentAddresses(_ stack: SettingsStack) throws(CommandFailure) -> [SocketAddress] {
        let addresses = try stack.value(SettingTable.listenTransparent)
        if !addresses.isEmpty, !OriginalDestination.isSupported,
            let text = stack.texts(SettingTable.listenTransparent)?.first
        {
            throw text.fault("listen-transparent works only on Linux, since it takes connections from nftables.")
        }
        return addresses
    }

    /// Checks that a listener which other machines can reach names its clients, or asks for a password. Clients of a
    /// transparent listener cannot give one.
    private func checkClientsAreNamed(_ stack: SettingsStack) throws(CommandFailure) {
        guard allowedClients.isEmpty else { return }
        for (address, text) in zip(transparentAddresses, stack.texts(SettingTable.listenTransparent) ?? [])
        where !address.address.isLoopback {
            throw text.fault(
                "listen-transparent \(address) lets other machines in; say which with "
                    + "\(text.spelled(SettingTable.allowClient)).")
        }
        guard passwordFile == nil else { return }
        for (address, text) in zip(addresses, stack.texts(SettingTable.listen) ?? []) where !address.address.isLoopback
        {
            throw text.fault(
                "listen \(address) lets other machines in; say who may connect with "
                    + "\(text.spelled(SettingTable.allowClient)), or who may use it with "
                    + "\(text.spelled(SettingTable.authFile)).")
        }
    }
}
