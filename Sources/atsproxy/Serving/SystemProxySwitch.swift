import InternetNames
import Networking
import ProxyServer
import Settings
import StandardStreams
import SystemProxy

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Sets the system's proxy during `serve` or `run` once the proxy listens, and restores it as soon as the proxy stops.
final class SystemProxySwitch {
    /// Whether `--system-proxy` is given.
    private let isWanted: Bool
    /// The setting of the system; nil before it is set, and after it is restored.
    private var proxy: SystemProxy?
    /// The listener that the system's proxy names; nil before the proxy is set.
    private var listener: SocketAddress?
    /// The exit status: 0, or that of a restore that failed.
    private(set) var status: Int32 = 0

    /// Creates the switch.
    ///
    /// - Parameter isWanted: Whether `--system-proxy` is given. Otherwise only settings that an earlier run has left
    ///   are restored.
    init(isWanted: Bool) {
        self.isWanted = isWanted
    }

    /// Sets the system's proxy to the first listener that is not transparent. Signals that come meanwhile are sent
    /// again afterwards.
    ///
    /// - Parameters:
    ///   - listeners: The listeners. Without `--system-proxy`, they are not used.
    ///   - ownAddresses: Further addresses of this program, which programs reach without the proxy.
    /// - Returns: The reason why the proxy is not set; nil if it is set or not wanted.
    func begin(_ listeners: [ListenerConfiguration], ownAddresses: [SocketAddress]) -> CommandFailure? {
        guard isWanted else {
            HeldSignals.sentAgain { SystemProxy.restoreAfterCrash(saying: Output.say) }
            return nil
        }
        guard let first = listeners.first(where: { !$0.isTransparent }) else {
            return CommandFailure(.usage, "the system's proxy is set to no listener; name one with --listen.")
        }
        let names = ownAddresses.flatMap { $0.address.isLoopback ? ["\($0)", "localhost:\($0.port)"] : ["\($0)"] }
        let address = SystemProxyAddress(first.address.address, port: first.address.port, ownAddresses: names)
        var failure: CommandFailure?
        listener = first.address
        HeldSignals.sentAgain {
            do throws(SystemProxyFailure) {
                proxy = try SystemProxy(to: address, saying: Output.say)
            } catch {
                failure = CommandFailure(error)
            }
        }
        return failure
    }

    /// Restores the system's proxy if a reload has taken its listener away.
    func listenersChanged(to listeners: [ListenerConfiguration]) {
        guard proxy != nil, !listeners.contains(where: { $0.address == listener && !$0.isTransparent }) else { return }
        end()
        if status == 0 { Output.say("the system's proxy is set back, since its listener is gone.") }
        Output.say("restart atsproxy to set the system's proxy again.")
    }

    /// Restores the system's proxy, within 20 seconds. Only the first call has an effect. Signals that come meanwhile
    /// are sent again afterwards.
    func end() {
        HeldSignals.sentAgain { restore() }
    }

    /// Restores the system's proxy as the last action of the program, unless `end` has done so. Signals that come
    /// meanwhile are dropped, because the program ends anyway.
    func endWithProgram() {
        _ = HeldSignals.during { restore() }
    }

    private func restore() {
        guard let proxy else { return }
        self.proxy = nil
        do throws(SystemProxyFailure) {
            try proxy.restore()
        } catch {
            Output.say(error.sentence)
            status = CommandFailure(error).status.rawValue
        }
    }
}

extension HeldSignals {
    /// Runs a job, and then sends every signal that came meanwhile once.
    fileprivate static func sentAgain(_ job: () -> Void) {
        for signal in during(job).signals { raise(signal) }
    }
}

extension CommandFailure {
    fileprivate init(_ failure: SystemProxyFailure) {
        switch failure.cause {
        case .unavailable: self.init(.unavailable, failure.sentence)
        case .file: self.init(.data, failure.sentence)
        case .output: self.init(.output, failure.sentence)
        case .value: self.init(.software, failure.sentence)
        }
    }
}
