/// A reason why a file is not a device's log in text.
public enum DeviceLogFault: Hashable, Sendable {
    /// The file is compressed by gzip.
    case compressed
    /// The text is in UTF-16.
    case utf16
    /// The file has no text.
    case binary

    /// Finds the fault of a file by its first bytes; nil for text.
    public init?(inBeginning bytes: [UInt8]) {
        if bytes.starts(with: [0x1F, 0x8B]) {
            self = .compressed
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16
        } else if bytes.contains(0) {
            // In UTF-16, one of the two bytes of most letters is zero.
            self = bytes.count { $0 == 0 } * 4 > bytes.count ? .utf16 : .binary
        } else {
            // A log may have some bytes of another character set.
            let scalars = String(decoding: bytes.prefix(1 << 16), as: UTF8.self).unicodeScalars
            guard scalars.count(where: { $0 == "\u{FFFD}" }) * 10 > scalars.count else { return nil }
            self = .binary
        }
    }

    /// The fault with its correction: the rest of a sentence that begins with the name of the file.
    public var clause: String {
        switch self {
        case .compressed: "is compressed; unpack it with gunzip first."
        case .utf16: "is UTF-16, or has zero bytes as UTF-16 has; convert it with iconv -f UTF-16 -t UTF-8 first."
        case .binary: "is not text; save the log of a device with log show --style ndjson."
        }
    }
}
