/// Arrays of bytes that streams of one loop hold back for a moment and then need no more: an idle stream has none, and
/// those of busy ones are not made anew each time.
struct SpareBuffers {
    private var spare: [[UInt8]] = []

    /// An empty array, with room if one is at hand.
    mutating func next() -> [UInt8] {
        spare.popLast() ?? []
    }

    /// Keeps the array, emptied, unless it is large or enough are kept.
    mutating func keep(_ buffer: consuming [UInt8]) {
        guard spare.count < Self.most, buffer.capacity > 0, buffer.capacity <= Self.largest else { return }
        buffer.removeAll(keepingCapacity: true)
        spare.append(buffer)
    }

    /// How many are kept; as many as streams hold back at once.
    private static let most = 64
    /// The largest that is kept, in bytes.
    private static let largest = 16 * 1024
}
