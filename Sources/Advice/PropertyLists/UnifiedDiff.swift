import Documents

/// The difference of two texts in the format of `diff -u`, for `patch` and `git apply`.
public enum UnifiedDiff {
    /// The difference of two versions of the file at `path`; empty if they are equal.
    public static func text(from old: String, to new: String, path: String) -> String {
        guard old != new else { return "" }
        let signedLines = signedLines(from: lines(old), to: lines(new))
        // A path with a line break would create additional header lines.
        let path = Escaping.terminal(path)
        let relative = path.hasPrefix("/") ? String(path.drop { $0 == "/" }) : path
        // A tab ends a path with a space, as in git's diffs. Otherwise `patch` cuts the path off at the space.
        let end = relative.contains(" ") ? "\t" : ""
        let header = ["--- a/\(relative)\(end)", "+++ b/\(relative)\(end)"]
        return (header + hunks(of: signedLines)).joined(separator: "\n") + "\n"
    }

    /// The lines of a text with their line feeds; only the last line may lack one. A carriage return before the line
    /// feed belongs to the line.
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

    /// A line of either text.
    private struct Line {
        /// The sign of the line in a hunk: `-` if it is removed, `+` if it is inserted, a space if it is in both.
        var sign: Character
        var text: Substring.UnicodeScalarView

        /// The line in the format of a hunk.
        var shown: [String] {
            let isEnded = text.last == "\n"
            return ["\(sign)\(String(isEnded ? text.dropLast() : text))"]
                + (isEnded ? [] : ["\\ No newline at end of file"])
        }
    }

    /// The largest number of pairs of lines to compare. Beyond it, all lines between the common beginning and the
    /// common end are removed and inserted again, which takes linear time.
    private static let comparisonLimit = 1 << 22

    /// The indices of the lines to remove and to insert. Common lines at the beginning and the end are skipped first,
    /// because an advice for many hosts is one long insertion.
    private static func differences(
        from old: [Substring.UnicodeScalarView], to new: [Substring.UnicodeScalarView]
    ) -> (removed: Set<Int>, inserted: Set<Int>) {
        let start = zip(old, new).prefix { $0.elementsEqual($1) }.count
        let (oldRest, newRest) = (old[start...], new[start...])
        let commonEnd = zip(oldRest.reversed(), newRest.reversed()).prefix { $0.elementsEqual($1) }.count
        let (oldRange, newRange) = (start..<(old.count - commonEnd), start..<(new.count - commonEnd))
        guard oldRange.count.multipliedReportingOverflow(by: newRange.count).partialValue <= comparisonLimit else {
            return (Set(oldRange), Set(newRange))
        }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in new[newRange].difference(from: old[oldRange], by: { $0.elementsEqual($1) }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(start + offset)
            case .insert(let offset, _, _): inserted.insert(start + offset)
            }
        }
        return (removed, inserted)
    }

    /// The lines of both texts in order. Removed lines come before inserted ones.
    private static func signedLines(
        from old: [Substring.UnicodeScalarView], to new: [Substring.UnicodeScalarView]
    ) -> [Line] {
        let (removed, inserted) = differences(from: old, to: new)
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

    /// The number of unchanged lines around changes.
    private static let context = 3

    /// The hunks. Changes whose unchanged lines around them touch each other are in one hunk.
    private static func hunks(of lines: [Line]) -> [String] {
        var ranges: [Range<Int>] = []
        for index in lines.indices where lines[index].sign != " " {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        // The numbers of lines of both texts before the next hunk, and the index up to which they were counted.
        var (oldStart, newStart, countedEnd) = (0, 0, 0)
        return ranges.flatMap { range -> [String] in
            let before = lines[countedEnd..<range.lowerBound]
            oldStart += before.count { $0.sign != "+" }
            newStart += before.count { $0.sign != "-" }
            countedEnd = range.lowerBound
            return hunk(range, of: lines, oldStart: oldStart, newStart: newStart)
        }
    }

    /// The lines of a hunk below its header. `oldStart` and `newStart` are the numbers of lines before the hunk.
    private static func hunk(_ range: Range<Int>, of lines: [Line], oldStart: Int, newStart: Int) -> [String] {
        let oldCount = lines[range].count { $0.sign != "+" }
        let newCount = lines[range].count { $0.sign != "-" }
        let header =
            "@@ -\(oldCount == 0 ? oldStart : oldStart + 1),\(oldCount) "
            + "+\(newCount == 0 ? newStart : newStart + 1),\(newCount) @@"
        return [header] + lines[range].flatMap(\.shown)
    }
}
