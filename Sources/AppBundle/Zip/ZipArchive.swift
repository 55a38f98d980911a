import CZlib
import Foundation

/// A zip archive (APPNOTE.TXT 6.3), such as an `.ipa`, from which the property lists are read.
///
/// Only the directory and the requested files are read, by seeking. An archive may therefore have any size. No file is
/// extracted to the disk. An archive that is ambiguous or has suspicious names is refused as a whole.
struct ZipArchive {
    /// The path of the archive in errors.
    let path: String
    /// The files named `Info.plist`.
    let infoPlists: [ZipEntry]
    private let file: RandomAccessFile
    private let directory: ZipDirectory

    /// The largest directory that is read, in bytes.
    private static let directoryLimit = 64 << 20
    private static let entryLimit = 1 << 18
    /// The size of a local header before the name, in bytes (APPNOTE.TXT §4.3.7).
    private static let localHeaderSize = 30

    /// Opens an archive and reads its directory.
    init(path: String, pipes: FileOpening.Pipes = .read) throws(PolicyFileError) {
        self.path = path
        file = try RandomAccessFile(path: path, pipes: pipes)
        let file = file
        let tail = try file.bytes(at: max(0, file.size - ZipDirectory.endSize), ZipDirectory.endSize)
        guard
            let directory = try ZipDirectory(
                tail: tail, fileSize: file.size,
                record: { (offset, count) throws(PolicyFileError) in try file.bytes(at: offset, count) })
        else { throw Self.damage(path, "it has no directory, or is one part of several") }
        guard directory.size <= Self.directoryLimit else { throw Self.damage(path, "its directory is too large") }
        self.directory = directory
        infoPlists = try Self.infoPlists(
            in: try file.bytes(at: directory.offset, directory.size), of: directory, at: path)
    }

    /// The content of an entry, of at most `PropertyListFile.sizeLimit` bytes.
    func content(of entry: ZipEntry) throws(PolicyFileError) -> [UInt8] {
        let name = "\(path)/\(entry.name.visible())"
        guard entry.size <= PropertyListFile.sizeLimit else {
            throw PolicyFileError(path: name, reason: .tooLarge(limit: PropertyListFile.sizeLimit))
        }
        guard !entry.isEncrypted else { throw PolicyFileError(path: name, reason: .unreadable("it is encrypted")) }
        let packed = try packedContent(of: entry, named: name)
        let content: [UInt8]?
        // The methods are "stored" and "deflated" (APPNOTE.TXT §4.4.5).
        switch entry.method {
        case 0: content = packed.count == entry.size ? packed : nil
        case 8: content = Deflate.inflate(packed, to: entry.size)
        case _: throw PolicyFileError(path: name, reason: .unreadable("it is packed in an unknown way"))
        }
        guard let content, Deflate.checksum(content) == entry.checksum else {
            throw PolicyFileError(path: name, reason: .unreadable("its content is damaged"))
        }
        return content
    }

    /// The packed content of an entry. The local header before it must have the same name as the directory (APPNOTE.TXT
    /// §4.3.7).
    private func packedContent(of entry: ZipEntry, named name: String) throws(PolicyFileError) -> [UInt8] {
        // No property list of more than a mebibyte reaches this ratio. A decompression bomb reaches up to 1032.
        guard entry.size <= 1 << 20 || entry.size / 200 <= entry.packedSize else {
            throw Self.damage(path, "\(entry.name) unpacks to more than 200 times its size")
        }
        // The header has the method at offset 8, the size of the name at 26 and that of the extra field at 28.
        let header = LittleEndianRecord(try file.bytes(at: entry.offset, Self.localHeaderSize)[...])
        guard header.hasSignature(3, 4), let nameSize = header.uint16(26), let extraSize = header.uint16(28),
            header.uint16(8) == entry.method, nameSize == entry.nameBytes.count,
            try file.bytes(at: entry.offset + Self.localHeaderSize, nameSize).elementsEqual(entry.nameBytes)
        else { throw Self.damage(path, "its directory and the header of \(entry.name) disagree") }
        let start = entry.offset + Self.localHeaderSize + nameSize + extraSize
        guard start <= directory.offset, entry.packedSize <= directory.offset - start,
            entry.packedSize <= PropertyListFile.sizeLimit + 1 << 16
        else { throw Self.damage(path, "\(entry.name) lies outside of it") }
        return try file.bytes(at: start, entry.packedSize)
    }
}

extension ZipArchive {
    /// Parses all entries, checks their names, and returns those named `Info.plist`.
    private static func infoPlists(
        in bytes: [UInt8], of directory: ZipDirectory, at path: String
    ) throws(PolicyFileError) -> [ZipEntry] {
        var unread = bytes[...]
        var names: Set<ArraySlice<UInt8>> = []
        var infoPlists: [ZipEntry] = []
        var links: [ArraySlice<UInt8>] = []
        while !unread.isEmpty {
            guard let entry = ZipEntry(LittleEndianRecord(unread)) else {
                throw damage(path, "its directory is damaged")
            }
            if let fault = entry.fault { throw damage(path, "an entry has \(fault)") }
            guard names.count < entryLimit else { throw damage(path, "it has more than \(entryLimit) entries") }
            guard names.insert(entry.nameBytes).inserted else {
                throw damage(path, "two entries have the name \(entry.name)")
            }
            if entry.isSymbolicLink { links.append(entry.nameBytes) }
            if entry.nameBytes.hasLastComponent("Info.plist") { infoPlists.append(entry) }
            unread = unread.dropFirst(entry.recordSize)
        }
        let entryCount = directory.isZip64 ? names.count : names.count & 0xFFFF
        guard entryCount == directory.entryCount else { throw damage(path, "its directory is damaged") }
        try refuse(links, above: infoPlists, at: path)
        return infoPlists
    }

    /// Refuses symbolic links in the paths of the entries that are read. Links elsewhere are common, as in frameworks
    /// of macOS, and are never followed.
    private static func refuse(
        _ links: [ArraySlice<UInt8>], above entries: [ZipEntry], at path: String
    ) throws(PolicyFileError) {
        var ancestors: Set<ArraySlice<UInt8>> = []
        for entry in entries {
            ancestors.insert(entry.nameBytes)
            for (index, byte) in zip(entry.nameBytes.indices, entry.nameBytes) where byte == UInt8(ascii: "/") {
                ancestors.insert(entry.nameBytes[..<index])
            }
        }
        for link in links where ancestors.contains(link.last == UInt8(ascii: "/") ? link.dropLast() : link) {
            throw damage(path, "\(String(decoding: link, as: UTF8.self)) is a symbolic link")
        }
    }

    private static func damage(_ path: String, _ detail: String) -> PolicyFileError {
        PolicyFileError(
            path: path, reason: .malformed(format: "a zip archive", position: nil, detail: detail.visible()))
    }
}

extension ArraySlice<UInt8> {
    /// Whether the last component of the path is the given name.
    fileprivate func hasLastComponent(_ name: StaticString) -> Bool {
        name.withUTF8Buffer { name in
            guard count >= name.count, suffix(name.count).elementsEqual(name) else { return false }
            return count == name.count || self[endIndex - name.count - 1] == UInt8(ascii: "/")
        }
    }
}

/// Decompression (RFC 1951) and checksum (CRC-32) for zip archives, by zlib.
private enum Deflate {
    /// The content of a raw deflate stream with exactly `size` bytes; nil if the stream has another size, is malformed
    /// or has trailing bytes.
    static func inflate(_ packed: [UInt8], to size: Int) -> [UInt8]? {
        // One additional byte of capacity reveals a stream that is too long.
        var content = [UInt8](repeating: 0, count: size + 1)
        guard let packedCount = UInt32(exactly: packed.count), let room = UInt32(exactly: content.count) else {
            return nil
        }
        let isWhole = packed.withUnsafeBufferPointer { input in
            content.withUnsafeMutableBufferPointer { output in
                // zlib keeps the address of the stream structure, so it must not move between the calls.
                withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { streams in
                    streams.initialize(repeating: z_stream())
                    guard let stream = streams.baseAddress, inflate_raw_start(stream) == Z_OK else { return false }
                    defer { inflateEnd(stream) }
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = packedCount
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = room
                    return CZlib.inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
                        && stream.pointee.avail_out == 1
                }
            }
        }
        guard isWhole else { return nil }
        content.removeLast()
        return content
    }

    /// The CRC-32 of the bytes, as in zip archives and PNG.
    static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
