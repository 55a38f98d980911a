/// Ways to split an input into pieces.
public enum Cuts {
    /// The input in one piece, in two pieces, and byte by byte. A parser's result must be the same for each.
    ///
    /// The position of the cut is a hash of the bytes, so that a failing input fails again and every mutation moves the
    /// cut.
    public static func ways(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        // Long inputs take too long byte by byte.
        [[bytes[...]], halves(bytes)] + (bytes.count > 2048 ? [] : [single(bytes)])
    }

    /// The input in two pieces.
    public static func halves(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let middle = Int(hash(bytes) % UInt64(bytes.count + 1))
        return [bytes[..<middle], bytes[middle...]]
    }

    /// The input in pieces of one byte.
    public static func single(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.indices.map { bytes[$0...$0] }
    }

    /// The FNV-1a hash.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
