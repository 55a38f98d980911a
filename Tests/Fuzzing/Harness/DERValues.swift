/// Concatenated DER values.
public enum DERValues {
    /// Splits the bytes into at most `limit` values. Bytes that are no DER become the last value.
    public static func split(_ bytes: [UInt8], limit: Int) -> [[UInt8]] {
        var values: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty, values.count < limit - 1 {
            let count = min(rest.count, length(of: rest) ?? rest.count)
            values.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty ? values : values + [Array(rest)]
    }

    private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        let header = Array(bytes.prefix(5))
        guard header.count >= 2 else { return nil }
        guard header[1] >= 0x80 else { return 2 + Int(header[1]) }
        let count = Int(header[1] & 0x7F)
        guard (1...3).contains(count), header.count >= 2 + count else { return nil }
        return 2 + count + header[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
    }
}
