import InternetNames
import TransportSecurity

// Addresses stand in every event, and are written digit by digit rather than made into strings first.

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
    /// Writes that IPv4 address here, and says how long it is: 15 bytes at most.
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
