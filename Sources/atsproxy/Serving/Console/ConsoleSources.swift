import Console
import ProxyServer
import Settings
import StandardStreams

extension ServeSettings {
    /// A closure that creates the console's model of a proxy, on the console's thread.
    func consoleSource(
        _ configuration: ServerConfiguration, of server: Server
    ) throws(CommandFailure) -> @Sendable () -> any ConsoleSource {
        let parts = try consoleConfiguration(configuration)
        var settings = ConsoleSettings(showing: .live)
        (settings.data, settings.policyFile) = (parts.data, parts.policyFile)
        settings.probeAgain = { destination in
            switch server.probeAgain(destination) {
            case .granted: .begun
            case .tooSoon(let seconds): .tooSoon(seconds: seconds)
            case .unknown: .unknown
            }
        }
        return { [settings] in ConsoleModel(settings, judge: parts.judge) }
    }

    /// The part of a configuration that the console needs.
    func consoleConfiguration(_ configuration: ServerConfiguration) throws(CommandFailure) -> ConsoleConfiguration {
        let judge = ConsoleJudge(
            configuration.trust, configuration.rules, replacesSystemRoots: true, replacesUserRoots: true)
        return ConsoleConfiguration(
            judge: judge, data: .used(by: judge, hasOwnRoots: trust.roots != nil),
            policyFile: try onlyPolicyPath.flatMap { (path) throws(CommandFailure) in try .read(ofPolicyAt: path) })
    }

    /// The path of the one policy of all listeners; nil if there are several or none.
    private var onlyPolicyPath: String? {
        let paths = Set(listeners.map(\.policy.path))
        guard paths.count == 1, listeners.allSatisfy(\.policies.isEmpty) else { return nil }
        return paths.first ?? nil
    }
}
