/// A plot in the characters of a terminal.
struct TextPlot {
    /// The line width in characters.
    var width: Int

    /// The plot below its title.
    func text(of plot: Document.Plot) -> String {
        let title = Escaping.terminal(plot.title)
        switch plot.shape {
        case .bars: return ([title] + bars(of: plot)).joined(separator: "\n")
        case .columns: return columns(of: plot, title)
        }
    }

    private func bars(of plot: Document.Plot) -> [String] {
        let names = plot.points.map { Escaping.terminal($0.name) }
        let longest = min(names.map(\.count).max() ?? 0, width / 2)
        let numbers = plot.points.map { Quantity.grouped($0.value) }
        let digits = numbers.map(\.count).max() ?? 0
        let room = max(8, min(40, width - longest - digits - 6))
        return plot.points.indices.map { place in
            let name = names[place].prefix(longest)
            let value = plot.points[place].value
            let length = value == 0 ? 0 : max(1, value * room / plot.largest)
            return "  " + name + String(repeating: " ", count: longest - name.count + 2)
                + String(repeating: " ", count: digits - numbers[place].count) + numbers[place] + "  "
                + String(repeating: "█", count: length)
        }
    }

    /// One line of small columns. Intervals are merged where the line is too short for them.
    private func columns(of plot: Document.Plot, _ title: String) -> String {
        let steps = Array("▁▂▃▄▅▆▇█")
        let room = max(8, width - 4)
        let size = (plot.points.count + room - 1) / max(1, room)
        let values = stride(from: 0, to: plot.points.count, by: max(1, size)).map { start in
            plot.points[start..<min(plot.points.count, start + max(1, size))].reduce(0) { $0 + $1.value }
        }
        let largest = max(1, values.max() ?? 0)
        let line = values.map { $0 == 0 ? " " : String(steps[min(7, $0 * 8 / (largest + 1))]) }.joined()
        let ends = plot.ends.map(Escaping.terminal).joined(separator: " to ")
        let head = "\(title)\(ends.isEmpty ? "" : ", \(ends)"), at most \(Quantity.grouped(largest))"
        return WordWrapping.rows(of: head, width: width, indent: 2).joined(separator: "\n") + "\n  " + line
    }
}
