/// The identifier of a load in a fixed size. Of a longer identifier, only the last 32 bytes are kept.
struct LoadID: Hashable {
    private var bytes = SIMD32<UInt8>(repeating: 0)

    /// Creates an empty identifier.
    init() {}

    /// Creates an identifier from its text.
    init(_ text: JSONScanner.Slice) {
        for (index, byte) in text.suffix(SIMD32<UInt8>.scalarCount).enumerated() { bytes[index] = byte }
    }
}
