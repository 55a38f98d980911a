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
