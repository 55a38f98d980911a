/// Arrays of bytes that streams of one loop hold back for a moment and then need no more: an idle stream has none, and
/// those of busy ones are not made anew each time.
struct SpareBuffers {
    private var spare: [[UInt8]] = []

    /// Puts an array with room in place of an empty one, if one is there.
    mutating func exchange(_ buffer: inout [UInt8]) {
        if var spared = spare.popLast() { swap(&buffer, &spared) }
    }

    /// Takes the array away and leaves one without memory; keeps it, emptied, unless it is large or enough are kept.
    mutating func take(_ buffer: inout [UInt8]) {
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        guard spare.count < Self.most, taken.capacity > 0, taken.capacity <= Self.largest else { return }
        taken.removeAll(keepingCapacity: true)
        spare.append(taken)
    }

    /// How many are kept; as many as streams hold back at once.
    private static let most = 64
    /// The largest that is kept, in bytes.
    private static let largest = 16 * 1024
}
