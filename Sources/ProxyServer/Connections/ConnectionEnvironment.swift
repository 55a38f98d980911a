import ConfigurationProfiles
import ForwardProxy
import Networking
import SetupPages

/// The objects that the connections of one worker share: the loop, the configuration, and the services for their loads.
final class ConnectionEnvironment {
    /// The worker's loop.
    let loop: EventLoop
    /// The parts that loads need.
    let loads: LoadEnvironment
    /// The passwords that are being checked.
    let passwords: PasswordChecks
    /// The connections that are open.
    let connections: OpenConnections
    /// The limits of sizes, numbers and times.
    private(set) var limits: Limits
    private var profiles = ProfileWriter()
    private let cannotWriteProfile: (String) -> Void
    /// The number of configurations before the one in use.
    private(set) var generation = 0
    private var ports: [SocketAddress: ListenerConfiguration] = [:]
    private var lastOriginOwner: UInt64 = 0

    init(
        _ loop: EventLoop, _ loads: LoadEnvironment, _ passwords: PasswordChecks, _ connections: OpenConnections,
        _ limits: Limits, cannotWriteProfile: @escaping (String) -> Void
    ) {
        self.cannotWriteProfile = cannotWriteProfile
        self.loop = loop
        self.loads = loads
        self.passwords = passwords
        self.connections = connections
        self.limits = limits
    }

    /// Replaces the listeners, the limits and the writer of profiles.
    func use(_ ports: [ListenerConfiguration], _ limits: Limits, _ profiles: ProfileWriter) {
        generation += 1
        self.profiles = profiles
        self.limits = limits
        self.ports = Dictionary(ports.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The current listener on an address; nil if there is none any more.
    func port(at address: SocketAddress) -> ListenerConfiguration? {
        ports[address]
    }

    /// The document of a configuration profile that a device asks for; nil if it cannot be written, which is reported.
    func document(of profile: DeviceProfile) -> [UInt8]? {
        do throws(ProfileWriter.WritingError) {
            return try profiles.document(of: profile)
        } catch {
            cannotWriteProfile(error.text)
            return nil
        }
    }

    /// A new number for a client connection that owns its idle connections to servers.
    func nextOriginOwner() -> UInt64 {
        lastOriginOwner += 1
        return lastOriginOwner
    }
}
