/// Reads values in the comment at the beginning of a file.
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
