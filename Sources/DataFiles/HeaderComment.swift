/// Values in the comment with which a file begins.
enum HeaderComment {
    /// The characters that follow a mark within the first 4096 bytes; nil without the mark, or if there are fewer.
    static func value(behind mark: String, count: Int, in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard let start = head.firstRange(of: mark)?.upperBound else { return nil }
        let value = head[start...].prefix(count)
        return value.count == count ? String(value) : nil
    }
}
