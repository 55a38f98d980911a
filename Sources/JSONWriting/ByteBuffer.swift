/// Bytes that grow at their end, for whoever writes much in small pieces.
///
/// An `Array` asks at each append whether it is shared and has room; this is owned by one, and asks for room once a
/// piece. It owns its memory.
struct ByteBuffer: ~Copyable {
    /// How many bytes there are.
    private(set) var count = 0
    /// For how many there is room.
    private(set) var capacity: Int
    private var start: UnsafeMutablePointer<UInt8>

    /// An empty buffer with room for that many bytes.
    init(reserving capacity: Int) {
        self.capacity = max(capacity, Self.leastCapacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// What is there; only for as long as the closure runs.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Forgets the bytes, and keeps the room for them, unless that is more than `limit`.
    mutating func removeAll(keepingAtMost limit: Int) {
        count = 0
        if capacity > limit { move(to: Self.leastCapacity) }
    }

    /// The last byte; nil where there is none.
    var last: UInt8? { count > 0 ? start[count - 1] : nil }

    /// Puts that byte in place of the last one, which there must be.
    mutating func replaceLast(with byte: UInt8) {
        precondition(count > 0)
        start[count - 1] = byte
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    /// Appends these bytes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(atMost: bytes.count) { room in
            if let first = bytes.baseAddress { room.update(from: first, count: bytes.count) }
            return bytes.count
        }
    }

    /// Appends what the closure writes into the room that it is given, at most so many bytes; it returns how many.
    @inline(__always)
    mutating func append(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(most)
        let written = write(start + count)
        precondition(written <= most)
        count += written
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { move(to: max(capacity * 2, count + more)) }
    }

    @inline(never)
    private mutating func move(to room: Int) {
        let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
        wider.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (wider, room)
    }

    private static let leastCapacity = 1024
}
