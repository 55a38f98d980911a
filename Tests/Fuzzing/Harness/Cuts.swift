/// Ways to hand one input over in pieces.
public enum Cuts {
    /// The whole, the whole in two pieces, and byte by byte; what is found must be the same for each.
    ///
    /// Where the two pieces meet follows from the bytes, so that an input fails again, and the fuzzer, by whatever it
    /// changes, moves it.
    public static func ways(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        // Long inputs say little more byte by byte, and take long.
        [[bytes[...]], halves(bytes)] + (bytes.count > 2048 ? [] : [single(bytes)])
    }

    /// Two pieces.
    public static func halves(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let middle = Int(hash(bytes) % UInt64(bytes.count + 1))
        return [bytes[..<middle], bytes[middle...]]
    }

    /// Pieces of one byte.
    public static func single(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.indices.map { bytes[$0...$0] }
    }

    /// FNV-1a.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
