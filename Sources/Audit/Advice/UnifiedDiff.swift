/// The difference of two texts as `diff -u` writes it and `patch` and `git apply` read it.
enum UnifiedDiff {
    /// The difference; empty where there is none. Both texts stand under that path.
    static func text(from old: String, to new: String, path: String) -> String {
        guard old != new else { return "" }
        let lines = changes(from: lines(old), to: lines(new))
        // A path that a line break could split would make header lines of its own.
        let path = Escaping.terminal(path)
        let relative = path.hasPrefix("/") ? String(path.drop { $0 == "/" }) : path
        return (["--- a/\(relative)", "+++ b/\(relative)"] + hunks(of: lines)).joined(separator: "\n") + "\n"
    }

    /// The lines of a text with their ends; only the last may lack one. Lines end with a line feed alone: a carriage
    /// return before it belongs to the line.
    private static func lines(_ text: String) -> [Substring.UnicodeScalarView] {
        var lines: [Substring.UnicodeScalarView] = []
        var rest = Substring.UnicodeScalarView(text.unicodeScalars)
        while !rest.isEmpty {
            let end = rest.firstIndex(of: "\n").map { rest.index(after: $0) } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        return lines
    }

    private struct Line {
        var sign: Character
        var text: Substring.UnicodeScalarView

        /// The line as a hunk shows it.
        var shown: [String] {
            let isEnded = text.last == "\n"
            return ["\(sign)\(String(isEnded ? text.dropLast() : text))"]
                + (isEnded ? [] : ["\\ No newline at end of file"])
        }
    }

    private static func changes(
        from old: [Substring.UnicodeScalarView], to new: [Substring.UnicodeScalarView]
    ) -> [Line] {
        let difference = new.difference(from: old) { $0.elementsEqual($1) }
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [Line] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                lines.append(Line(sign: "-", text: old[oldIndex]))
                oldIndex += 1
            } else if inserted.contains(newIndex) {
                lines.append(Line(sign: "+", text: new[newIndex]))
                newIndex += 1
            } else {
                lines.append(Line(sign: " ", text: old[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return lines
    }

    private static let context = 3

    private static func hunks(of lines: [Line]) -> [String] {
        let changed = lines.indices.filter { lines[$0].sign != " " }
        var ranges: [Range<Int>] = []
        for index in changed {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges.flatMap { hunk($0, of: lines) }
    }

    private static func hunk(_ range: Range<Int>, of lines: [Line]) -> [String] {
        let before = lines[..<range.lowerBound]
        let oldStart = before.count { $0.sign != "+" }
        let newStart = before.count { $0.sign != "-" }
        let oldCount = lines[range].count { $0.sign != "+" }
        let newCount = lines[range].count { $0.sign != "-" }
        let header =
            "@@ -\(oldCount == 0 ? oldStart : oldStart + 1),\(oldCount) "
            + "+\(newCount == 0 ? newStart : newStart + 1),\(newCount) @@"
        return [header] + lines[range].flatMap(\.shown)
    }
}
