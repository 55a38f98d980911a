import CZlib
import Gzip
import Testing

@Suite struct GzipDecompressorTests {
    /// A gzip member (RFC 1952 §2.3) without a name and a time.
    private static func member(_ content: [UInt8]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(content)
            + number(Int(crc32_z(0, content, content.count))) + number(content.count)
    }

    /// Raw deflate is zlib's format without its first two and last four bytes.
    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(content.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress2(&packed, &size, content, uLong(content.count), 9)
        return Array(packed[2..<(Int(size) - 4)])
    }

    /// Reads a file in pieces. Returns its content, whether the file is complete, and whether no byte is malformed.
    private func read(_ file: [UInt8], piece: Int = .max) throws -> (content: [UInt8], isWhole: Bool, isSound: Bool) {
        let stream = try GzipDecompressor()
        var content: [UInt8] = []
        var rest = file[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            do {
                try part.withUnsafeBufferPointer { bytes throws(GzipDecompressor.Malformed) in
                    try stream.append(bytes) { content += $0 }
                }
            } catch {
                return (content, stream.isComplete, false)
            }
        }
        return (content, stream.isComplete, true)
    }

    private static let text = Array("one line\nand another one\n".utf8)

    @Test(arguments: [1, 2, 7, .max]) func membersInAnyPieces(piece: Int) throws {
        for count in 0...3 {
            let file = [[UInt8]](repeating: Self.member(Self.text), count: count).flatMap(\.self)
            let found = try read(file, piece: piece)
            #expect(found.content == [[UInt8]](repeating: Self.text, count: count).flatMap(\.self))
            #expect(found.isWhole && found.isSound)
        }
        let empty = try read(Self.member([]) + Self.member(Self.text), piece: piece)
        #expect(empty.content == Self.text && empty.isWhole && empty.isSound)
    }

    /// Content that is larger than the buffer, and packed to a thousandth of its size.
    @Test func contentThatIsLargerThanTheBuffer() throws {
        let content = [UInt8](repeating: 0x61, count: 3 << 20)
        for piece in [100, .max] {
            let found = try read(Self.member(content), piece: piece)
            #expect(found.content == content && found.isWhole && found.isSound)
        }
    }

    @Test(arguments: [1, .max]) func aFileThatEndsEarlyIsNotComplete(piece: Int) throws {
        let file = Self.member(Self.text) + Self.member(Self.text)
        let length = file.count / 2
        for count in 1..<file.count where count != length {
            let found = try read(Array(file.prefix(count)), piece: piece)
            #expect(!found.isWhole && found.isSound, "\(count)")
            #expect((Self.text + Self.text).starts(with: found.content))
        }
    }

    @Test(arguments: [1, .max]) func whatIsMalformedIsRefused(piece: Int) throws {
        let file = Self.member(Self.text)
        for position in [0, 1, 2, 12, file.count - 8, file.count - 1] {
            var changed = file
            changed[position] ^= 0xFF
            let found = try read(changed, piece: piece)
            #expect(!found.isSound && !found.isWhole, "\(position)")
        }
        // The content before the malformed bytes is valid.
        let behind = try read(file + Array("noise".utf8), piece: piece)
        #expect(!behind.isSound && !behind.isWhole && behind.content == Self.text)
    }

    /// Zero bytes behind the last member fill a block, as tar writes them.
    @Test func paddingIsIgnored() throws {
        let found = try read(Self.member(Self.text) + [UInt8](repeating: 0, count: 1000), piece: .max)
        #expect(found.content == Self.text && found.isWhole && found.isSound)
    }

    /// The place at which a file is cut into pieces makes no difference.
    @Test(arguments: [1, 7, .max]) func nothingFollowsPadding(piece: Int) throws {
        let padding = [UInt8](repeating: 0, count: 15)
        let found = try read(Self.member(Self.text) + padding + Self.member(Self.text), piece: piece)
        #expect(found.content == Self.text && !found.isWhole && !found.isSound)
        #expect(try !read(padding + Self.member(Self.text), piece: piece).isSound)
        let padded = try read(Self.member(Self.text) + padding, piece: piece)
        #expect(padded.content == Self.text && padded.isWhole && padded.isSound)
    }

    /// A few compressed bytes may stand for much content. A reader receives the content in pieces of a limited size.
    @Test func contentComesInBoundedPieces() throws {
        let content = [UInt8](repeating: 0x20, count: 5 * GzipDecompressor.pieceSize + 1)
        let stream = try GzipDecompressor()
        var sizes: [Int] = []
        try Self.member(content).withUnsafeBufferPointer { packed throws(GzipDecompressor.Malformed) in
            try stream.begin(packed)
            while let piece = try stream.next() { sizes.append(piece.count) }
        }
        #expect(sizes.reduce(0, +) == content.count && stream.isComplete)
        #expect(sizes.allSatisfy { (1...GzipDecompressor.pieceSize).contains($0) } && sizes.count >= 6)
    }
}
