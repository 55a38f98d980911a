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
