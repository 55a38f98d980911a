/// Reads a message of the DNS from its beginning. Each read throws if the message ends before it, or is malformed.
struct DNSReader {
    private let message: [UInt8]
    private(set) var position: Int
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

    /// A reader of the next bytes, which are skipped here.
    mutating func part(_ count: Int) throws(Malformed) -> DNSReader {
        guard count >= 0, count <= end - position else { throw Malformed() }
        defer { position += count }
        return DNSReader(message, position..<position + count)
    }

    /// Reads a name (RFC 1035 §4.1.4). A pointer must point before the name or pointer that it ends, as every pointer
    /// to a prior occurrence does. This order excludes a loop.
    mutating func name(isCompressible: Bool = true) throws(Malformed) -> DNSName {
        var labels: [[UInt8]] = []
        var length = 1
        var place = position
        /// The offset at which the last part of the name began.
        var start = position
        /// The end of the part of the name that is here; nil until a pointer was followed.
        var after: Int?
        while true {
            let bound = after == nil ? end : message.count
            guard place < bound else { throw Malformed() }
            let first = message[place]
            switch first >> 6 {
            case 0b00:
                let count = Int(first)
                guard count > 0 else {
                    position = after ?? place + 1
                    guard let name = DNSName(labels) else { throw Malformed() }
                    return name
                }
                length += count + 1
                guard count < bound - place, length <= DNSName.lengthLimit else { throw Malformed() }
                labels.append(Array(message[place + 1...place + count]))
                place += count + 1
            case 0b11:
                guard isCompressible, place + 1 < bound else { throw Malformed() }
                let target = Int(first & 0x3F) << 8 | Int(message[place + 1])
                guard target < start else { throw Malformed() }
                after = after ?? place + 2
                (place, start) = (target, target)
            case _:
                throw Malformed()
            }
        }
    }
}
