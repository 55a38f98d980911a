/// A plot as inline SVG with its text beside it. Letters thus keep their size on every display.
enum HTMLPlot {
    /// The plot as a figure.
    static func markup(of plot: Document.Plot) -> String {
        let body =
            switch plot.shape {
            case .bars: bars(of: plot)
            case .columns: columns(of: plot)
            }
        return "<figure class=\"\(plot.shape == .bars ? "bars" : "columns")\">"
            + "<figcaption>\(Escaping.markup(plot.title))</figcaption>\n\(body)\n</figure>"
    }

    /// The least width of a part of a bar in percent of the largest bar. A smaller one could not be seen.
    private static let leastBarWidth = 0.6
    /// The least height of a part of a column in percent of the highest column. A smaller one could not be seen.
    private static let leastColumnHeight = 1.5

    /// A row for each point: its name, its bar, and its number.
    private static func bars(of plot: Document.Plot) -> String {
        let largest = plot.largest
        let rows = plot.points.map { point in
            var start = 0.0
            let parts = point.parts.filter { $0.value > 0 }.map { part in
                let width = 100 * Double(part.value) / Double(largest)
                let x = start
                start += width
                return "<rect class=\"\(part.tone.rawValue)\" x=\"\(tenths(x))\" y=\"0\" "
                    + "width=\"\(tenths(max(width, leastBarWidth)))\" height=\"10\"/>"
            }
            return "<tr><th scope=\"row\">\(Escaping.markup(point.name))</th>"
                + "<td><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(parts.joined())</svg></td>"
                + "<td>\(Quantity.grouped(point.value))</td></tr>"
        }
        return "<table class=\"plot\"><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
    }

    /// A column for each point, above an axis with its two ends. A pointer over a column shows its number.
    private static func columns(of plot: Document.Plot) -> String {
        let largest = plot.largest
        let columns = plot.points.enumerated().map { index, point in
            var top = 100.0
            let parts = point.parts.filter { $0.value > 0 }.map { part in
                let height = max(100 * Double(part.value) / Double(largest), leastColumnHeight)
                top -= height
                return "<rect class=\"\(part.tone.rawValue)\" x=\"\(index * 10 + 1)\" y=\"\(tenths(top))\" width=\"8\" "
                    + "height=\"\(tenths(height))\"/>"
            }
            return "<g><title>\(Escaping.markup("\(point.name): \(Quantity.grouped(point.value))"))</title>"
                + parts.joined() + "</g>"
        }
        let total = plot.points.reduce(0) { $0 + $1.value }
        let sentence = "\(plot.title): \(Quantity.grouped(total)) in all, at most \(Quantity.grouped(largest))."
        let ends = plot.ends.map { "<span>\(Escaping.markup($0))</span>" }.joined()
        return "<div class=\"most\">\(Quantity.grouped(largest))</div>\n"
            + "<svg viewBox=\"0 0 \(max(1, plot.points.count) * 10) 100\" preserveAspectRatio=\"none\" role=\"img\" "
            + "aria-label=\"\(Escaping.markup(sentence))\">\n\(columns.joined(separator: "\n"))\n</svg>\n"
            + "<div class=\"ends\">\(ends)</div>"
    }

    /// The number with one decimal, in the same spelling on every system.
    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
