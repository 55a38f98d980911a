/// The lines that the writer of an event log has taken from the queue, with its position in them.
struct DequeuedLines: Sendable {
    /// A line with its role, by its position.
    struct Role: Sendable {
        /// The positions of the line's bytes, with its line feed.
        var line: Range<Int>
        /// The role.
        var role: LineRole
    }

    /// The bytes of the lines.
    private var bytes: [UInt8] = []
    /// The roles in the order of the lines. Lines without a role are not in the list.
    private var roles: [Role] = []
    /// The number of roles of lines that are written.
    private var writtenRoles = 0
    /// The position of the first line that is not written.
    private var position = 0
    /// The position at which the file is to be ended on request; nil without a request.
    private var ending: Int?
    /// The number of lines that are not written.
    private(set) var count = 0

    /// Replaces the lines. The buffers are swapped to save an allocation each time.
    ///
    /// - Parameters:
    ///   - bytes: The lines, each with its line feed; empty afterwards.
    ///   - count: The number of lines.
    ///   - roles: The roles of lines, in their order; empty afterwards.
    ///   - ending: The position at which the file is to be ended; nil without a request.
    mutating func refill(with bytes: inout [UInt8], count: Int, roles: inout [Role], ending: Int?) {
        swap(&self.bytes, &bytes)
        swap(&self.roles, &roles)
        // Buffers that a burst has made large are released.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
        roles.removeAll(keepingCapacity: roles.capacity <= 1 << 12)
        (position, writtenRoles, self.count, self.ending) = (0, 0, count, ending)
    }

    /// Whether all lines are written, and no end of the file is requested.
    var isEmpty: Bool { position == bytes.count && ending == nil }

    /// Whether the file is to be ended before the next line.
    var isAtEnding: Bool { ending == position }
    /// Whether the file is to be ended before one of the lines.
    var hasEnding: Bool { ending != nil }
    /// Removes the request to end the file, which was carried out.
    mutating func passEnding() { ending = nil }

    /// The role of the next line; nil if it has none.
    var role: LineRole? { roles[writtenRoles...].first.flatMap { $0.line.lowerBound == position ? $0.role : nil } }

    /// The next lines. The last of them is the first line that reaches a size, or that comes before the requested end
    /// of the file or before a line whose role is not accepted. There are none if the role of the next line is not
    /// accepted.
    ///
    /// - Parameters:
    ///   - size: The size in bytes.
    ///   - accept: Takes each role with its line, in order. Returns whether the line may be written.
    func next(reaching size: Int, accept: (LineRole, ArraySlice<UInt8>) -> Bool) -> ArraySlice<UInt8> {
        var end = ending ?? bytes.count
        if size < end - position { end = lineEnd(from: position + max(0, size - 1)) }
        for role in roles[writtenRoles...] {
            guard role.line.lowerBound < end else { break }
            guard accept(role.role, bytes[role.line]) else {
                end = role.line.lowerBound
                break
            }
        }
        return bytes[position..<end]
    }

    /// Moves behind written lines.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of these lines.
    ///   - lines: The number of lines.
    mutating func advance(by size: Int, lines: Int) {
        position += size
        count -= lines
        while writtenRoles < roles.count, roles[writtenRoles].line.lowerBound < position { writtenRoles += 1 }
    }

    /// The number of lines in the bytes that `next` returned. Nearly always, these are all remaining lines, whose
    /// number is known.
    func lineCount(of next: ArraySlice<UInt8>) -> Int {
        next.endIndex == bytes.count ? count : next.count { $0 == 0x0A }
    }

    /// The position behind the line that a byte belongs to.
    private func lineEnd(from position: Int) -> Int {
        (bytes[position...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
    }
}
