/// A PEM file without blank lines in its blocks and without a byte order mark, which editors leave in such files.
///
/// OpenSSL's parser treats a blank line as the end of the headers of RFC 1421, and refuses it anywhere else. A block
/// with such headers is not changed.
struct PEMText {
    /// The text for OpenSSL.
    private(set) var bytes: [UInt8] = []
    private var beginnings: [Int] = []

    /// Creates the text of a file.
    init(_ file: [UInt8]) {
        var rest = file[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        bytes.reserveCapacity(rest.count)
        var number = 0
        var isInBlock = false
        var hasHeaders = false
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            if line.starts(with: Array("-----".utf8)) {
                isInBlock = line.starts(with: Array("-----BEGIN ".utf8))
                hasHeaders = false
                if isInBlock { beginnings.append(number) }
            } else if isInBlock, line.contains(UInt8(ascii: ":")) {
                hasHeaders = true
            } else if isInBlock, !hasHeaders, line.allSatisfy({ [0x20, 0x09, 0x0D, 0x0A].contains($0) }) {
                continue
            }
            bytes.append(contentsOf: line)
        }
    }

    /// The line of the file on which a block begins; both count from 1.
    func line(ofBlock number: Int) -> Int? {
        beginnings.indices.contains(number - 1) ? beginnings[number - 1] : nil
    }
}
