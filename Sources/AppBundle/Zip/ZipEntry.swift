/// One entry of the central directory of a zip archive (APPNOTE.TXT §4.3.12).
struct ZipEntry {
    /// The bytes of the name, usually UTF-8.
    let nameBytes: ArraySlice<UInt8>
    /// The compression method.
    let method: Int
    /// Whether the content is encrypted.
    let isEncrypted: Bool
    /// Whether the entry is a symbolic link from a Unix system.
    let isSymbolicLink: Bool
    /// CRC-32 of the content.
    let checksum: Int
    /// The compressed and the uncompressed size in bytes.
    let packedSize: Int, size: Int
    /// The offset of the local header in the archive.
    let offset: Int
    /// The size of the entry in the directory, in bytes.
    let recordSize: Int

    /// The size of the fields before the name, in bytes.
    private static let fixedSize = 46

    /// The name as text.
    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    /// Parses the entry at the beginning of a record, whose fields have fixed offsets; nil if it is malformed.
    init?(_ record: LittleEndianRecord) {
        guard record.hasSignature(1, 2), let madeBy = record.uint16(4), let flags = record.uint16(8),
            let method = record.uint16(10), let checksum = record.uint32(16), let packedSize = record.uint32(20),
            let size = record.uint32(24), let nameSize = record.uint16(28), let extraSize = record.uint16(30),
            let commentSize = record.uint16(32), let attributes = record.uint32(38), let offset = record.uint32(42),
            let name = record.slice(Self.fixedSize, nameSize),
            let extra = record.slice(Self.fixedSize + nameSize, extraSize),
            record.slice(Self.fixedSize, nameSize + extraSize + commentSize) != nil
        else { return nil }
        // The extra field has the numbers in this order.
        var zip64 = Zip64Numbers(extra)
        guard let size = zip64.value(of: size), let packedSize = zip64.value(of: packedSize),
            let offset = zip64.value(of: offset)
        else { return nil }
        nameBytes = name
        self.method = method
        isEncrypted = flags & 1 != 0
        // The upper half of the attributes is the file mode if the entry was written on Unix (3) or macOS (19).
        isSymbolicLink = [3, 19].contains(madeBy >> 8) && attributes >> 28 == 0xA
        self.checksum = checksum
        self.packedSize = packedSize
        self.size = size
        self.offset = offset
        recordSize = Self.fixedSize + nameSize + extraSize + commentSize
    }
}

extension ZipEntry {
    /// The fault of the name, to follow "an entry has"; nil for a plain relative path.
    ///
    /// No file is extracted to the disk, and other names would do no harm. Such archives are refused because Xcode does
    /// not create them, and because different programs could read them differently.
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

/// The numbers that do not fit the 32 bits of a directory entry: the extra field 1 (APPNOTE.TXT §4.5.3).
private struct Zip64Numbers {
    private var unread: ArraySlice<UInt8> = []

    /// Finds the field among all extra fields of an entry.
    init(_ extra: ArraySlice<UInt8>) {
        var fields = LittleEndianRecord(extra)
        while let id = fields.uint16(0), let size = fields.uint16(2), let content = fields.slice(4, size) {
            if id == 1 {
                unread = content
                return
            }
            guard let following = fields.slice(4 + size, fields.count - 4 - size) else { return }
            fields = LittleEndianRecord(following)
        }
    }

    /// The value of a 32-bit field of the entry. If the field has the marker 0xFFFFFFFF, the value is the next number
    /// in the extra field; nil if the extra field has no more numbers.
    mutating func value(of field: Int) -> Int? {
        guard field == 0xFFFF_FFFF else { return field }
        guard let number = LittleEndianRecord(unread).uint64(0) else { return nil }
        unread = unread.dropFirst(8)
        return number
    }
}
