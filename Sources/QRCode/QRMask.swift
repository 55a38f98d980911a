/// The masks, which invert modules of the data (ISO/IEC 18004:2015 table 10). The raw value is the reference.
enum QRMask: Int, CaseIterable {
    case checkers, rows, columns, diagonals, rectangles, crosses, flowers, plaids

    /// Whether the mask inverts the module.
    func inverts(_ column: Int, _ row: Int) -> Bool {
        let product = column * row
        switch self {
        case .checkers: return (row + column) % 2 == 0
        case .rows: return row % 2 == 0
        case .columns: return column % 3 == 0
        case .diagonals: return (row + column) % 3 == 0
        case .rectangles: return (row / 2 + column / 3) % 2 == 0
        case .crosses: return product % 2 + product % 3 == 0
        case .flowers: return (product % 2 + product % 3) % 2 == 0
        case .plaids: return ((row + column) % 2 + product % 3) % 2 == 0
        }
    }

    /// The format information for level M with this mask: 15 bits (annex C).
    var formatInformation: Int {
        // Level M is 00. The data is therefore the reference of the mask.
        rawValue << 10 | Self.remainder(of: rawValue << 10, by: 0x537, degree: 10)
    }

    /// The remainder of a division of polynomials whose coefficients are bits.
    static func remainder(of value: Int, by divisor: Int, degree: Int) -> Int {
        var rest = value
        while rest >> degree != 0 { rest ^= divisor << (Int.bitWidth - 1 - rest.leadingZeroBitCount - degree) }
        return rest
    }
}
