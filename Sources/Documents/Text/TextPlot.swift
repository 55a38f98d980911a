/// A plot as plain text: bars of `█`, or a line of columns from `▁` to `█`.
struct TextPlot {
    /// The line width in characters.
    var width: Int

    /// The plot below its title.
    func text(of plot: Document.Plot) -> String {
        let title = Escaping.terminal(plot.title)
        switch plot.shape {
        case .bars: return ([title] + bars(of: plot)).joined(separator: "\n")
        case .columns: return columns(of: plot, title: title)
        }
    }

    /// A line for each point: its name, its number to the right, and its bar.
    private func bars(of plot: Document.Plot) -> [String] {
        let names = plot.points.map { Escaping.terminal($0.name) }
        let nameWidth = min(names.map(\.count).max() ?? 0, width / 2)
        let numbers = plot.points.map { Quantity.grouped($0.value) }
        let numberWidth = numbers.map(\.count).max() ?? 0
        // Two spaces stand before the name, two before the number and two before the bar.
        let barWidth = max(8, min(40, width - nameWidth - numberWidth - 6))
        return plot.points.enumerated().map { index, point in
            let name = names[index].prefix(nameWidth)
            let number = numbers[index]
            let gap = String(repeating: " ", count: nameWidth - name.count + 2 + numberWidth - number.count)
            let length = point.value == 0 ? 0 : max(1, point.value * barWidth / plot.largest)
            return "  \(name)\(gap)\(number)  " + String(repeating: "█", count: length)
        }
    }

    /// One line of small columns, below the title. Neighbouring points are merged if the line is too short for all.
    private func columns(of plot: Document.Plot, title: String) -> String {
        let heights = Array("▁▂▃▄▅▆▇█")
        // Two spaces stand before the line, and two characters behind the line stay free.
        let lineWidth = max(8, width - 4)
        let pointsPerColumn = max(1, (plot.points.count + lineWidth - 1) / lineWidth)
        let values = stride(from: 0, to: plot.points.count, by: pointsPerColumn).map { start in
            plot.points[start...].prefix(pointsPerColumn).reduce(0) { $0 + $1.value }
        }
        let largest = max(1, values.max() ?? 0)
        // The largest value has the highest of the eight columns.
        let line = values.map { $0 == 0 ? " " : String(heights[($0 * heights.count - 1) / largest]) }.joined()
        let ends = plot.ends.map(Escaping.terminal).joined(separator: " to ")
        let head = "\(title)\(ends.isEmpty ? "" : ", \(ends)"), at most \(Quantity.grouped(largest))"
        return WordWrapping.rows(of: head, width: width, indent: 2).joined(separator: "\n") + "\n  " + line
    }
}
