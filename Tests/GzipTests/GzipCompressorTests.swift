import Gzip
import Testing

@Suite struct GzipCompressorTests {
    private func compressed(_ content: [UInt8], piece: Int = .max) throws -> [UInt8] {
        let stream = try GzipCompressor()
        var file: [UInt8] = []
        var rest = content[...]
        while !rest.isEmpty {
            Array(rest.prefix(piece)).withUnsafeBufferPointer { bytes in stream.append(bytes) { file += $0 } }
            rest = rest.dropFirst(piece)
        }
        stream.finish { file += $0 }
        return file
    }

    private func decompressed(_ file: [UInt8]) throws -> (content: [UInt8], isComplete: Bool) {
        let stream = try GzipDecompressor()
        var content: [UInt8] = []
        try file.withUnsafeBufferPointer { bytes throws(GzipDecompressor.Malformed) in
            try stream.append(bytes) { content += $0 }
        }
        return (content, stream.isComplete)
    }

    /// Bytes that zlib cannot compress, so that the result is larger than its buffer.
    private static let noise: [UInt8] = {
        var random = SystemRandomNumberGenerator()
        return (0..<200_000).flatMap { _ in withUnsafeBytes(of: random.next() as UInt64) { Array($0) } }
    }()

    @Test(arguments: [
        [], Array("one line\n".utf8), [UInt8](repeating: 0x61, count: 3 << 20), noise,
    ]) func whatIsCompressedIsReadBack(content: [UInt8]) throws {
        for piece in [1000, .max] {
            let file = try compressed(content, piece: piece)
            #expect(file.starts(with: GzipDecompressor.signature))
            let read = try decompressed(file)
            #expect(read.content == content && read.isComplete)
        }
    }

    @Test func repetitionIsCompressed() throws {
        #expect(try compressed([UInt8](repeating: 0x61, count: 3 << 20)).count < 5000)
    }

    /// An error of the receiver, such as a full disk, ends the call.
    @Test func anErrorOfTheReceiverIsThrown() throws {
        struct Full: Error {}
        let stream = try GzipCompressor()
        #expect(throws: Full.self) {
            try Self.noise.withUnsafeBufferPointer { bytes throws(Full) in
                try stream.append(bytes) { (_) throws(Full) in throw Full() }
            }
        }
    }
}
