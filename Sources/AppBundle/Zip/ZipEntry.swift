/// One file of a zip archive, as the central directory describes it (APPNOTE.TXT §4.3.12).
struct ZipEntry {
    /// The name's bytes, which most writers mean as UTF-8.
    let nameBytes: ArraySlice<UInt8>
    /// How the content is packed.
    let method: Int
    /// Whether the content is encrypted.
    let isEncrypted: Bool
    /// Whether the entry is a symbolic link of a Unix system.
    let isSymbolicLink: Bool
    /// CRC-32 of the content.
    let checksum: Int
    /// Sizes in bytes, packed and unpacked.
    let packedSize: Int, size: Int
    /// Where the local header lies in the archive.
    let offset: Int
    /// How many bytes of the directory the entry takes.
    let recordSize: Int

    /// The name as text.
    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// Reads the entry at the beginning of a part of the directory; nil where it is malformed.
    init?(_ record: LittleEndianRecord) {
        guard record.hasSignature(1, 2), let madeBy = record.uint16(4), let flags = record.uint16(8),
            let method = record.uint16(10), let checksum = record.uint32(16), let packedSize = record.uint32(20),
            let size = record.uint32(24), let nameSize = record.uint16(28), let extraSize = record.uint16(30),
            let commentSize = record.uint16(32), let attributes = record.uint32(38), let offset = record.uint32(42),
            let name = record.slice(46, nameSize), let extra = record.slice(46 + nameSize, extraSize),
            record.slice(46, nameSize + extraSize + commentSize) != nil
        else { return nil }
        var wide = Zip64Numbers(extra)
        guard let size = wide.replacing(size), let packedSize = wide.replacing(packedSize),
            let offset = wide.replacing(offset)
        else { return nil }
        nameBytes = name
        self.method = method
        isEncrypted = flags & 1 != 0
        // The upper half of the attributes is the mode where a Unix system (3) or macOS (19) wrote the entry.
        isSymbolicLink = [3, 19].contains(madeBy >> 8) && attributes >> 28 == 0xA
        self.checksum = checksum
        self.packedSize = packedSize
        self.size = size
        self.offset = offset
        recordSize = 46 + nameSize + extraSize + commentSize
    }
}

extension ZipEntry {
    /// What is wrong with the name, to follow "an entry has"; nil for a plain relative path.
    ///
    /// Nothing is unpacked to disk, so such a name could do no harm here; but an archive that has one was not made by
    /// Xcode, and means to look different to different readers.
    var fault: String? {
        if nameBytes.isEmpty || nameBytes.count > 4096 { return "no name, or one of more than 4096 bytes" }
        if nameBytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "a control character in its name" }
        if nameBytes.contains(UInt8(ascii: "\\")) { return "a backslash in its name" }
        if nameBytes.first == UInt8(ascii: "/") { return "an absolute path for a name" }
        let path = nameBytes.last == UInt8(ascii: "/") ? nameBytes.dropLast() : nameBytes
        let components = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if components.contains(where: { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) || $0.isEmpty }) {
            return "an empty component, '.' or '..' in its name"
        }
        return nil
    }
}

/// The numbers that do not fit the 32 bits of a directory's entry: the extra field 1 (APPNOTE.TXT §4.5.3).
private struct Zip64Numbers {
    private var rest: ArraySlice<UInt8> = []

    init(_ extra: ArraySlice<UInt8>) {
        var fields = LittleEndianRecord(extra)
        while let id = fields.uint16(0), let size = fields.uint16(2), let content = fields.slice(4, size) {
            if id == 1 {
                rest = content
                return
            }
            guard let following = fields.slice(4 + size, fields.count - 4 - size) else { return }
            fields = LittleEndianRecord(following)
        }
    }

    /// The number itself, or the next one here where it is the mark for that; nil where that is missing.
    mutating func replacing(_ number: Int) -> Int? {
        guard number == 0xFFFF_FFFF else { return number }
        guard let wide = LittleEndianRecord(rest).uint64(0) else { return nil }
        rest = rest.dropFirst(8)
        return wide
    }
}
