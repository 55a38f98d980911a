/// The codewords (bytes) of a QR code: the data, and their error correction (ISO/IEC 18004:2015 §7.4 to §7.6).
///
/// The data are divided into blocks, each of which has its own error correction.
struct QRCodewords {
    /// The data codewords of each block.
    private(set) var blocks: [ArraySlice<UInt8>] = []
    /// The number of codewords of error correction in each block.
    private let correction: Int

    /// The codewords of bytes that fit into the version.
    init(_ bytes: [UInt8], in version: QRVersion) {
        correction = version.correction
        var remaining = Self.data(bytes, in: version)[...]
        for length in version.blocks {
            blocks.append(remaining.prefix(length))
            remaining = remaining.dropFirst(length)
        }
    }

    /// All codewords in the order in which they are placed. The data come before the error correction. In both, the
    /// first codeword of each block comes first, then the second one of each block, and so on.
    var interleaved: [UInt8] {
        let code = ReedSolomonCode(length: correction)
        return Self.interleaved(blocks.map(Array.init)) + Self.interleaved(blocks.map { code.remainder(of: Array($0)) })
    }

    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
    }

    /// The data codewords: the mode, the length, the bytes, a terminator of four zeros and padding (§7.4).
    private static func data(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        var bits = BitWriter()
        // Byte mode (table 2).
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: version.lengthBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        // The mode takes half a codeword, so half of the last one is free. Its zeros are the terminator.
        var codewords = bits.bytes
        let paddingLength = version.dataLength - codewords.count
        codewords += (0..<paddingLength).map { index -> UInt8 in index.isMultiple(of: 2) ? 0xEC : 0x11 }
        return codewords
    }
}

/// Writes bits into bytes, the most significant one first.
private struct BitWriter {
    /// The bytes so far. The unused bits of the last one are 0.
    private(set) var bytes: [UInt8] = []
    /// The number of unused bits of the last byte.
    private var freeBits = 0

    /// Appends the lowest bits of a value.
    mutating func append(_ value: Int, count: Int) {
        for index in stride(from: count - 1, through: 0, by: -1) {
            if freeBits == 0 {
                bytes.append(0)
                freeBits = 8
            }
            freeBits -= 1
            if value >> index & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(freeBits) }
        }
    }
}

/// The Reed-Solomon code of QR codes, over the field of 256 elements with the polynomial 0x11D (ISO/IEC 18004:2015
/// §7.5.2).
struct ReedSolomonCode {
    /// The coefficients of the generator polynomial without the first, which is 1; the highest degree first.
    let generator: [UInt8]

    /// Creates the code with a number of codewords of error correction, at least one.
    init(length: Int) {
        var generator = [UInt8](repeating: 0, count: length - 1) + [1]
        var root: UInt8 = 1
        // Multiplies the polynomial 1 by x − root for each of the roots 2⁰, 2¹, …; addition and subtraction are XOR.
        for _ in 0..<length {
            for index in generator.indices {
                let next = index + 1 < length ? generator[index + 1] : 0
                generator[index] = Self.product(generator[index], root) ^ next
            }
            root = Self.product(root, 2)
        }
        self.generator = generator
    }

    /// The codewords of error correction for data.
    func remainder(of data: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        // Polynomial division, one codeword of the data at a time.
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in remainder.indices { remainder[index] ^= Self.product(generator[index], factor) }
        }
        return remainder
    }

    /// The product of two elements of the field.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for index in (0..<8).reversed() {
            // Doubling a product with the highest bit reduces it by the polynomial 0x11D.
            product = product << 1 ^ (product & 0x80 == 0 ? 0 : 0x1D)
            if right >> UInt8(index) & 1 == 1 { product ^= left }
        }
        return product
    }
}
