/// Decides when memory is returned to the system: after the number of clients has dropped, or after much memory was
/// freed while they stayed.
///
/// glibc keeps freed memory in its heaps. A proxy would remain as large as it was with the most clients, or with the
/// most bytes waiting in their tunnels.
struct ReturnedMemory {
    private var most = 0
    /// The least unallocated memory since the last release, in bytes; nil until it is seen.
    private var least: Int?
    private let release: () -> Void

    /// Creates the decision. The closure returns the memory.
    init(release: @escaping () -> Void) {
        self.release = release
    }

    /// Reports the current number of connections, and the resident memory that is not allocated, in bytes; nil if
    /// unknown.
    ///
    /// Memory is released if there are less than half as many connections as the maximum since the last release, or if
    /// much more memory than the minimum since then is unallocated. What a release does not return counts as that
    /// minimum.
    mutating func observe(connections: Int, unallocated: Int?) {
        most = max(most, connections)
        if let unallocated { least = min(least ?? unallocated, unallocated) }
        let hasFreedMuch = (unallocated ?? 0) - (least ?? 0) > Self.much
        guard connections * 2 < most || hasFreedMuch else { return }
        most = connections
        least = nil
        release()
    }

    /// The unallocated memory that is worth a release, in bytes.
    private static let much = 16 << 20
}
