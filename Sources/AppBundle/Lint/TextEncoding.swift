import Foundation

/// The encodings of property lists in XML in which a corrected file can be written.
enum TextEncoding {
    case utf8, utf16BigEndian, utf16LittleEndian

    init(of data: Data) {
        if data.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else if data.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else {
            self = .utf8
        }
    }

    /// The text, with its byte order mark; nil if the bytes are not valid.
    func text(of data: Data) -> String? {
        let bytes = [UInt8](data)
        switch self {
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .utf16BigEndian, .utf16LittleEndian:
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { index -> UInt16 in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return self == .utf16BigEndian ? first << 8 | second : second << 8 | first
            }
            return String(validating: units, as: UTF16.self)
        }
    }

    /// The bytes of a text that begins with its byte order mark, if the encoding has one.
    func bytes(of text: String) -> [UInt8] {
        switch self {
        case .utf8: return Array(text.utf8)
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
    }
}
