import AppBundle
import ConfigurationProfiles
import Networking
import OpenSSL
import Probing
import ProxyServer
import Settings
import StandardStreams
import TransportSecurity

extension ServeSettings {
    /// The configuration of the proxy, from the settings and the current content of the files that they name.
    ///
    /// - Parameters:
    ///   - warningAt: The current time, at which warnings are printed, such as about data that are too old; nil for no
    ///     warnings.
    ///   - pipes: The treatment of files that are pipes.
    func configuration(
        warningAt time: Instant? = nil, pipes: FileOpening.Pipes = .read
    ) throws(CommandFailure) -> ServerConfiguration {
        if time != nil {
            for warning in upstreamProxyWarnings + [recording.warning].compactMap(\.self) {
                Output.say("warning: \(warning)")
            }
        }
        var configured: [ListenerConfiguration] = []
        for listener in listeners { configured += try listener.configurations(pipes: pipes) }
        let systems = configured.flatMap(\.policies.appliedPolicies).map { appliedPolicy in
            switch appliedPolicy.os {
            case .fixed(let os): os
            case .byUserAgent: OSVersion.newest
            }
        }
        let (store, rules) = try trust.load(warningAt: time, for: systems, pipes: pipes)
        var configuration = ServerConfiguration(
            listeners: configured, rules: rules, trust: store, workers: workers)
        configuration.limits = network.limits
        configuration.resolve = network.overrides
        configuration.fetchesIssuers = network.fetchesIssuers
        configuration.options = options
        configuration.profiles = ProfileWriter(signer: try profileSigning?.signer(pipes: pipes))
        return configuration
    }

    /// Warnings about effects of upstream proxies that are easily overlooked, one sentence each.
    var upstreamProxyWarnings: [String] {
        var warnings: [String] = []
        for listener in listeners {
            guard let upstreamProxy = listener.upstreamProxy else { continue }
            if listener.addresses.isEmpty {
                let names = listener.transparentAddresses.map(\.description).joined(separator: ", ")
                warnings.append(
                    "the upstream proxy \(upstreamProxy.authority) has no effect at \(names), since transparent "
                        + "listeners reach servers directly.")
            } else if upstreamProxy.isOnThisMachine, listener.addresses.contains(where: { !$0.address.isLoopback }) {
                warnings.append(
                    "the upstream proxy \(upstreamProxy.authority) is on this machine and looks names up itself, so "
                        + "that clients on other machines reach by a name what it reaches here; let its own rules deny "
                        + "that.")
            }
        }
        return warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension ProfileSigningSettings {
    /// Creates the signer from the files of its certificates and its key.
    func signer(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> MessageSigner {
        let chain = try certificates.read(pipes: pipes) { (file) throws(CommandFailure) in try file.bytes() }
        let keyBytes = try key.read(pipes: pipes) { (file) throws(CommandFailure) in try file.bytes() }
        do throws(SignerFault) {
            return try MessageSigner(certificates: (chain, certificates.path), key: (keyBytes, key.path))
        } catch {
            switch error {
            case .certificates(let fault): throw certificates.text.dataFault(fault.text)
            case .key(let fault): throw key.text.dataFault(fault.text)
            }
        }
    }
}
