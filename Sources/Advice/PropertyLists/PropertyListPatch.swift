import AppBundle
import TransportSecurity

/// The edits that give an XML property list another `NSAppTransportSecurity` and keep everything else: order,
/// indentation and comments.
struct PropertyListPatch {
    /// The text in UTF-8.
    private let text: [UInt8]
    /// The indentation of one level.
    private let unit: String
    private var edits: [Edit] = []

    private struct Edit {
        var range: Range<Int>
        var replacement: String
    }

    /// The text with its policy replaced; nil if the text is not an XML property list.
    static func changed(_ text: String, to dictionary: [String: PropertyValue]) -> String? {
        guard let list = LocatedPropertyList.value(of: text), case .dictionary(let root) = list.propertyValue else {
            return nil
        }
        var patch = PropertyListPatch(of: list, in: text)
        let isBarePolicy =
            root[ATSKey.appTransportSecurity] == nil && !ATSKey.topLevel.isDisjoint(with: root.keys)
        if isBarePolicy {
            patch.change(list, to: dictionary)
        } else {
            var changed = root
            changed[ATSKey.appTransportSecurity] = dictionary.isEmpty ? nil : .dictionary(dictionary)
            patch.change(list, to: changed)
        }
        return patch.applied()
    }

    private init(of list: LocatedValue, in text: String) {
        let bytes = Array(text.utf8)
        self.text = bytes
        let indent = (list.entries?.first?.start).map { Self.indent(of: $0.offset, in: bytes) } ?? ""
        unit = indent.isEmpty ? "\t" : indent
    }

    /// Adds the edits that give a dictionary of the text other members.
    private mutating func change(_ list: LocatedValue, to dictionary: [String: PropertyValue]) {
        guard let entries = list.entries, let endTag = list.extent?.endTag else {
            if !dictionary.isEmpty { replace(list, with: .dictionary(dictionary)) }
            return
        }
        for entry in entries {
            guard let value = dictionary[entry.key] else {
                remove(entry)
                continue
            }
            guard value != entry.value.propertyValue else { continue }
            if case .dictionary(let inner) = value, entry.value.entries != nil {
                change(entry.value, to: inner)
            } else {
                replace(entry.value, with: value)
            }
        }
        let present = Set(entries.map(\.key))
        let added = dictionary.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
        insert(added, before: endTag)
    }

    /// Replaces a value.
    private mutating func replace(_ old: LocatedValue, with value: PropertyValue) {
        guard let extent = old.extent else { return }
        let indent = Self.indent(of: extent.start.offset, in: text)
        let lines = PropertyListText.lines(of: value, indent: indent, unit: unit)
        edits.append(Edit(range: extent.start.offset..<extent.end, replacement: lines.joined(separator: "\n")))
    }

    /// Removes a key and its value. If nothing else is on their lines, the lines are removed as well.
    private mutating func remove(_ entry: LocatedValue.Entry) {
        guard var start = entry.start?.offset, var end = entry.value.extent?.end else { return }
        let lineStart = start - Self.indent(of: start, in: text).utf8.count
        let carriageReturn = UInt8(ascii: "\r")
        let blankEnd = text[end...].firstIndex { !Self.isBlank($0) && $0 != carriageReturn } ?? text.count
        let endsLine = blankEnd < text.count && text[blankEnd] == Self.lineFeed
        if isStartOfLine(lineStart), endsLine { (start, end) = (lineStart, blankEnd + 1) }
        edits.append(Edit(range: start..<end, replacement: ""))
    }

    /// Inserts members before the end tag of a dictionary.
    private mutating func insert(_ members: [(key: String, value: PropertyValue)], before endTag: Int) {
        guard !members.isEmpty else { return }
        let indent = Self.indent(of: endTag, in: text)
        let lineStart = endTag - indent.utf8.count
        let isFirstOnLine = isStartOfLine(lineStart)
        let lines = members.flatMap { key, value in
            PropertyListText.memberLines(of: key, value: value, indent: indent + unit, unit: unit)
        }
        let inserted = lines.joined(separator: "\n") + "\n"
        let position = isFirstOnLine ? lineStart : endTag
        let replacement = isFirstOnLine ? inserted : "\n" + inserted + indent
        edits.append(Edit(range: position..<position, replacement: replacement))
    }

    /// The text with all edits.
    private func applied() -> String {
        var text = text
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            text.replaceSubrange(edit.range, with: edit.replacement.utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The spaces and tabs immediately before a position.
    private static func indent(of position: Int, in text: [UInt8]) -> String {
        let blanks = text[..<position].reversed().prefix(while: isBlank)
        return String(decoding: blanks.reversed(), as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static let lineFeed = UInt8(ascii: "\n")

    private func isStartOfLine(_ position: Int) -> Bool { position == 0 || text[position - 1] == Self.lineFeed }
}
