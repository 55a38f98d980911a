/// A record of a zip archive, with little-endian numbers at fixed offsets (APPNOTE.TXT §4.4.1.1).
struct LittleEndianRecord {
    private let bytes: ArraySlice<UInt8>

    /// Creates a record from its bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Whether the record begins with `PK` and the given two bytes.
    func hasSignature(_ third: UInt8, _ fourth: UInt8) -> Bool {
        bytes.starts(with: [0x50, 0x4B, third, fourth])
    }

    /// The number of two bytes at an offset; nil beyond the end.
    func uint16(_ offset: Int) -> Int? { number(offset, 2) }

    /// The number of four bytes at an offset; nil beyond the end.
    func uint32(_ offset: Int) -> Int? { number(offset, 4) }

    /// The number of eight bytes at an offset; nil beyond the end, or if it does not fit an `Int`.
    func uint64(_ offset: Int) -> Int? { number(offset, 8) }

    /// The bytes at an offset; nil beyond the end.
    func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    }

    /// The number of `count` bytes at an offset; nil beyond the end, or if it does not fit an `Int`.
    private func number(_ offset: Int, _ count: Int) -> Int? {
        guard let slice = slice(offset, count) else { return nil }
        return Int(exactly: slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
