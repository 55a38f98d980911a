import AppBundle
import Console
import Networking
import ProxyServer
import TransportSecurity

extension ServeSettings {
    /// What makes the console's model of a proxy with that configuration, on the console's thread.
    func consoleSource(
        _ configuration: ServerConfiguration
    ) throws(CommandFailure) -> @Sendable () -> any ConsoleSource {
        let parts = try consoleConfiguration(configuration)
        let session = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
        var settings = ConsoleSettings(
            version: ServerVersion.number, session: session, source: .live, started: WallClock.now,
            publicSuffixes: ShippedFile.publicSuffixes)
        (settings.data, settings.policyFile) = (parts.data, parts.policyFile)
        return { [settings] in ConsoleModel(settings, judge: parts.judge) }
    }

    /// What of a configuration the console of the proxy shows and judges by.
    func consoleConfiguration(_ configuration: ServerConfiguration) throws(CommandFailure) -> ConsoleConfiguration {
        let judge = ConsoleJudge(
            configuration.trust, configuration.rules, replacesSystemRoots: true, replacesUserRoots: true)
        return ConsoleConfiguration(
            judge: judge, data: .used(by: judge, hasOwnRoots: trust.roots != nil), policyFile: try consolePolicyFile())
    }

    /// The text of the one policy of all listeners, for patches; nil if there are several or none, or it is in an archive.
    private func consolePolicyFile() throws(CommandFailure) -> ConsoleSettings.PolicyFile? {
        let paths = Set(listeners.map(\.policy.path))
        guard paths.count == 1, let path = paths.first ?? nil, listeners.allSatisfy(\.policies.isEmpty) else {
            return nil
        }
        let location = try PolicyLocation.found(at: path)
        // A pipe was read to its end already.
        guard !location.isInArchive, RecordingWatch.FileState(at: location.path).identity != nil else { return nil }
        let text = String(decoding: try InputFile(location.path).bytes(), as: UTF8.self)
        return ConsoleSettings.PolicyFile(path: location.path, text: text)
    }
}
