import CLibFuzzer

/// Mutates DER and corrects the lengths of the enclosing values.
///
/// libFuzzer gets no coverage from OpenSSL, and random changes would hardly ever pass OpenSSL's check of the outer
/// lengths.
public enum DERMutation {
    /// Implements `LLVMFuzzerCustomMutator`: changes the `count` bytes at `data`, which has room for `limit` bytes, and
    /// returns the new count.
    public static func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
        var noise = Noise(state: UInt64(seed))
        let input = Array(UnsafeBufferPointer(start: data, count: count))
        guard noise.next() % 4 != 0, var tree = DERTree(input), tree.mutate(&noise) else {
            return LLVMFuzzerMutate(data, count, limit)
        }
        let output = tree.bytes
        guard output.count <= limit else { return LLVMFuzzerMutate(data, count, limit) }
        for (index, byte) in output.enumerated() { data[index] = byte }
        return output.count
    }

    /// The random number generator SplitMix64.
    struct Noise: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
