/// The modules of a QR code while it is drawn (ISO/IEC 18004:2015 §6.3, §7.7, §7.9 and §7.10).
struct QRGrid {
    /// The number of modules of a side.
    let size: Int
    /// The mask of the data.
    let mask: QRMask
    /// The modules by row; true is dark.
    private(set) var modules: [Bool]
    /// The modules that hold no data.
    private var isReserved: [Bool]

    /// Draws the code of the given codewords.
    init(_ version: QRVersion, _ codewords: [UInt8], _ mask: QRMask) {
        size = version.size
        self.mask = mask
        modules = Array(repeating: false, count: size * size)
        isReserved = modules
        drawTiming()
        for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
        drawAlignments(version.alignments)
        drawFormat()
        if version.number >= 7 { drawVersion(version.number) }
        draw(codewords)
    }

    /// Whether the module in a column and a row is dark.
    func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * size + column] }

    private mutating func reserve(_ column: Int, _ row: Int, _ isDark: Bool) {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return }
        modules[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    private mutating func drawTiming() {
        for index in 0..<size {
            reserve(index, 6, index % 2 == 0)
            reserve(6, index, index % 2 == 0)
        }
    }

    /// A finder pattern around a module, with its separator.
    private mutating func drawFinder(_ column: Int, _ row: Int) {
        for down in -4...4 {
            for right in -4...4 {
                let ring = max(abs(down), abs(right))
                reserve(column + right, row + down, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignments(_ centres: [Int]) {
        guard let first = centres.first, let last = centres.last else { return }
        for row in centres {
            for column in centres {
                // Three corners have finder patterns.
                let corners = [(first, first), (first, last), (last, first)]
                guard !corners.contains(where: { $0 == (column, row) }) else { continue }
                for down in -2...2 {
                    for right in -2...2 { reserve(column + right, row + down, max(abs(down), abs(right)) != 1) }
                }
            }
        }
    }

    private mutating func drawFormat() {
        let bits = mask.formatInformation ^ 0b101_0100_0001_0010
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            // Beside the upper left finder pattern, past the timing patterns.
            let along = place < 6 ? place : place < 8 ? place + 1 : place == 8 ? 7 : 14 - place
            if place < 8 { reserve(8, along, isDark) } else { reserve(along, 8, isDark) }
            // Split between the two other finder patterns.
            if place < 8 { reserve(size - 1 - place, 8, isDark) } else { reserve(8, size - 15 + place, isDark) }
        }
        reserve(8, size - 8, true)
    }

    private mutating func drawVersion(_ number: Int) {
        let bits = number << 12 | QRMask.remainder(of: number << 12, by: 0x1F25, degree: 12)
        for place in 0..<18 {
            let (long, short) = (place / 3, size - 11 + place % 3)
            reserve(short, long, bits >> place & 1 == 1)
            reserve(long, short, bits >> place & 1 == 1)
        }
    }

    /// Places the codewords from the lower right corner in columns of two modules, upwards and downwards in turn.
    private mutating func draw(_ codewords: [UInt8]) {
        var next = 0
        var isUpward = true
        for right in stride(from: size - 1, to: 0, by: -2) {
            // The vertical timing pattern takes a column of its own.
            let right = right <= 6 ? right - 1 : right
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    // Modules behind the last codeword are light (remainder bits).
                    let byte = next / 8 < codewords.count ? codewords[next / 8] : 0
                    let isDark = byte >> UInt8(7 - next % 8) & 1 == 1
                    modules[row * size + column] = isDark != mask.inverts(column, row)
                    next += 1
                }
            }
            isUpward.toggle()
        }
    }
}

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
