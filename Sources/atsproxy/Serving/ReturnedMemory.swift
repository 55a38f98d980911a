/// Decides when memory is returned to the system: after the number of clients has dropped.
///
/// glibc keeps freed memory in its heaps, so that a proxy would remain as large as it was with the most clients.
struct ReturnedMemory {
    private var most = 0
    private let release: () -> Void

    /// Creates the decision. The closure returns the memory.
    init(release: @escaping () -> Void) {
        self.release = release
    }

    /// Reports the current number of connections. Memory is released if it is less than half of the maximum since the
    /// last release.
    mutating func observe(connections: Int) {
        most = max(most, connections)
        guard connections * 2 < most else { return }
        most = connections
        release()
    }
}
