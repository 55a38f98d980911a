/// The name of a load as a recording spells it, in a fixed size; of a longer name the last 32 bytes count.
struct LoadID: Hashable {
    private var bytes = SIMD32<UInt8>(repeating: 0)

    /// The name of no load.
    init() {}

    /// The name that those bytes spell.
    init(_ text: JSONScanner.Slice) {
        for (index, byte) in text.suffix(SIMD32<UInt8>.scalarCount).enumerated() { bytes[index] = byte }
    }
}
