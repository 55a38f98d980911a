/// A QR code (ISO/IEC 18004:2015) in byte mode with error correction level M, in versions 1 to 10.
///
/// A code is a square of dark and light modules. `QRCodewords` makes codewords of the text. `QRGrid` draws them with
/// each of eight masks. The drawing with the lowest penalty (`QRPenalty`) is the code.
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
        let drawings = QRMask.allCases.map { mask in
            let grid = QRGrid(of: codewords, in: version, maskedBy: mask)
            return (grid: grid, penalty: QRPenalty(grid).total)
        }
        // Of drawings with the same penalty, the first one is taken.
        guard let best = drawings.min(by: { $0.penalty < $1.penalty })?.grid else { return nil }
        size = best.size
        mask = best.mask.rawValue
        modules = best.modules
    }

    /// Whether the module in a column and a row is dark. Modules outside of the code are light, as in the quiet zone.
    func isDark(column: Int, row: Int) -> Bool {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
        return modules[row * size + column]
    }
}

/// A QR code as a picture in SVG, with the quiet zone. The console's page and the setup page show it.
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
                // A run of dark modules becomes one rectangle.
                let length = (column..<code.size).prefix { code.isDark(column: $0, row: row) }.count
                if length > 0 {
                    path += "M\(column + QRCode.quietZone) \(row + QRCode.quietZone)h\(length)v1h-\(length)z"
                }
                column += max(1, length)
            }
        }
        self.path = path
    }

    /// The picture as an element for a page in HTML, black on white. A module is 6 pixels wide.
    ///
    /// - Parameter title: The meaning of the picture as markup, for readers who do not see it.
    public func markup(title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(6 * side)" height="\(6 * side)" \
        role="img" shape-rendering="crispEdges"><title>\(title)</title>\
        <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
        """
    }
}

/// A QR code as lines of text for a terminal, with the quiet zone. A character stands for two modules: one of an even
/// row, and the one below it.
public struct QRCodeText: Hashable, Sendable {
    /// The lines, without line breaks.
    public let lines: [String]

    /// The number of columns.
    public let width: Int

    /// Writes a code.
    ///
    /// - Parameter hasColours: Whether the terminal understands colours. Dark modules are then black and light ones
    ///   white, whatever colours the terminal has. Without colours, the code is inverted on a light background. Most
    ///   cameras also read an inverted code.
    public init(_ code: QRCode, hasColours: Bool) {
        let modules = -QRCode.quietZone..<(code.size + QRCode.quietZone)
        width = modules.count
        lines = stride(from: modules.lowerBound, to: modules.upperBound, by: 2).map { row in
            let text = String(
                modules.map { column in
                    let upperIsDark = code.isDark(column: column, row: row)
                    return Self.glyph(upperIsDark: upperIsDark, lowerIsDark: code.isDark(column: column, row: row + 1))
                })
            // White (231) on black (16), and at the end of the line the terminal's own colours.
            return hasColours ? "\u{1B}[38;5;231;48;5;16m\(text)\u{1B}[0m" : text
        }
    }

    /// The character whose foreground draws the light ones of two modules.
    private static func glyph(upperIsDark: Bool, lowerIsDark: Bool) -> Character {
        switch (upperIsDark, lowerIsDark) {
        case (false, false): return "█"
        case (false, true): return "▀"
        case (true, false): return "▄"
        case (true, true): return " "
        }
    }
}
