/// A buffer of bytes that grows at its end, for many small writes.
///
/// An `Array` checks at each append whether its memory is shared and has room. This buffer owns its memory, is never
/// shared, and checks its room once for each piece.
@usableFromInline
struct ByteBuffer: ~Copyable {
    /// The number of bytes in the buffer.
    @usableFromInline var count = 0
    /// The number of bytes that fit without more memory.
    @usableFromInline var capacity: Int
    /// The memory.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>

    /// Creates an empty buffer with room for `capacity` bytes.
    @usableFromInline
    init(reserving capacity: Int) {
        self.capacity = max(capacity, Self.leastCapacity)
        start = .allocate(capacity: self.capacity)
    }

    @inlinable
    deinit {
        start.deallocate()
    }

    /// Calls the closure with the bytes, which are valid only during the call.
    @inlinable
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Removes all bytes. The memory is kept for later bytes unless it has room for more than `limit`.
    mutating func removeAll(keepingAtMost limit: Int) {
        count = 0
        if capacity > limit { move(toCapacity: Self.leastCapacity) }
    }

    /// The last byte; nil if the buffer is empty.
    @inlinable var last: UInt8? { count > 0 ? start[count - 1] : nil }

    /// Replaces the last byte. The buffer must not be empty.
    @inlinable
    mutating func replaceLast(with byte: UInt8) {
        precondition(count > 0)
        start[count - 1] = byte
    }

    /// Appends one byte.
    @inlinable
    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    /// Appends bytes.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(atMost: bytes.count) { room in
            if let first = bytes.baseAddress { room.update(from: first, count: bytes.count) }
            return bytes.count
        }
    }

    /// Appends the bytes that the closure writes at the given pointer, at most `most`. The closure returns their
    /// number.
    @inlinable @inline(__always)
    mutating func append(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(most)
        let written = write(start + count)
        precondition(written <= most)
        count += written
    }

    /// Makes room for further bytes.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity - count < more { move(toCapacity: max(capacity * 2, count + more)) }
    }

    /// Moves the bytes to new memory.
    @usableFromInline
    mutating func move(toCapacity newCapacity: Int) {
        let newStart = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        newStart.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (newStart, newCapacity)
    }

    /// The smallest memory in bytes.
    private static let leastCapacity = 1024
}
