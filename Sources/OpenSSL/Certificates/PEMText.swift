/// A PEM file without what people and their editors leave in it: blank lines within blocks and a byte order mark.
///
/// OpenSSL's own reader takes a blank line for the end of the headers that RFC 1421 has, and rejects it anywhere else. In
/// a block with such headers nothing is taken out.
struct PEMText {
    /// The text for OpenSSL.
    private(set) var bytes: [UInt8] = []
    private var beginnings: [Int] = []

    /// The text of that file.
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

    /// The line in the file in which that block begins, both from 1.
    func line(ofBlock number: Int) -> Int? {
        beginnings.indices.contains(number - 1) ? beginnings[number - 1] : nil
    }
}
