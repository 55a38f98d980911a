/// A record of a zip archive: little-endian numbers at fixed places (APPNOTE.TXT §4.4.1.1).
struct LittleEndianRecord {
    private let bytes: ArraySlice<UInt8>

    /// The record in those bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// How many bytes the record has.
    var count: Int { bytes.count }

    /// Whether the record begins with `PK` and these two bytes.
    func hasSignature(_ third: UInt8, _ fourth: UInt8) -> Bool {
        bytes.starts(with: [0x50, 0x4B, third, fourth])
    }

    /// The two bytes at an offset; nil beyond the end, as below.
    func uint16(_ offset: Int) -> Int? { number(offset, 2) }

    /// The four bytes at an offset.
    func uint32(_ offset: Int) -> Int? { number(offset, 4) }

    /// The eight bytes at an offset; nil also where they exceed an `Int`.
    func uint64(_ offset: Int) -> Int? { number(offset, 8) }

    /// Some of the bytes; nil beyond the end.
    func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    }

    private func number(_ offset: Int, _ count: Int) -> Int? {
        guard let slice = slice(offset, count) else { return nil }
        return Int(exactly: slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
