import Harness

/// One TLS record of an endpoint.
struct TLSRecord {
    var type: UInt8
    var content: [UInt8]

    /// The records in one write of an endpoint, which are complete.
    static func records(in bytes: [UInt8]) -> [TLSRecord] {
        var records: [TLSRecord] = []
        var rest = bytes[...]
        while rest.count >= 5 {
            let header = Array(rest.prefix(5))
            let length = Int(header[3]) << 8 | Int(header[4])
            rest = rest.dropFirst(5)
            records.append(TLSRecord(type: header[0], content: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return records
    }

    var bytes: [UInt8] {
        [type, 3, 3, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
}

/// A change of a record between the endpoints.
enum RecordChange {
    case none
    /// Splits the content into records of at most this number of bytes.
    case cut(Int)
    /// Sends the record in two pieces, the first with this number of bytes.
    case pieces(Int)
    /// Sends other bytes before the record.
    case precede([UInt8])
    /// Splits the record and sends other bytes in between.
    case interleave([UInt8])
    case drop
    case double
    case flip(Int, UInt8)
    case truncate(Int)
    case retype(UInt8)

    init(_ choices: inout Choices) {
        switch choices.number(below: 16) {
        case 0, 1, 2, 3: self = .none
        case 4: self = .cut(1 + Int(choices.byte()))
        case 5: self = .pieces(Int(choices.byte()))
        case 6, 7, 8: self = .precede(choices.one(of: Self.interjections))
        case 9: self = .interleave(choices.one(of: Self.interjections))
        case 10: self = .drop
        case 11: self = .double
        case 12: self = .flip(Int(choices.byte()) << 8 | Int(choices.byte()), choices.byte())
        case 13: self = .truncate(Int(choices.byte()))
        case 14: self = .retype(choices.one(of: [20, 21, 22, 23, 24, 99]))
        case _: self = .precede(Array(choices.piece()))
        }
    }

    /// Whether the bytes of all contents stay the same.
    var isHarmless: Bool {
        switch self {
        case .none, .cut, .pieces: return true
        case .precede, .interleave, .drop, .double, .flip, .truncate, .retype: return false
        }
    }

    /// The pieces that arrive instead of the record.
    func applied(to record: TLSRecord) -> [[UInt8]] {
        switch self {
        case .none:
            return [record.bytes]
        case .cut(let size):
            // An encrypted record cannot be split into records.
            guard record.type == 22, record.content.first.map({ $0 == 1 || $0 == 2 || $0 == 11 }) == true else {
                return [record.bytes]
            }
            return stride(from: 0, to: record.content.count, by: size).map {
                TLSRecord(type: record.type, content: Array(record.content[$0..<min($0 + size, record.content.count)]))
                    .bytes
            }
        case .pieces(let position):
            let bytes = record.bytes
            return [Array(bytes.prefix(position)), Array(bytes.dropFirst(position))]
        case .precede(let other):
            return [other + record.bytes]
        case .interleave(let other):
            let middle = record.content.count / 2
            return [
                TLSRecord(type: record.type, content: Array(record.content.prefix(middle))).bytes, other,
                TLSRecord(type: record.type, content: Array(record.content.dropFirst(middle))).bytes,
            ]
        case .drop:
            return []
        case .double:
            return [record.bytes, record.bytes]
        case .flip(let position, let bits):
            var bytes = record.bytes
            bytes[position % bytes.count] ^= bits
            return [bytes]
        case .truncate(let count):
            return [Array(record.bytes.prefix(count))]
        case .retype(let type):
            return [TLSRecord(type: type, content: record.content).bytes]
        }
    }

    private static let interjections: [[UInt8]] = [
        [21, 3, 3, 0, 2, 1, 90], [21, 3, 3, 0, 2, 1, 0], [21, 3, 3, 0, 2, 1, 112], [21, 3, 3, 0, 2, 2, 40],
        [22, 3, 3, 0, 0], [23, 3, 3, 0, 0], [20, 3, 3, 0, 1, 1], [22, 3, 3, 0, 4, 0, 0, 0, 0],
        [24, 3, 3, 0, 3, 1, 0, 0], [21, 3, 3, 0, 1, 1], Array("GET / HTTP/1.1\r\n\r\n".utf8),
        Array(repeatElement([22, 3, 3, 0, 0], count: 40).joined()),
        Array(repeatElement([22, 3, 3, 0, 4, 0, 0, 0, 0], count: 40).joined()),
    ]
}
