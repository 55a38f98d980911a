/// The bytes of one direction of a connection of TCP, put in order.
///
/// Of bytes that were sent more than once, those count that were captured first. Later bytes wait for missing ones
/// within limits. A direction that exceeds these limits has a gap, and is not read any further.
struct StreamDirection {
    /// The sequence number of the first byte; nil before the first segment.
    private(set) var start: UInt32?
    /// The sequence number of the next byte to deliver; nil before the first segment.
    private(set) var next: UInt32?
    /// The number of bytes that were sent, without repetitions, as far as the captured segments tell.
    private(set) var byteCount: Int64 = 0
    /// The sequence number behind the last byte that was counted.
    private var counted: UInt32 = 0
    /// The highest sequence number that the other side has acknowledged; nil without one.
    private var acknowledged: UInt32?
    /// The sequence number of the FIN; nil without one.
    private var finish: UInt32?
    /// Segments behind missing bytes, by their distance from `next`. No two of them overlap.
    private var waiting: [Piece] = []
    /// The number of bytes that wait.
    private(set) var waitingByteCount = 0
    /// Whether bytes are missing that no longer come.
    private(set) var hasGap = false

    /// A part of the stream that cannot be delivered yet.
    private struct Piece {
        var sequence: UInt32
        /// The bytes of the other direction that the sender had received.
        var acknowledged: UInt32?
        var bytes: [UInt8]
    }

    /// The largest number of bytes that wait for missing ones.
    static let waitingLimit = 64 * 1024
    /// The largest number of segments that wait.
    private static let pieceLimit = 128

    /// Begins the direction at a sequence number, unless it has begun.
    mutating func begin(at sequence: UInt32) {
        guard next == nil else { return }
        (start, next, counted) = (sequence, sequence, sequence)
    }

    /// Counts the bytes of a segment.
    mutating func count(_ length: Int, at sequence: UInt32) {
        let end = sequence &+ UInt32(truncatingIfNeeded: length)
        let new = Self.distance(from: counted, to: end)
        guard new > 0 else { return }
        byteCount += Int64(new)
        counted = end
    }

    /// Notes a number that the other side has acknowledged.
    mutating func noteAcknowledged(_ number: UInt32) {
        guard acknowledged.map({ Self.distance(from: $0, to: number) > 0 }) ?? true else { return }
        acknowledged = number
    }

    /// Notes the FIN, which has the number behind the last byte.
    mutating func noteFinish(at number: UInt32) { finish = finish ?? number }

    /// Whether bytes are missing behind the last one that was delivered. Captured segments or the numbers of both sides
    /// show that they were sent. A keep-alive segment repeats a number, and shows no further byte.
    var lacksEnd: Bool {
        guard let next else { return false }
        // A FIN takes a number of its own, and has no byte.
        let reached = [acknowledged, finish].compactMap(\.self).map { Self.distance(from: next, to: $0) }
        return Self.distance(from: next, to: counted) > 0 || reached.contains { $0 > 1 }
    }

    /// Whether a segment can be delivered now as it is: it begins where the delivered bytes end, and nothing waits.
    func isNext(_ sequence: UInt32) -> Bool { !hasGap && waiting.isEmpty && next == sequence }

    /// Whether the bytes up to a number that the other side acknowledged were delivered. True if the number is not
    /// known, or if no further bytes are delivered.
    func hasDelivered(_ acknowledged: UInt32?) -> Bool {
        guard let acknowledged, let next, !hasGap else { return true }
        // A FIN takes a number of its own, and has no byte.
        return Self.distance(from: next, to: acknowledged) <= 1
    }

    /// Notes that bytes were delivered as they are.
    mutating func deliver(_ count: Int) {
        next = next.map { $0 &+ UInt32(truncatingIfNeeded: count) }
    }

    /// Leaves out the bytes of a segment, and all before it, because they are not needed.
    mutating func skip(_ length: Int, at sequence: UInt32) {
        guard let next else { return }
        let end = sequence &+ UInt32(truncatingIfNeeded: length)
        if Self.distance(from: next, to: end) > 0 { self.next = end }
        stop()
    }

    /// Keeps the bytes of a segment that were not delivered and do not wait yet.
    ///
    /// - Parameter acknowledged: The bytes of the other direction that the sender had received.
    mutating func keep(_ bytes: [UInt8], at sequence: UInt32, acknowledging acknowledged: UInt32?) {
        guard let next, !hasGap, !bytes.isEmpty else { return }
        // All positions here are distances from `next`.
        let origin = Self.distance(from: next, to: sequence)
        let end = origin + bytes.count
        var begin = max(origin, 0)
        var kept: [Piece] = []
        func keepBytes(to limit: Int) {
            guard begin < limit else { return }
            kept.append(
                Piece(
                    sequence: next &+ UInt32(truncatingIfNeeded: begin), acknowledged: acknowledged,
                    bytes: Array(bytes[begin - origin..<limit - origin])))
        }
        for piece in waiting {
            let pieceBegin = Self.distance(from: next, to: piece.sequence)
            keepBytes(to: min(end, pieceBegin))
            kept.append(piece)
            begin = max(begin, pieceBegin + piece.bytes.count)
        }
        keepBytes(to: end)
        waiting = kept
        waitingByteCount = waiting.reduce(0) { $0 + $1.bytes.count }
        if waitingByteCount > Self.waitingLimit || waiting.count > Self.pieceLimit { giveUp() }
    }

    /// Takes the next bytes that wait; nil if a byte before them is missing, or if the bytes that their sender had
    /// received were not delivered.
    ///
    /// - Parameter isDelivered: Whether the bytes of the other direction up to an acknowledged number were delivered.
    mutating func takeNext(where isDelivered: (UInt32?) -> Bool) -> [UInt8]? {
        guard !hasGap, let first = waiting.first, first.sequence == next, isDelivered(first.acknowledged) else {
            return nil
        }
        waiting.removeFirst()
        waitingByteCount -= first.bytes.count
        deliver(first.bytes.count)
        return first.bytes
    }

    /// Ends the direction, because its bytes are not read any further.
    mutating func stop() {
        (waiting, waitingByteCount) = ([], 0)
    }

    /// Notes a gap, behind which nothing is read.
    mutating func giveUp() {
        hasGap = true
        stop()
    }

    /// The number of bytes from one sequence number to a second; negative if the second is before the first (RFC 9293
    /// §3.4).
    static func distance(from first: UInt32, to second: UInt32) -> Int {
        Int(Int32(bitPattern: second &- first))
    }
}
