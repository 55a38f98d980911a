/// The location of the central directory in a zip archive (APPNOTE.TXT §4.3.14 to §4.3.16).
struct ZipDirectory: Hashable {
    /// The offset of the directory in the archive.
    let offset: Int
    /// The size of the directory in bytes.
    let size: Int
    /// The number of entries. Without zip64 only the low 16 bits are used, because some writers on macOS let the number
    /// overflow.
    let entryCount: Int
    /// Whether all bits of `entryCount` are used.
    let isZip64: Bool

    /// The size of the end record without its comment, in bytes.
    private static let endRecordSize = 22
    /// The size of the locator of the zip64 end record, which precedes the end record, in bytes.
    private static let locatorSize = 20
    /// The size of the zip64 end record, in bytes.
    private static let zip64EndSize = 56
    /// The largest distance from the end of the file to the end record: the record and the longest comment.
    static let endSize = endRecordSize + 0xFFFF

    /// Finds the directory from the last bytes of the archive, at most `endSize`; nil if they are not the end of an
    /// archive in one part. `record` reads `count` bytes at an offset.
    init?(
        tail: [UInt8], fileSize: Int,
        record: (_ offset: Int, _ count: Int) throws(PolicyFileError) -> [UInt8]
    ) throws(PolicyFileError) {
        guard let endIndex = Self.endRecord(in: tail) else { return nil }
        let end = LittleEndianRecord(tail[endIndex...])
        guard let disk = end.uint16(4), let firstDisk = end.uint16(6), let countHere = end.uint16(8),
            let count = end.uint16(10), let size = end.uint32(12), let offset = end.uint32(16)
        else { return nil }
        // The directory ends before the end record, or before that of zip64.
        var limit = fileSize - tail.count + endIndex
        // These numbers mark a value that only the zip64 end record has.
        let hasOverflow = countHere == 0xFFFF || count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
        let locator = LittleEndianRecord(tail[max(0, endIndex - Self.locatorSize)..<endIndex])
        if hasOverflow, let zip64End = Self.zip64End(locator: locator) {
            limit = zip64End
            let end = LittleEndianRecord(try record(zip64End, Self.zip64EndSize)[...])
            guard end.hasSignature(6, 6), end.uint32(16) == 0, end.uint32(20) == 0,
                let countHere = end.uint64(24), let count = end.uint64(32), countHere == count,
                let size = end.uint64(40), let offset = end.uint64(48)
            else { return nil }
            self = ZipDirectory(offset: offset, size: size, entryCount: count, isZip64: true)
        } else {
            guard disk == 0, firstDisk == 0, countHere == count else { return nil }
            self = ZipDirectory(offset: offset, size: size, entryCount: count, isZip64: false)
        }
        guard self.offset <= limit, self.size <= limit - self.offset else { return nil }
    }

    private init(offset: Int, size: Int, entryCount: Int, isZip64: Bool) {
        self.offset = offset
        self.size = size
        self.entryCount = entryCount
        self.isZip64 = isZip64
    }

    /// The index of the end record: the last one whose comment extends exactly to the end.
    private static func endRecord(in tail: [UInt8]) -> Int? {
        guard tail.count >= endRecordSize else { return nil }
        return (0...(tail.count - endRecordSize)).reversed().first { index in
            guard tail[index] == UInt8(ascii: "P") else { return false }
            let end = LittleEndianRecord(tail[index...])
            return end.hasSignature(5, 6) && end.uint16(20) == end.count - endRecordSize
        }
    }

    /// The offset of the zip64 end record, from its locator.
    private static func zip64End(locator: LittleEndianRecord) -> Int? {
        guard locator.count == locatorSize, locator.hasSignature(6, 7), locator.uint32(4) == 0 else { return nil }
        return locator.uint64(8)
    }
}
