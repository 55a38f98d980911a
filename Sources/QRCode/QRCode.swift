/// A QR code (ISO/IEC 18004:2015) in byte mode with error correction level M, versions 1 to 10.
public struct QRCode: Hashable, Sendable {
    /// The number of modules of a side, 21 to 57, without the quiet zone.
    public let size: Int
    /// The number of the mask, 0 to 7: the one with the lowest penalty (§7.8.3).
    let mask: Int
    private let modules: [Bool]

    /// The width of the quiet zone around the code in modules (§9.1).
    static let quietZone = 4

    /// The largest text in bytes of UTF-8.
    public static let sizeLimit = 213

    /// Encodes a text as UTF-8; nil if it has more bytes than `sizeLimit`.
    public init?(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Encodes bytes; nil if there are more than `sizeLimit`.
    init?(bytes: [UInt8]) {
        guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
        let codewords = QRCodewords(bytes, in: version).interleaved
        var drawings = QRMask.allCases.map { QRGrid(version, codewords, $0) }[...]
        guard var best = drawings.popFirst() else { return nil }
        var penalty = QRPenalty(best).total
        for drawing in drawings {
            let other = QRPenalty(drawing).total
            if other < penalty { (best, penalty) = (drawing, other) }
        }
        size = best.size
        mask = best.mask.rawValue
        modules = best.modules
    }

    /// Whether the module in a column and a row is dark. Modules outside of the code are light.
    func isDark(_ column: Int, _ row: Int) -> Bool {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
        return modules[row * size + column]
    }
}
