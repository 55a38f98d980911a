/// Reads the values in a message of the DNS, one after the other. A read throws an error if the message ends too early
/// or is malformed.
struct DNSReader {
    private let message: [UInt8]
    /// The offset of the next value.
    private(set) var position: Int
    /// The offset behind the last byte that may be read.
    private let end: Int

    /// The error for a message that differs from RFC 1035 and RFC 9460.
    struct Malformed: Error {}

    init(_ message: [UInt8]) {
        self.message = message
        position = 0
        end = message.count
    }

    /// A reader of the data of a record, which may refer to names in the whole message.
    private init(_ message: [UInt8], _ range: Range<Int>) {
        self.message = message
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    mutating func uint8() throws(Malformed) -> UInt8 {
        guard position < end else { throw Malformed() }
        defer { position += 1 }
        return message[position]
    }

    mutating func uint16() throws(Malformed) -> UInt16 {
        UInt16(try uint8()) << 8 | UInt16(try uint8())
    }

    mutating func bytes(_ count: Int) throws(Malformed) -> [UInt8] {
        guard count >= 0, count <= end - position else { throw Malformed() }
        defer { position += count }
        return Array(message[position..<position + count])
    }

    /// The rest of the bytes.
    mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(message[position..<end])
    }

    /// A reader of the next bytes. This reader skips them.
    mutating func part(_ count: Int) throws(Malformed) -> DNSReader {
        guard count >= 0, count <= end - position else { throw Malformed() }
        defer { position += count }
        return DNSReader(message, position..<position + count)
    }

    /// Reads a name, which may be compressed (RFC 1035 §4.1.4): a pointer of two bytes stands for the last labels,
    /// which are those of a name earlier in the message.
    ///
    /// A pointer must point before the beginning of the part of the name that it ends. Pointers thus form no loop.
    mutating func name(isCompressible: Bool = true) throws(Malformed) -> DNSName {
        var labels: [[UInt8]] = []
        var length = 1
        var offset = position
        /// The offset at which the present part of the name began.
        var partStart = position
        /// The end of the first part of the name; nil until a pointer was followed.
        var firstPartEnd: Int?
        while true {
            let bound = firstPartEnd == nil ? end : message.count
            guard offset < bound else { throw Malformed() }
            let first = message[offset]
            // The two upper bits tell a label from a pointer.
            switch first >> 6 {
            case 0b00:
                let count = Int(first)
                guard count > 0 else {
                    position = firstPartEnd ?? offset + 1
                    guard let name = DNSName(labels) else { throw Malformed() }
                    return name
                }
                length += count + 1
                guard count < bound - offset, length <= DNSName.lengthLimit else { throw Malformed() }
                labels.append(Array(message[offset + 1...offset + count]))
                offset += count + 1
            case 0b11:
                guard isCompressible, offset + 1 < bound else { throw Malformed() }
                let target = Int(first & 0x3F) << 8 | Int(message[offset + 1])
                guard target < partStart else { throw Malformed() }
                firstPartEnd = firstPartEnd ?? offset + 2
                (offset, partStart) = (target, target)
            case _:
                throw Malformed()
            }
        }
    }
}
