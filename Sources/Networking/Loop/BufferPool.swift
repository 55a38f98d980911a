/// Byte arrays for output that streams of one loop hold back, kept for reuse. An idle stream needs no array, and a busy
/// one does not allocate a new one each time.
struct BufferPool {
    private var spare: [[UInt8]] = []

    /// An empty array, with reserved capacity if one is available.
    mutating func next() -> [UInt8] {
        spare.popLast() ?? []
    }

    /// Keeps the array for reuse, unless it is too large or enough are kept.
    mutating func keep(_ buffer: consuming [UInt8]) {
        guard spare.count < Self.most, buffer.capacity > 0, buffer.capacity <= Self.largest else { return }
        buffer.removeAll(keepingCapacity: true)
        spare.append(buffer)
    }

    /// The largest number of arrays to keep, as many as streams hold back output at once.
    private static let most = 64
    /// The largest capacity to keep, in bytes.
    private static let largest = 16 * 1024
}
