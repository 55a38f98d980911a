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
    init(_ loop: EventLoop, _ server: Server) {
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
