import TransportSecurity

/// The text of a property list in XML, in which corrections of findings change only the key or the value at fault.
struct LintedText {
    /// The text without its byte order mark. The offsets of entries are those in this text.
    private let text: [UInt8]
    private let byteOrderMark: String
    /// The entries of all dictionaries, by the positions of their keys.
    private let entries: [PolicyFileError.Position: LocatedValue.Entry]
    private let newline: String

    /// Prepares a text for corrections.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - root: The value of the text, with positions.
    init(_ text: String, _ root: LocatedValue) {
        let mark = text.unicodeScalars.prefix { $0 == "\u{FEFF}" }
        byteOrderMark = String(mark)
        self.text = Array(String(text.unicodeScalars.dropFirst(mark.count)).utf8)
        newline = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
        var entries: [PolicyFileError.Position: LocatedValue.Entry] = [:]
        Self.collect(root, into: &entries)
        self.entries = entries
    }

    private static func collect(
        _ value: LocatedValue, into entries: inout [PolicyFileError.Position: LocatedValue.Entry]
    ) {
        for entry in value.entries ?? [] {
            if let position = entry.position { entries[position] = entry }
            collect(entry.value, into: &entries)
        }
        for element in value.elements ?? [] { collect(element, into: &entries) }
    }

    /// A replacement of a part of the text. An insertion replaces an empty range.
    private struct Edit {
        let range: Range<Int>
        let replacement: String

        var order: (Int, Int) { (range.lowerBound, range.upperBound) }
    }

    /// The text with the corrections of findings, and the findings that were corrected. A correction that overlaps with
    /// another, or gives two keys the same name, is left out.
    func corrected(_ lints: [Lint]) -> (text: String, fixed: [Lint]) {
        var (edits, fixed): ([Edit], [Lint]) = ([], [])
        var names: Set<PropertyPath> = []
        for lint in lints.flatMap({ [$0] + $0.also }) {
            guard let fix = lint.fix, let entry = lint.position.flatMap({ entries[$0] }) else { continue }
            if let name = fix.newName {
                let path = PropertyPath(lint.path.components.dropLast()).appending(.name(name))
                guard names.insert(path).inserted else { continue }
            }
            let changes = self.edits(of: fix, at: entry)
            let overlap = changes.contains { change in edits.contains { $0.range.overlaps(change.range) } }
            guard !changes.isEmpty, !overlap else { continue }
            edits += changes
            fixed.append(lint)
        }
        var text = text
        // Edits are made from the end, because earlier offsets must stay valid. An insertion before a key is made after
        // the replacement of that key.
        for edit in edits.sorted(by: { $0.order > $1.order }) {
            text.replaceSubrange(edit.range, with: edit.replacement.utf8)
        }
        return (byteOrderMark + String(decoding: text, as: UTF8.self), fixed)
    }

    /// The edits that correct an entry; none if the positions of its parts are not known.
    private func edits(of fix: LintFix, at entry: LocatedValue.Entry) -> [Edit] {
        guard let start = entry.start?.offset, let keyEnd = entry.keyEnd, let value = entry.value.extent else {
            return []
        }
        let valueRange = value.start.offset..<value.end
        switch fix {
        case .rename(let name, let addsSubdomains):
            let key = Edit(range: start..<keyEnd, replacement: "<key>\(Self.escaped(name))</key>")
            guard addsSubdomains, let insertion = includingSubdomains(in: entry.value) else { return [key] }
            return [key, insertion]
        case .boolean(let flag): return [Edit(range: valueRange, replacement: flag ? "<true/>" : "<false/>")]
        case .string(let string):
            return [Edit(range: valueRange, replacement: "<string>\(Self.escaped(string))</string>")]
        case .removal: return [Edit(range: wholeLines(start..<value.end), replacement: "")]
        }
    }

    /// The edit that puts `NSIncludesSubdomains` before the first entry of a dictionary.
    private func includingSubdomains(in dictionary: LocatedValue) -> Edit? {
        guard let extent = dictionary.extent else { return nil }
        let flag = "<key>\(ATSKey.includesSubdomains)</key>"
        guard let first = dictionary.entries?.first?.start?.offset else {
            let range = extent.start.offset..<extent.end
            return Edit(range: range, replacement: "<dict>\(flag)<true/></dict>")
        }
        let indent = text[..<first].reversed().prefix(while: Self.isBlank)
        let lineStart = first - indent.count
        guard lineStart == 0 || text[lineStart - 1] == UInt8(ascii: "\n") else {
            return Edit(range: first..<first, replacement: flag + "<true/>")
        }
        let separator = newline + String(decoding: indent.reversed(), as: UTF8.self)
        return Edit(range: first..<first, replacement: flag + separator + "<true/>" + separator)
    }

    /// The range, or its whole lines if nothing else is on them.
    private func wholeLines(_ range: Range<Int>) -> Range<Int> {
        let newline = UInt8(ascii: "\n")
        let start = range.lowerBound - text[..<range.lowerBound].reversed().prefix(while: Self.isBlank).count
        let end = text[range.upperBound...].firstIndex { !Self.isBlank($0) && $0 != UInt8(ascii: "\r") } ?? text.count
        guard start == 0 || text[start - 1] == newline, end < text.count, text[end] == newline else { return range }
        return start..<(end + 1)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
