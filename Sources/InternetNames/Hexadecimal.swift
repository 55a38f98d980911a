extension [UInt8] {
    /// The bytes as lower-case hexadecimal digits, two for each byte.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: count * 2) { text in
            for (index, byte) in enumerated() {
                text[index * 2] = Self.digit(of: byte >> 4)
                text[index * 2 + 1] = Self.digit(of: byte & 0xF)
            }
            return count * 2
        }
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
