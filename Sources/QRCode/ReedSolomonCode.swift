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
