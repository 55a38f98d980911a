extension UnsafeBufferPointer<UInt8> {
    /// Whether a line has nothing but white space. Readers ignore such lines.
    package var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 } }

    /// The line without a byte order mark (RFC 8259 §8.1 permits to ignore it).
    package var withoutByteOrderMark: UnsafeBufferPointer<UInt8> {
        guard count >= 3, self[0] == 0xEF, self[1] == 0xBB, self[2] == 0xBF else { return self }
        return UnsafeBufferPointer(rebasing: self[3...])
    }
}
