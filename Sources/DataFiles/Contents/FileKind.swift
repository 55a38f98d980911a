/// The apparent kind of a file other than plain text, for messages about unexpected files.
public enum FileKind: String, Sendable {
    case empty = "is empty"
    case pem = "is a PEM file"
    case json = "is JSON"
    case markup = "is XML or HTML"
    case zip = "is a zip archive"
    case gzip = "is compressed with gzip"
    case utf16 = "is text in UTF-16"
    case binaryPropertyList = "is a binary property list"
    case der = "is binary, perhaps DER"

    /// Recognizes the kind of a file by its bytes; nil if it is none of these.
    public init?(of bytes: [UInt8]) {
        func begins(with text: String) -> Bool { bytes.starts(with: text.utf8) }
        let byteOrderMarks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
        if bytes.isEmpty {
            self = .empty
        } else if begins(with: "PK\u{3}\u{4}") {
            self = .zip
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if begins(with: "bplist") {
            self = .binaryPropertyList
        } else if byteOrderMarks.contains(where: { bytes.starts(with: $0) }) {
            self = .utf16
        } else if bytes.count > 1, bytes[0] == 0x30, bytes[1] >= 0x80 {
            self = .der
        } else if Self.isPEM(bytes) {
            self = .pem
        } else {
            switch Self.withoutByteOrderMark(bytes).first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            case UInt8(ascii: "<"): self = .markup
            case _: return nil
            }
        }
    }

    /// The predicate of a sentence that begins with the name of the file, such as `is JSON`.
    public var predicate: String { rawValue }

    /// Whether any line begins a PEM block. Text may come before it.
    private static func isPEM(_ bytes: [UInt8]) -> Bool {
        withoutByteOrderMark(bytes).split(separator: 0x0A).contains { $0.starts(with: "-----BEGIN ".utf8) }
    }

    /// The bytes after the byte order mark of UTF-8, if there is one.
    private static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// Whether a file of this kind can contain PEM or DER.
    public var mayHoldCertificates: Bool {
        switch self {
        case .pem, .der: return true
        case .empty, .json, .markup, .zip, .gzip, .utf16, .binaryPropertyList: return false
        }
    }
}

/// Reads values in the comment at the beginning of a data file, such as `// VERSION: 2026-10-22_08-36-41_UTC`.
enum HeaderComment {
    /// The text after a prefix such as `VERSION: ` in the first 4096 bytes; nil if the prefix is missing, or if fewer
    /// characters follow.
    ///
    /// - Parameter length: The number of characters of the value.
    static func value(after prefix: String, length: Int, in bytes: [UInt8]) -> String? {
        let header = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard let start = header.firstRange(of: prefix)?.upperBound else { return nil }
        let value = header[start...].prefix(length)
        return value.count == length ? String(value) : nil
    }
}
