import Gzip
import Harness

/// The input is a recording or a capture that is compressed with gzip.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (whole, parts) = (content(of: bytes, inPiecesOf: max(1, count)), content(of: bytes, inPiecesOf: 7))
    claim((whole == nil) == (parts == nil), "the pieces of a file decide whether it is damaged")
    claim(whole == parts, "the pieces of a file make a difference")
    return 0
}

/// The content of a file and whether it is complete; nil for a file that is damaged.
private func content(of bytes: [UInt8], inPiecesOf size: Int) -> Content? {
    do {
        let stream = try GzipDecompressor()
        var content = Content()
        var rest = bytes[...]
        while !rest.isEmpty {
            try rest.prefix(size).withUnsafeBufferPointer { packed throws(GzipDecompressor.Malformed) in
                try stream.append(packed) { piece in
                    claim(piece.count <= GzipDecompressor.pieceSize, "a piece of \(piece.count) bytes")
                    content.bytes += piece
                }
            }
            rest = rest.dropFirst(size)
        }
        content.isComplete = stream.isComplete
        return content
    } catch {
        return nil
    }
}

private struct Content: Equatable {
    var bytes: [UInt8] = []
    var isComplete = true
}
