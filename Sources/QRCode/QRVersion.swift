/// A version of QR codes from 1 to 10, which determines the size, with the blocks of error correction level M (ISO/IEC
/// 18004:2015 table 9).
struct QRVersion: Hashable {
    /// The number of the version, 1 to 10.
    let number: Int
    /// The number of codewords of error correction in each block.
    let correction: Int
    /// The numbers of data codewords of the blocks.
    let blocks: [Int]
    /// The rows and columns of the centres of the alignment patterns (annex E).
    let alignments: [Int]

    /// The number of modules of a side.
    var size: Int { 17 + 4 * number }

    /// The number of data codewords of all blocks.
    var dataLength: Int { blocks.reduce(0, +) }

    /// The number of bits of the length in byte mode (table 3).
    var lengthBits: Int { number < 10 ? 8 : 16 }

    /// The smallest version for a number of bytes; nil if there are too many.
    static func smallest(for count: Int) -> QRVersion? {
        // The mode takes four bits.
        all.first { 4 + $0.lengthBits + 8 * count <= 8 * $0.dataLength }
    }

    private static let all = [
        QRVersion(number: 1, correction: 10, blocks: [16], alignments: []),
        QRVersion(number: 2, correction: 16, blocks: [28], alignments: [6, 18]),
        QRVersion(number: 3, correction: 26, blocks: [44], alignments: [6, 22]),
        QRVersion(number: 4, correction: 18, blocks: [32, 32], alignments: [6, 26]),
        QRVersion(number: 5, correction: 24, blocks: [43, 43], alignments: [6, 30]),
        QRVersion(number: 6, correction: 16, blocks: [27, 27, 27, 27], alignments: [6, 34]),
        QRVersion(number: 7, correction: 18, blocks: [31, 31, 31, 31], alignments: [6, 22, 38]),
        QRVersion(number: 8, correction: 22, blocks: [38, 38, 39, 39], alignments: [6, 24, 42]),
        QRVersion(number: 9, correction: 22, blocks: [36, 36, 36, 37, 37], alignments: [6, 26, 46]),
        QRVersion(number: 10, correction: 26, blocks: [43, 43, 43, 43, 44], alignments: [6, 28, 50]),
    ]
}
