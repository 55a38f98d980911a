/// Draws the modules of a QR code (ISO/IEC 18004:2015 §6.3, §7.7, §7.9 and §7.10).
///
/// First come the patterns by which a reader finds and aligns the code, the format and the version. The codewords take
/// the remaining modules.
struct QRGrid {
    /// The number of modules of a side.
    let size: Int
    /// The mask of the data.
    let mask: QRMask
    /// The modules by row; true is dark.
    private(set) var modules: [Bool]
    /// Whether each module belongs to a pattern, the format or the version, and holds no codeword.
    private var isReserved: [Bool]

    /// Draws the code of codewords.
    init(of codewords: [UInt8], in version: QRVersion, maskedBy mask: QRMask) {
        size = version.size
        self.mask = mask
        modules = Array(repeating: false, count: size * size)
        isReserved = modules
        drawTiming()
        drawFinder(column: 3, row: 3)
        drawFinder(column: size - 4, row: 3)
        drawFinder(column: 3, row: size - 4)
        drawAlignments(at: version.alignments)
        drawFormat()
        if version.number >= 7 { drawVersion(version.number) }
        draw(codewords)
    }

    /// Whether the module in a column and a row is dark.
    func isDark(column: Int, row: Int) -> Bool { modules[row * size + column] }

    /// Draws a module that holds no codeword. Modules outside of the code are left out.
    private mutating func reserve(column: Int, row: Int, isDark: Bool) {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return }
        modules[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    /// Draws the timing patterns (§6.3.5): a row and a column of dark and light modules in turn.
    private mutating func drawTiming() {
        for index in 0..<size {
            reserve(column: index, row: 6, isDark: index % 2 == 0)
            reserve(column: 6, row: index, isDark: index % 2 == 0)
        }
    }

    /// Draws a finder pattern around a module, with its separator (§6.3.3 and §6.3.4): rings, of which the second and
    /// the last one are light.
    private mutating func drawFinder(column: Int, row: Int) {
        for down in -4...4 {
            for right in -4...4 {
                let ring = max(abs(down), abs(right))
                reserve(column: column + right, row: row + down, isDark: ring != 2 && ring != 4)
            }
        }
    }

    /// Draws the alignment patterns (§6.3.6). Their centres are in each row and column of a list, except in the three
    /// corners with finder patterns.
    private mutating func drawAlignments(at centres: [Int]) {
        guard let first = centres.first, let last = centres.last else { return }
        for row in centres {
            for column in centres {
                let isLeftFinder = column == first && (row == first || row == last)
                let isRightFinder = column == last && row == first
                guard !isLeftFinder, !isRightFinder else { continue }
                for down in -2...2 {
                    for right in -2...2 {
                        let ring = max(abs(down), abs(right))
                        reserve(column: column + right, row: row + down, isDark: ring != 1)
                    }
                }
            }
        }
    }

    /// Draws the 15 bits of the format information in two copies, masked as in §7.9.1, and the dark module.
    private mutating func drawFormat() {
        let bits = mask.formatInformation ^ 0b101_0100_0001_0010
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            // One copy goes around the upper left finder pattern, and leaves the timing patterns out.
            let besideFinder = [0, 1, 2, 3, 4, 5, 7, 8, 7, 5, 4, 3, 2, 1, 0][index]
            if index < 8 {
                reserve(column: 8, row: besideFinder, isDark: isDark)
                // The other copy is divided between the two other finder patterns.
                reserve(column: size - 1 - index, row: 8, isDark: isDark)
            } else {
                reserve(column: besideFinder, row: 8, isDark: isDark)
                reserve(column: 8, row: size - 15 + index, isDark: isDark)
            }
        }
        reserve(column: 8, row: size - 8, isDark: true)
    }

    /// Draws the 18 bits of the version information (§7.10) in two copies of three by six modules.
    private mutating func drawVersion(_ number: Int) {
        let bits = number << 12 | QRMask.remainder(of: number << 12, by: 0x1F25, degree: 12)
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            let (long, short) = (index / 3, size - 11 + index % 3)
            reserve(column: short, row: long, isDark: isDark)
            reserve(column: long, row: short, isDark: isDark)
        }
    }

    /// Places the codewords from the lower right corner in columns of two modules, upwards and downwards in turn
    /// (§7.7.3).
    private mutating func draw(_ codewords: [UInt8]) {
        // The index of the next bit among the bits of all codewords.
        var bit = 0
        var isUpward = true
        for right in stride(from: size - 1, to: 0, by: -2) {
            // The vertical timing pattern takes a column of its own.
            let right = right <= 6 ? right - 1 : right
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    // Modules behind the last codeword are light (remainder bits).
                    let byte = bit / 8 < codewords.count ? codewords[bit / 8] : 0
                    let isDark = byte >> UInt8(7 - bit % 8) & 1 == 1
                    modules[row * size + column] = isDark != mask.inverts(column: column, row: row)
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }
}

/// The masks, each of which inverts some modules of the codewords (ISO/IEC 18004:2015 table 10). The raw value is the
/// reference of the mask in the format information.
enum QRMask: Int, CaseIterable {
    case checkers, rows, columns, diagonals, rectangles, crosses, flowers, plaids

    /// Whether the mask inverts the module.
    func inverts(column: Int, row: Int) -> Bool {
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

    /// The format information for level M with this mask, as 15 bits (annex C).
    var formatInformation: Int {
        // Level M is 00. The data is therefore the reference of the mask.
        rawValue << 10 | Self.remainder(of: rawValue << 10, by: 0x537, degree: 10)
    }

    /// The remainder of a division of polynomials whose coefficients are bits.
    ///
    /// - Parameter degree: The degree of the divisor.
    static func remainder(of dividend: Int, by divisor: Int, degree: Int) -> Int {
        var remainder = dividend
        while remainder >> degree != 0 {
            let degreeOfRemainder = Int.bitWidth - 1 - remainder.leadingZeroBitCount
            remainder ^= divisor << (degreeOfRemainder - degree)
        }
        return remainder
    }
}
