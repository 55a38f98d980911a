import Console
import HTTPServer
import Networking
import Settings
import StandardStreams

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ServerSocket {
    /// Binds the address of `--console`.
    static func bound(to address: SocketAddress) throws(CommandFailure) -> ServerSocket {
        do throws(SystemError) {
            return ServerSocket(try ListeningSocket(address))
        } catch {
            throw CommandFailure(
                .unavailable,
                "the console cannot listen on \(address): \(error.text); choose another address with --console.")
        }
    }

    /// Binds the usual address, or another free port if the usual one is in use.
    ///
    /// - Parameter leavesUsualPort: Whether the usual port is left free for a listener of the proxy.
    static func boundToUsualAddress(leavesUsualPort: Bool = false) throws(SystemError) -> ServerSocket {
        let standard = ServerAddress.usualConsole
        let anyPort = SocketAddress(standard.address, port: 0)
        guard !leavesUsualPort else { return ServerSocket(try ListeningSocket(anyPort)) }
        do throws(SystemError) {
            return ServerSocket(try ListeningSocket(standard))
        } catch {
            guard error.number == EADDRINUSE else { throw error }
            return ServerSocket(try ListeningSocket(anyPort))
        }
    }
}

extension ServeSettings {
    /// Binds the console's socket; nil without a console. The call must precede the start of the proxy, which keeps its
    /// clients from the address.
    ///
    /// Without `--console`, a failure is only reported, and there is no console.
    func consoleSocket() throws(CommandFailure) -> ServerSocket? {
        switch console {
        case .off:
            return nil
        case .at(let address):
            return try .bound(to: address)
        case nil:
            // A listener of the proxy that asks for the usual port gets it.
            let isTaken = listeners.flatMap(\.addresses).contains { $0.port == ServerAddress.usualConsole.port }
            do throws(SystemError) {
                return try .boundToUsualAddress(leavesUsualPort: isTaken)
            } catch {
                Self.sayThereIsNoConsole(error)
                return nil
            }
        }
    }

    /// Reports that the console could not be started, which is not an error without `--console`.
    static func sayThereIsNoConsole(_ error: SystemError) {
        StandardStreams.Output.say(
            "there is no console: \(error.prose).")
    }
}
