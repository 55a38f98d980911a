import Libevent
import ProxyServer

/// Decides when memory is given back to the system: once a crowd of clients is gone.
///
/// glibc keeps what is freed in the middle of its heaps, so that a proxy would stay as large as it was at its busiest.
struct ReturnedMemory {
    private var most = 0
    private let release: () -> Void

    /// Memory that is given back by that closure.
    init(release: @escaping () -> Void) {
        self.release = release
    }

    /// To be told now and then how many clients are connected: memory is released where fewer than half are left of
    /// the most since the last time.
    mutating func observe(connections: Int) {
        most = max(most, connections)
        guard connections * 2 < most else { return }
        most = connections
        release()
    }
}

/// Looks at a server's clients every few seconds, for `ReturnedMemory`.
final class MemoryWatch {
    private var memory = ReturnedMemory(release: FreeMemory.release)
    private var timer: Timer?
    private let server: Server

    /// A watch over that server, on a loop that serves nobody.
    init(_ loop: EventLoop, _ server: Server) {
        self.server = server
        timer = Timer(loop) { [unowned self] in self.look() }
        timer?.start(milliseconds: Self.interval)
    }

    private func look() {
        memory.observe(connections: server.connectionCount)
        timer?.start(milliseconds: Self.interval)
    }

    private static let interval = 5000
}
