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

/// A QR code as a picture in SVG, with the quiet zone.
public struct QRCodeGraphic: Hashable, Sendable {
    /// The width and the height of the picture in modules.
    public let side: Int
    /// The commands of the path (SVG 2 §9.3) that covers the dark modules.
    public let path: String

    /// Draws a code.
    public init(_ code: QRCode) {
        side = code.size + 2 * QRCode.quietZone
        var path = ""
        for row in 0..<code.size {
            var column = 0
            while column < code.size {
                let length = (column..<code.size).prefix { code.isDark($0, row) }.count
                if length > 0 {
                    path += "M\(column + QRCode.quietZone) \(row + QRCode.quietZone)h\(length)v1h-\(length)z"
                }
                column += max(1, length)
            }
        }
        self.path = path
    }

    /// The picture as an element that stands in a page of HTML, black on white.
    ///
    /// - Parameter title: What the picture is, as markup, for readers who do not see it.
    public func markup(title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(6 * side)" height="\(6 * side)" \
        role="img" shape-rendering="crispEdges"><title>\(title)</title>\
        <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
        """
    }
}

/// A QR code as lines of text for a terminal, with the quiet zone. A character stands for two modules, one above the
/// other.
public struct QRCodeText: Hashable, Sendable {
    /// The lines, without line breaks.
    public let lines: [String]

    /// The number of columns.
    public let width: Int

    /// Writes a code.
    ///
    /// - Parameter hasColours: Whether the terminal understands colours. Dark modules are then black and light ones
    ///   white whatever the colours of the terminal are. Without colours, the text is right on a dark background, and
    ///   inverted on a light one, which most cameras read, too.
    public init(_ code: QRCode, hasColours: Bool) {
        let modules = -QRCode.quietZone..<(code.size + QRCode.quietZone)
        width = modules.count
        lines = stride(from: modules.lowerBound, to: modules.upperBound, by: 2).map { row in
            // The glyphs draw the light modules.
            let text = String(modules.map { Self.glyph(code.isDark($0, row), code.isDark($0, row + 1)) })
            return hasColours ? "\u{1B}[38;5;231;48;5;16m\(text)\u{1B}[0m" : text
        }
    }

    private static func glyph(_ upperIsDark: Bool, _ lowerIsDark: Bool) -> Character {
        switch (upperIsDark, lowerIsDark) {
        case (false, false): return "█"
        case (false, true): return "▀"
        case (true, false): return "▄"
        case (true, true): return " "
        }
    }
}
