/// Big-endian integers in the bytes of a capture. The caller has checked that the bytes exist; a span traps otherwise.
extension Span<UInt8> {
    /// The two bytes at an offset, most significant first.
    func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// The four bytes at an offset, most significant first.
    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
    }

    /// The eight bytes at an offset, most significant first.
    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
    }

    /// The bytes of a range as an array.
    func bytes(in range: Range<Int>) -> [UInt8] {
        extracting(range).withUnsafeBufferPointer { Array($0) }
    }
}
