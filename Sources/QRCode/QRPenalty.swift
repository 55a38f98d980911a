/// The penalty of a drawn QR code, by which masks are compared (ISO/IEC 18004:2015 §7.8.3.1).
struct QRPenalty {
    /// The sum of the four penalties.
    let total: Int

    /// Evaluates a code.
    init(_ grid: QRGrid) {
        var total = 0
        var darkCount = 0
        for line in 0..<grid.size {
            let row = (0..<grid.size).map { grid.isDark($0, line) }
            let column = (0..<grid.size).map { grid.isDark(line, $0) }
            darkCount += row.count { $0 }
            for modules in [row, column] { total += Self.runs(modules) + Self.finders(modules) }
        }
        for row in 1..<grid.size {
            for column in 1..<grid.size {
                let isDark = grid.isDark(column, row)
                if grid.isDark(column - 1, row) == isDark, grid.isDark(column, row - 1) == isDark,
                    grid.isDark(column - 1, row - 1) == isDark
                {
                    total += 3
                }
            }
        }
        // 10 for each full 5 % by which the dark modules are more or less than half.
        let all = grid.size * grid.size
        total += abs(20 * darkCount - 10 * all) / all * 10
        self.total = total
    }

    /// Five or more modules of one colour in a line.
    private static func runs(_ modules: [Bool]) -> Int {
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

    /// The pattern of a finder, with four light modules on a side.
    private static func finders(_ modules: [Bool]) -> Int {
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
