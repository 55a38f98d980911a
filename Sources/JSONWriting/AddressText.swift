import InternetNames
import TransportSecurity

// The addresses of clients and servers, such as `"192.0.2.7:53012"`. Every event has some. For speed, the bytes of IPv4
// addresses are written without making a `String`.

extension IPAddress: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .v4(let value): json.plain(atMost: 15) { $0.write(dottedDecimal: value) }
        case .v6: json.plain(description)
        }
    }
}

extension Authority: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch host {
        case .address(.v4(let value)):
            json.plain(atMost: 21) { room in
                let length = room.write(dottedDecimal: value)
                room[length] = UInt8(ascii: ":")
                return length + 1 + (room + length + 1).write(decimal: UInt64(port))
            }
        case .address(.v6), .name:
            json.string(description)
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes an IPv4 address in dotted form at this pointer. Returns the number of bytes, at most 15.
    fileprivate func write(dottedDecimal address: UInt32) -> Int {
        var length = write(decimal: UInt64(address >> 24))
        var rest = address << 8
        for _ in 0..<3 {
            self[length] = UInt8(ascii: ".")
            length += 1 + (self + length + 1).write(decimal: UInt64(rest >> 24))
            rest <<= 8
        }
        return length
    }
}
