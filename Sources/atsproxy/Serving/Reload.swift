import AppBundle
import DataInUse
import MetricsServing
import Networking
import ProxyServer
import Settings
import StandardStreams

/// The reaction to `SIGHUP`: reads settings, policies and data files again, and applies them if all of them are valid.
final class Reload {
    private let server: Server
    /// The settings in force.
    private(set) var settings: ServeSettings
    /// The settings at the start of the metrics. Some of them cannot be changed by a reload.
    private let startSettings: ServeSettings
    private var configuration: ServerConfiguration
    private let metrics: ProgramMetrics
    private let readSettings: () throws(CommandFailure) -> ServeSettings

    /// Creates the reload of a server with its settings.
    ///
    /// - Parameter readSettings: Reads the settings again, except from pipes.
    init(
        of server: Server, settings: ServeSettings, configuration: ServerConfiguration, metrics: ProgramMetrics,
        readSettings: @escaping () throws(CommandFailure) -> ServeSettings
    ) {
        self.server = server
        self.metrics = metrics
        self.configuration = configuration
        self.settings = settings
        startSettings = settings
        self.readSettings = readSettings
    }

    /// The dates of the data files in force.
    var dataFileDates: DataFileDates { DataFileDates(of: configuration, settings) }

    /// Reads and applies everything again. If anything is invalid, nothing changes and the reason is printed.
    ///
    /// Pipes are not read again, because waiting for one would block the thread that handles signals.
    ///
    /// - Returns: The new configuration; nil if nothing has changed.
    func reloadAll() -> ServerConfiguration? {
        do throws(CommandFailure) {
            let newSettings = try readSettings()
            var newConfiguration = try newSettings.configuration(pipes: .refused)
            // The program also listens on addresses that no listener of the settings has, such as that of the console.
            newConfiguration.ownAddresses = configuration.ownAddresses
            let before = server.listeners
            try reconfigure(newConfiguration)
            announceChanges(since: before)
            for warning in CurrentData.warnings(about: newSettings.trust.replaceable) {
                Output.say("warning: \(warning)")
            }
            for name in newSettings.settingsAwaitingRestart(since: settings, running: startSettings) {
                Output.say("\(name) has changed; restart atsproxy to apply it.")
            }
            settings = newSettings
            configuration = newConfiguration
            metrics.use(DataFileDates(of: configuration, settings))
            metrics.reloads.count(isSuccess: true, at: WallClock.now)
            return configuration
        } catch {
            metrics.reloads.count(isSuccess: false, at: WallClock.now)
            Output.say("not reloaded, the old configuration stays: \(error.sentence)")
            return nil
        }
    }

    /// Reads and applies the data files again, but not settings and policies. If a file that the settings name is
    /// invalid, nothing changes and the reason is printed.
    ///
    /// - Returns: The new configuration; nil if nothing has changed.
    func reloadDataFiles() -> ServerConfiguration? {
        do throws(CommandFailure) {
            var newConfiguration = configuration
            (newConfiguration.trust, newConfiguration.rules) = try settings.trust.load(warningAt: nil, pipes: .refused)
            try reconfigure(newConfiguration)
            configuration = newConfiguration
            metrics.use(DataFileDates(of: configuration, settings))
            return configuration
        } catch {
            Output.say("the updated data are not used before the next reload: \(error.sentence)")
            return nil
        }
    }

    private func reconfigure(_ configuration: ServerConfiguration) throws(CommandFailure) {
        do throws(ServerError) {
            try server.reconfigure(configuration)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func announceChanges(since before: [ListenerConfiguration]) {
        Output.say("reloaded")
        let oldAddresses = Set(before.map(\.address))
        let newAddresses = Set(server.listeners.map(\.address))
        for listener in before where !newAddresses.contains(listener.address) {
            Output.say("no longer listening on \(listener.address)")
        }
        for listener in server.listeners {
            let announcement = Announcement(listener)
            let isUnchanged =
                oldAddresses.contains(listener.address)
                && before.contains { Announcement($0).lines == announcement.lines }
            if !isUnchanged { announcement.print() }
        }
    }
}
