/// The codewords of a QR code: the data, and their error correction (ISO/IEC 18004:2015 §7.4 to §7.6).
struct QRCodewords {
    /// The data codewords of each block.
    let blocks: [ArraySlice<UInt8>]
    private let correction: Int

    /// The codewords of bytes that fit into the version.
    init(_ bytes: [UInt8], in version: QRVersion) {
        correction = version.correction
        let data = Self.data(bytes, in: version)
        var rest = data[...]
        blocks = version.blocks.map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
    }

    /// All codewords in the order in which they are placed: the first of each block, then the second, and so on; first
    /// those of the data, then those of the error correction.
    var interleaved: [UInt8] {
        let code = ReedSolomonCode(length: correction)
        return Self.interleaved(blocks.map(Array.init)) + Self.interleaved(blocks.map { code.remainder(of: Array($0)) })
    }

    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
    }

    /// The mode, the length, the bytes, a terminator and padding.
    private static func data(_ bytes: [UInt8], in version: QRVersion) -> [UInt8] {
        var bits = BitWriter()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: version.lengthBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        var codewords = bits.bytes
        var padding: UInt8 = 0xEC
        while codewords.count < version.dataLength {
            codewords.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        return codewords
    }
}

/// Writes bits into bytes, the highest first.
private struct BitWriter {
    /// The bytes so far. The unused bits of the last one are the terminator: in byte mode there are always four.
    private(set) var bytes: [UInt8] = []
    private var free = 0

    mutating func append(_ value: Int, count: Int) {
        for place in stride(from: count - 1, through: 0, by: -1) {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            free -= 1
            if value >> place & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(free) }
        }
    }
}

/// The Reed-Solomon code of QR codes, over the field of 256 elements with the polynomial 0x11D (ISO/IEC 18004:2015
/// §7.5.2).
struct ReedSolomonCode {
    /// The coefficients of the generator polynomial without the first, which is 1; the highest degree first.
    let generator: [UInt8]

    /// The code with a number of codewords of error correction, at least one.
    init(length: Int) {
        var generator = [UInt8](repeating: 0, count: length - 1) + [1]
        var root: UInt8 = 1
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
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in remainder.indices { remainder[index] ^= Self.product(generator[index], factor) }
        }
        return remainder
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for place in (0..<8).reversed() {
            product = product << 1 ^ (product & 0x80 == 0 ? 0 : 0x1D)
            if right >> UInt8(place) & 1 == 1 { product ^= left }
        }
        return product
    }
}
