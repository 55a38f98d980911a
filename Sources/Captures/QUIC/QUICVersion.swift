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
