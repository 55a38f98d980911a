import Networking
import ProxyServer

/// Reports the number of a server's connections to `ReturnedMemory` every few seconds.
final class MemoryWatch {
    private var memory = ReturnedMemory(release: FreeMemory.release)
    private var timer: Timer?
    private let server: Server

    /// Creates a watch on a loop that serves no clients.
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
