/// Bytes that wait for a verdict, in pieces of a fixed size.
///
/// One array would take up to twice the room of its content, because it doubles whenever it is full.
struct HeldBytes {
    private(set) var pieces: [[UInt8]] = []

    /// Adds bytes behind those that wait.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if room == 0 {
                var piece: [UInt8] = []
                piece.reserveCapacity(min(max(rest.count, Self.least), Self.most))
                pieces.append(piece)
            }
            let next = rest.prefix(room)
            pieces[pieces.count - 1].append(contentsOf: next)
            rest = rest.dropFirst(next.count)
        }
    }

    /// The number of bytes that the last piece still takes.
    private var room: Int { pieces.last.map { $0.capacity - $0.count } ?? 0 }

    /// The smallest room of a piece in bytes. Small reads share one piece.
    private static let least = 1024
    /// The largest room of a piece in bytes.
    private static let most = 16 * 1024
}
