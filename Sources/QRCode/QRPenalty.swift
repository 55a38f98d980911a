/// The penalty of a drawn QR code, by which masks are compared (ISO/IEC 18004:2015 §7.8.3.1). A code with a lower
/// penalty is easier to read.
struct QRPenalty {
    /// The sum of the four penalties.
    let total: Int

    /// Evaluates a code.
    init(_ grid: QRGrid) {
        var linePenalties = 0
        var darkCount = 0
        for line in 0..<grid.size {
            let row = (0..<grid.size).map { grid.isDark(column: $0, row: line) }
            let column = (0..<grid.size).map { grid.isDark(column: line, row: $0) }
            darkCount += row.count { $0 }
            for modules in [row, column] { linePenalties += Self.ofRuns(in: modules) + Self.ofFinders(in: modules) }
        }
        // 10 for each full 5 % by which the dark modules are more or less than half.
        let count = grid.size * grid.size
        let ofDarkShare = abs(20 * darkCount - 10 * count) / count * 10
        total = linePenalties + Self.ofSquares(in: grid) + ofDarkShare
    }

    /// The penalty of squares of two by two modules of one colour.
    private static func ofSquares(in grid: QRGrid) -> Int {
        var penalty = 0
        for row in 1..<grid.size {
            for column in 1..<grid.size {
                let isDark = grid.isDark(column: column, row: row)
                let isSquare =
                    grid.isDark(column: column - 1, row: row) == isDark
                    && grid.isDark(column: column, row: row - 1) == isDark
                    && grid.isDark(column: column - 1, row: row - 1) == isDark
                if isSquare { penalty += 3 }
            }
        }
        return penalty
    }

    /// The penalty of five or more modules of one colour in a line.
    private static func ofRuns(in modules: [Bool]) -> Int {
        var penalty = 0
        var length = 0
        var last: Bool?
        for module in modules {
            length = module == last ? length + 1 : 1
            last = module
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    /// The penalty of modules in a line that look like a finder pattern with four light modules beside it.
    private static func ofFinders(in modules: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        var penalty = 0
        for start in 0...(modules.count - 11) {
            let part = modules[start..<start + 11]
            if part.elementsEqual(finder + light) || part.elementsEqual(light + finder) { penalty += 40 }
        }
        return penalty
    }
}
