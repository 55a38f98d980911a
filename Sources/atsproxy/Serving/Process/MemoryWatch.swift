import MetricsServing
import Networking
import ProxyServer

/// Reports the number of a server's connections, and the freed memory that the process still has, to
/// `MemoryReleaseRule` every few seconds.
final class MemoryWatch {
    private var memory = MemoryReleaseRule(release: FreeMemory.release)
    private var timer: Timer?
    private let server: Server

    /// Creates a watch on a loop that serves no clients.
    init(of server: Server, on loop: EventLoop) {
        self.server = server
        timer = Timer(loop) { [unowned self] in self.report() }
        timer?.start(milliseconds: Self.interval)
    }

    private func report() {
        memory.observe(connections: server.connectionCount, unallocated: unallocated)
        timer?.start(milliseconds: Self.interval)
    }

    /// The resident memory that is not allocated, in bytes: freed memory, the program itself, and mapped files; nil if
    /// the system does not report it.
    private var unallocated: Int? {
        guard let resident = ProcessStatistics.now.residentBytes, let allocated = FreeMemory.allocatedBytes else {
            return nil
        }
        return max(0, resident - allocated)
    }

    /// The time between two reports, in milliseconds.
    private static let interval = 5000
}

/// Decides when freed memory is released to the system: after the number of connections has halved, or after much
/// memory was freed.
///
/// glibc keeps freed memory in its heaps. Without a release, a proxy would remain as large as with its most
/// connections, or with the most bytes waiting in their tunnels.
struct MemoryReleaseRule {
    /// The largest number of connections since the last release.
    private var mostConnections = 0
    /// The least unallocated memory since the last release, in bytes; nil until it is known.
    private var leastUnallocated: Int?
    private let release: () -> Void

    /// Creates a rule without earlier numbers.
    ///
    /// - Parameter release: Releases freed memory to the system.
    init(release: @escaping () -> Void) {
        self.release = release
    }

    /// Compares the present numbers with the earlier ones. Releases memory in two cases: the number of connections is
    /// less than half of the largest one since the last release, or the unallocated memory has grown much since its
    /// least value.
    ///
    /// - Parameters:
    ///   - connections: The number of connections.
    ///   - unallocated: The resident memory that is not allocated, in bytes; nil if it is not known.
    mutating func observe(connections: Int, unallocated: Int?) {
        mostConnections = max(mostConnections, connections)
        if let unallocated { leastUnallocated = min(leastUnallocated ?? unallocated, unallocated) }
        let growth = (unallocated ?? 0) - (leastUnallocated ?? 0)
        guard connections * 2 < mostConnections || growth > Self.releasedGrowth else { return }
        mostConnections = connections
        leastUnallocated = nil
        release()
    }

    /// The growth of unallocated memory, in bytes, above which memory is released.
    private static let releasedGrowth = 16 << 20
}
