import AppBundle
import Console
import DataInUse
import Networking
import ProxyServer
import Recording
import Settings
import StandardStreams
import TransportSecurity

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
            configuration.trust, rules: configuration.rules, replacesSystemRoots: true, replacesUserRoots: true)
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

extension ConsoleSettings {
    /// Creates the settings of the console for a new run of this program. The caller sets the values of options.
    init(showing source: Source) {
        // The session has 128 random bits. By them, a page notices that another run answers at the same address.
        let session = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
        self.init(
            version: ServerVersion.number, session: session, source: source, started: WallClock.now,
            publicSuffixes: CurrentData.publicSuffixes)
    }
}

extension ConsoleSettings.PolicyFile {
    /// Reads the text of the policy at a path, for patches. Returns nil for a policy in an archive, and for a pipe,
    /// whose content was already read.
    static func read(ofPolicyAt path: String) throws(CommandFailure) -> Self? {
        let location = try PolicyLocation.found(at: path)
        guard !location.isInArchive, RecordingWatch.FileState(at: location.path).identity != nil else { return nil }
        let bytes = try InputFile(location.path).bytes()
        do throws(PolicyFileError) {
            let lint = PolicyLint(readBy: .newest, publicSuffixes: CurrentData.publicSuffixes)
            let names = try AppPolicy.read(Array(bytes), named: path, lintedBy: lint).policy.userAgentNames
            return Self(path: location.path, text: String(decoding: bytes, as: UTF8.self), appNames: names)
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}
