import AppBundle
import Networking
import ProxyServer

/// What `SIGHUP` asks for: settings, policies and data files are read again, and used if all of them can be.
final class Reload {
    private let server: Server
    /// The settings in force.
    private(set) var settings: ServeSettings
    private let read: () throws(CommandFailure) -> ServeSettings

    /// Reloads of a server that runs under those settings; the closure reads them again.
    init(_ server: Server, _ settings: ServeSettings, read: @escaping () throws(CommandFailure) -> ServeSettings) {
        self.server = server
        self.settings = settings
        self.read = read
    }

    /// Reads everything anew; what does not parse leaves everything as it was, and says why.
    ///
    /// No file is waited for, since signals are heard on this thread: a pipe is read at the start alone.
    func run() {
        do throws(CommandFailure) {
            let (new, configuration) = try FileOpening.$readsPipes.withValue(false) {
                Result { () throws(CommandFailure) in try files() }
            }.get()
            let before = server.ports
            try reconfigure(configuration)
            sayWhatChanged(since: before)
            for name in new.unchangeable(since: settings) {
                Console.say("\(name.rawValue) has changed, which holds from the next start on.")
            }
            settings = new
        } catch {
            Console.say("not reloaded, the old configuration stays: \(error.sentence)")
        }
    }

    /// The settings, and the configuration that they make of the files as they are now.
    private func files() throws(CommandFailure) -> (ServeSettings, ServerConfiguration) {
        let new = try read()
        return (new, try new.configuration())
    }

    private func reconfigure(_ configuration: ServerConfiguration) throws(CommandFailure) {
        do throws(ServerError) {
            try server.reconfigure(configuration)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func sayWhatChanged(since before: [ProxyPort]) {
        Console.say("reloaded")
        let (old, new) = (Set(before.map(\.address)), Set(server.ports.map(\.address)))
        for port in before where !new.contains(port.address) { Console.say("no longer listening on \(port.address)") }
        for port in server.ports {
            let announcement = Announcement(port)
            if !old.contains(port.address) {
                announcement.say()
            } else if !before.contains(where: { Announcement($0).lines == announcement.lines }) {
                announcement.say()
            }
        }
    }
}
