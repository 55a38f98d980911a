import AppBundle
import ForwardProxy
import ProxyServer
import Settings
import TransportSecurity

extension ListenerSettings {
    /// The configurations of the proxy's listeners, one for each address of these settings, with all files read.
    func configurations(pipes: FileOpening.Pipes) throws(CommandFailure) -> [ListenerConfiguration] {
        var read = try ReadPolicies(policies, otherwise: policy, namedBy: policyText, pipes: pipes)
        try read.checkEachIsSelected(among: appNames)
        read.makeNamesUnique()
        let selection = PolicySelection(
            read.entries.map { PolicySelection.Entry($0.selector, appliedPolicy($0.policy, with: $0.settings.policy)) },
            otherwise: appliedPolicy(read.fallback, with: policy))
        let users = try passwordFile.map { (file) throws(CommandFailure) in
            try file.read(pipes: pipes, Self.users)
        }
        let clients = ClientRules(allowed: allowedClients, requiresAuthentication: users != nil)
        let destinations = DestinationRules(allowed: allowedDestinations, denied: deniedDestinations)
        let upstreamProxy = try upstreamProxy?.read(pipes: pipes)
        let hosts = read.proxiedHosts(otherwise: policy) + proxiedHosts
        let appNames = ClientAppNames(appNamesOfClients)
        let explicit = addresses.map { address in
            ListenerConfiguration(
                address: address, policies: selection, clients: clients, destinations: destinations,
                proxiedHosts: hosts, kind: .explicit(users: users, upstreamProxy: upstreamProxy), appNames: appNames,
                options: options)
        }
        let transparent = transparentAddresses.map { address in
            ListenerConfiguration(
                address: address, policies: selection, clients: ClientRules(allowed: allowedClients),
                destinations: destinations, kind: .transparent, appNames: appNames, options: options)
        }
        return explicit + transparent
    }

    private func appliedPolicy(_ app: AppPolicy, with settings: PolicySettings) -> AppliedPolicy {
        AppliedPolicy(
            policyName: app.source, dictionary: app.dictionary, linkedSDK: settings.sdk(of: app), os: settings.os,
            loadingAPI: settings.api, appNames: appNames, mode: mode, waivers: waivers
        ).recorded()
    }

    private static func users(in file: InputFile) throws(CommandFailure) -> PasswordFile {
        let text = String(decoding: try file.bytes(), as: UTF8.self)
        let users: PasswordFile
        do throws(PasswordFile.Fault) {
            users = try PasswordFile(text)
        } catch {
            throw CommandFailure(.data, "\(file.name), line \(error.line), \(error.reason).")
        }
        guard !users.isEmpty else {
            throw CommandFailure(
                .data, "\(file.name) names no user, and nobody could log in; add one by: htpasswd -B FILE NAME")
        }
        return users
    }
}
