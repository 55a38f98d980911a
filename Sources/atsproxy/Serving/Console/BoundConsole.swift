import Console
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ServeSettings {
    /// Binds the console's socket; nil without a console. Must be called before the proxy listens, so that it knows an
    /// address that no client may reach.
    ///
    /// A console that nobody asked for takes another free port if its own is in use, and is left out with a message if the
    /// system grants none.
    func consoleSocket() throws(CommandFailure) -> ConsoleSocket? {
        switch console {
        case .off:
            return nil
        case .at(let address):
            do throws(SystemError) {
                return ConsoleSocket(try ListeningSocket(address))
            } catch {
                throw CommandFailure(
                    .unavailable,
                    "the console cannot listen on \(address): \(error.text); choose another address with --console, or off."
                )
            }
        case nil:
            let standard = ConsoleAddress.standard
            let anyPort = SocketAddress(standard.address, port: 0)
            // A listener of the proxy that asks for this very port gets it.
            let isTaken = listeners.flatMap(\.addresses).contains { $0.port == standard.port }
            do throws(SystemError) {
                guard !isTaken else { return ConsoleSocket(try ListeningSocket(anyPort)) }
                do throws(SystemError) {
                    return ConsoleSocket(try ListeningSocket(standard))
                } catch {
                    guard error.number == EADDRINUSE else { throw error }
                    return ConsoleSocket(try ListeningSocket(anyPort))
                }
            } catch {
                Self.sayThereIsNoConsole(error)
                return nil
            }
        }
    }

    /// Says that a console that nobody asked for could not be started.
    static func sayThereIsNoConsole(_ error: SystemError) {
        atsproxy.Console.say(
            "there is no console, because the system grants no more (\(error.operation): \(error.text)).")
    }
}
