import CZlib
import Foundation

/// A writer of valid and invalid zip archives.
struct ZipBytes {
    /// One file, with deviations from the format.
    struct File {
        var name: String
        var content: [UInt8]
        var deflated = true
        /// The mode of a Unix system, in octal 0100644 for a plain file.
        var mode = 0o100644
        /// Overrides of values in the headers.
        var localName: String?
        var size: Int?
        var packedSize: Int?
        var checksum: Int?
        var method: Int?
        var flags = 0
        /// Whether sizes and offset are in the extra field of zip64.
        var isWide = false
    }

    var files: [File]
    var comment: [UInt8] = []
    /// Whether the archive has a zip64 end record.
    var isWide = false
    /// Whether sizes follow the content instead of being in the local header, as from streaming writers.
    var hasDescriptors = false
    var entryCount: Int?

    /// The archive.
    var bytes: [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let packed = file.deflated ? Self.deflate(file.content) : file.content
            let method = number(file.method ?? (file.deflated ? 8 : 0), 2)
            let checksum = file.checksum ?? Int(crc32_z(0, file.content, file.content.count))
            let numbers =
                number(checksum, 4) + number(file.packedSize ?? packed.count, 4)
                + number(file.size ?? file.content.count, 4)
            let flags = number(file.flags | (hasDescriptors ? 8 : 0), 2)
            let offset = archive.count
            let localName = Array((file.localName ?? file.name).utf8)
            archive += [0x50, 0x4B, 3, 4, 20, 0] + flags + method + [0, 0, 0, 0]
            archive += hasDescriptors ? Array(repeating: 0, count: 12) : numbers
            archive += number(localName.count, 2) + [0, 0] + localName + packed
            if hasDescriptors { archive += [0x50, 0x4B, 7, 8] + numbers }
            let wide =
                number(1, 2) + number(24, 2) + number(file.content.count, 8) + number(packed.count, 8)
                + number(offset, 8)
            let mark = [UInt8](repeating: 0xFF, count: 4)
            directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + flags + method + [0, 0, 0, 0]
            directory += file.isWide ? number(checksum, 4) + mark + mark : numbers
            directory += number(file.name.utf8.count, 2) + number(file.isWide ? wide.count : 0, 2)
            directory += [0, 0, 0, 0, 0, 0] + number(file.mode << 16, 4) + (file.isWide ? mark : number(offset, 4))
            directory += Array(file.name.utf8) + (file.isWide ? wide : [])
        }
        return archive + directory + end(directorySize: directory.count, offset: archive.count)
    }

    private func end(directorySize: Int, offset: Int) -> [UInt8] {
        let count = entryCount ?? files.count
        let tail = number(comment.count, 2) + comment
        guard isWide else {
            return [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(count, 2) + number(count, 2) + number(directorySize, 4)
                + number(offset, 4) + tail
        }
        let record =
            [0x50, 0x4B, 6, 6] + number(44, 8) + [45, 0, 45, 0] + number(0, 8) + number(count, 8) + number(count, 8)
            + number(directorySize, 8) + number(offset, 8)
        let locator = [0x50, 0x4B, 6, 7] + number(0, 4) + number(offset + directorySize, 8) + number(1, 4)
        return record + locator + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Array(repeating: 0xFF, count: 12) + tail
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Raw deflate is zlib's format without its first two and last four bytes.
    static func deflate(_ content: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(content.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress2(&packed, &size, content, uLong(content.count), 9)
        return Array(packed[2..<(Int(size) - 4)])
    }
}
