import AppBundle
import Networking
import ProxyServer
import Settings

/// The reaction to `SIGHUP`: reads settings, policies and data files again, and applies them if all of them are valid.
final class Reload {
    private let server: Server
    /// The settings in force.
    private(set) var settings: ServeSettings
    /// The settings at the start of the program. Some of them cannot be changed by a reload.
    private let startSettings: ServeSettings
    private var configuration: ServerConfiguration
    private let program: ProgramMetrics
    private let read: () throws(CommandFailure) -> ServeSettings

    /// Creates the reload of a server with its settings.
    ///
    /// - Parameter read: Reads the settings again, except from pipes.
    init(
        _ server: Server, _ settings: ServeSettings, _ configuration: ServerConfiguration, _ program: ProgramMetrics,
        read: @escaping () throws(CommandFailure) -> ServeSettings
    ) {
        self.server = server
        self.program = program
        self.configuration = configuration
        self.settings = settings
        startSettings = settings
        self.read = read
    }

    /// The dates of the data files in force.
    var dataFileDates: DataFileDates { DataFileDates(of: configuration, settings) }

    /// Reads and applies everything again. If anything is invalid, nothing changes and the reason is printed.
    ///
    /// Pipes are not read again, because waiting for one would block the thread that handles signals.
    ///
    /// - Returns: The new configuration; nil if nothing has changed.
    func run() -> ServerConfiguration? {
        do throws(CommandFailure) {
            let new = try read()
            var configuration = try new.configuration(pipes: .refused)
            configuration.ownAddresses = self.configuration.ownAddresses
            let before = server.listeners
            try reconfigure(configuration)
            announceChanges(since: before)
            for warning in CurrentData.warnings(about: new.trust.replaceable) { Console.say("warning: \(warning)") }
            for name in new.awaitingStart(since: settings, running: startSettings) {
                Console.say("\(name) has changed; restart atsproxy to apply it.")
            }
            settings = new
            self.configuration = configuration
            program.use(DataFileDates(of: configuration, new))
            program.reloads.count(isSuccess: true, at: WallClock.now)
            return configuration
        } catch {
            program.reloads.count(isSuccess: false, at: WallClock.now)
            Console.say("not reloaded, the old configuration stays: \(error.sentence)")
            return nil
        }
    }

    /// Reads and applies the data files again, but not settings and policies. If a file that the settings name is
    /// invalid, nothing changes and the reason is printed.
    ///
    /// - Returns: The new configuration; nil if nothing has changed.
    func useNewData() -> ServerConfiguration? {
        do throws(CommandFailure) {
            var new = configuration
            (new.trust, new.rules) = try settings.trust.load(warnsAt: nil, pipes: .refused)
            try reconfigure(new)
            configuration = new
            program.use(DataFileDates(of: new, settings))
            return new
        } catch {
            Console.say("the updated data are not used before the next reload: \(error.sentence)")
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
        Console.say("reloaded")
        let (old, new) = (Set(before.map(\.address)), Set(server.listeners.map(\.address)))
        for listener in before where !new.contains(listener.address) {
            Console.say("no longer listening on \(listener.address)")
        }
        for listener in server.listeners {
            let announcement = Announcement(listener)
            let isUnchanged =
                old.contains(listener.address)
                && before.contains { Announcement($0).lines == announcement.lines }
            if !isUnchanged { announcement.print() }
        }
    }
}
