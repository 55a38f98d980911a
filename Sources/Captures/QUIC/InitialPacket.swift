import OpenSSL

/// A packet with a long header whose payload is protected by Initial keys (RFC 9000 §17.2.2).
struct InitialPacket {
    /// The version of QUIC.
    let version: QUICVersion
    /// The destination connection ID.
    let destination: [UInt8]
    /// The packet, from its first byte to the end of its payload.
    private let bytes: [UInt8]
    /// The offset of the packet number.
    private let numberOffset: Int

    /// The result of reading the packet at the beginning of bytes.
    enum Reading {
        /// An Initial packet, and the number of its bytes.
        case initial(InitialPacket, length: Int)
        /// A packet of another type, with the number of its bytes; nil if they last to the end.
        case other(length: Int?)
        /// A packet of a version that cannot be opened.
        case unknownVersion
        /// Bytes that are not a whole packet with a long header.
        case none
    }

    /// The longest connection ID (RFC 9000 §17.2).
    private static let connectionIDLimit = 20

    /// Reads the first packet of a datagram, or the next one in it.
    static func read(_ bytes: [UInt8], at begin: Int) -> Reading {
        var scanner = ByteScanner(bytes, at: begin)
        guard let first = scanner.byte(), first & 0xC0 == 0xC0, let code = scanner.uint32() else { return .none }
        guard let destination = scanner.connectionID(limit: connectionIDLimit),
            scanner.connectionID(limit: connectionIDLimit) != nil
        else { return .none }
        guard let version = QUICVersion(rawValue: code) else { return code == 0 ? .none : .unknownVersion }
        let type = first >> 4 & 3
        // A Retry has no length. The four types follow each other from Initial to Retry (RFC 9000 §17.2, RFC 9369
        // §3.2).
        let retryType = (version.initialType + 3) & 3
        guard type != retryType else { return .other(length: nil) }
        if type == version.initialType {
            guard let tokenLength = scanner.integer(), scanner.take(tokenLength) != nil else { return .none }
        }
        // A protected payload has at least the longest packet number and a sample (RFC 9001 §5.4.2).
        guard let length = scanner.integer(), length >= 4 + InitialProtection.sampleLength else { return .none }
        let numberOffset = scanner.offset
        guard scanner.take(length) != nil else { return .none }
        guard type == version.initialType else { return .other(length: scanner.offset - begin) }
        let packet = InitialPacket(
            version: version, destination: Array(destination), bytes: Array(bytes[begin..<scanner.offset]),
            numberOffset: numberOffset - begin)
        return .initial(packet, length: scanner.offset - begin)
    }

    /// The protection that the packet has if it is the first one of a client.
    var ownProtection: InitialProtection? {
        InitialProtection(
            salt: version.salt, connectionID: destination, side: "client in", prefix: version.labelPrefix)
    }

    /// The frames of the packet; nil if it has another protection.
    func frames(by protection: InitialProtection) -> [UInt8]? {
        let sample = numberOffset + 4..<numberOffset + 4 + InitialProtection.sampleLength
        guard sample.upperBound <= bytes.count, let mask = protection.headerMask(sample: Array(bytes[sample])) else {
            return nil
        }
        let first = bytes[0] ^ (mask[0] & 0x0F)
        let numberLength = Int(first & 3) + 1
        var header = Array(bytes[..<(numberOffset + numberLength)])
        header[0] = first
        var number: UInt64 = 0
        for index in 0..<numberLength {
            header[numberOffset + index] ^= mask[1 + index]
            number = number << 8 | UInt64(header[numberOffset + index])
        }
        // The truncated packet number is the whole one, because Initial packets are few.
        return protection.open(Array(bytes[(numberOffset + numberLength)...]), number: number, header: header)
    }
}

extension ByteScanner {
    /// A connection ID behind its length of one byte.
    fileprivate mutating func connectionID(limit: Int) -> ArraySlice<UInt8>? {
        guard let length = byte(), length <= limit else { return nil }
        return take(Int(length))
    }
}

/// A version of QUIC whose Initial packets can be opened.
enum QUICVersion: UInt32 {
    /// RFC 9000.
    case v1 = 0x0000_0001
    /// RFC 9369.
    case v2 = 0x6B33_43CF

    /// The salt of the Initial keys (RFC 9001 §5.2, RFC 9369 §3.3.1).
    var salt: [UInt8] {
        switch self {
        case .v1:
            [
                0x38, 0x76, 0x2C, 0xF7, 0xF5, 0x59, 0x34, 0xB3, 0x4D, 0x17, 0x9A, 0xE6, 0xA4, 0xC8, 0x0C, 0xAD, 0xCC,
                0xBB, 0x7F, 0x0A,
            ]
        case .v2:
            [
                0x0D, 0xED, 0xE3, 0xDE, 0xF7, 0x00, 0xA6, 0xDB, 0x81, 0x93, 0x81, 0xBE, 0x6E, 0x26, 0x9D, 0xCB, 0xF9,
                0xBD, 0x2E, 0xD9,
            ]
        }
    }

    /// The beginning of the labels of keys.
    var labelPrefix: String {
        switch self {
        case .v1: "quic"
        case .v2: "quicv2"
        }
    }

    /// The two bits of the type of Initial packets.
    var initialType: UInt8 {
        switch self {
        case .v1: 0
        case .v2: 1
        }
    }
}
