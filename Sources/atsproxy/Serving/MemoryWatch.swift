import Networking
import ProxyServer

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
