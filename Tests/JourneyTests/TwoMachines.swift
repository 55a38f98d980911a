import Foundation
import Testing

/// Two machines on one link: network namespaces, which the script `two-machines` makes, and which end with the tests.
final class TwoMachines: Sendable {
    /// The two, made once for all tests.
    static let shared = Result { try TwoMachines() }
    /// The servers of the journeys, on the proxy's machine.
    static let site = Result { try Site("test-site", on: shared.get().proxy) }
    /// Those of the table of verdicts, on the proxy's machine.
    static let judged = Result { try Site("judged-site", on: shared.get().proxy) }

    /// Whether network namespaces can be made here. That takes Linux, and rights that root has outside of most
    /// containers.
    static let arePossible: Bool = {
        #if os(Linux)
        let probe = try? Program("/usr/bin/unshare", ["--net", "/bin/true"])
        return probe?.end() == 0
        #else
        return false
        #endif
    }()
    /// What a test that is skipped says.
    static let whySkipped: Comment = "Network namespaces cannot be made here; run the tests as root on Linux."

    /// One of the two.
    struct Machine: Sendable {
        /// A process that is in its namespace.
        let process: Int

        /// What stands in front of a command that is to run there.
        var entering: [String] { ["/usr/bin/nsenter", "--net=/proc/\(process)/ns/net"] }

        /// Starts a program there.
        func program(_ path: String, _ arguments: [String]) throws -> Program {
            try Program(entering[0], entering.dropFirst() + [path] + arguments)
        }
    }

    /// Has 192.0.2.1, 10.77.0.1 and fd00:77::1 on the link, and 93.184.216.34 and 10.99.0.1 besides.
    let proxy: Machine
    /// Has 192.0.2.2, 10.77.0.2 and fd00:77::2.
    let client: Machine
    private let namespaces: NetworkNamespaces

    private init() throws {
        namespaces = try NetworkNamespaces("two-machines", count: 2)
        (proxy, client) = (namespaces.machines[0], namespaces.machines[1])
    }
}
