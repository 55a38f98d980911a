import TransportSecurity

/// The edits that give an XML property list another `NSAppTransportSecurity` and keep everything else: order,
/// indentation and comments.
struct PropertyListPatch {
    private let outline: PropertyListOutline
    private let unit: String
    private var edits: [Edit] = []

    private struct Edit {
        var range: Range<Int>
        var replacement: String
    }

    /// The text with its policy replaced; nil if the text is not an XML property list.
    static func changed(_ text: String, to dictionary: [String: PropertyValue]) -> String? {
        guard let outline = PropertyListOutline(text), case .dictionary(let root) = outline.root.value else {
            return nil
        }
        var patch = PropertyListPatch(outline: outline)
        if root[ATSKey.appTransportSecurity] == nil, !root.isEmpty, !ATSKey.topLevel.isDisjoint(with: root.keys) {
            // The property list is a bare policy and not an Info.plist.
            patch.change(outline.root, to: dictionary)
        } else {
            var changed = root
            changed[ATSKey.appTransportSecurity] = dictionary.isEmpty ? nil : .dictionary(dictionary)
            patch.change(outline.root, to: changed)
        }
        return patch.applied()
    }

    private init(outline: PropertyListOutline) {
        self.outline = outline
        let indent = outline.root.members.first.map { Self.indent(of: $0.start, in: outline.text) } ?? ""
        unit = indent.isEmpty ? "\t" : indent
    }

    private mutating func change(_ element: PropertyListOutline.Element, to dictionary: [String: PropertyValue]) {
        guard let closingTag = element.closingTag else {
            if !dictionary.isEmpty { replace(element, with: .dictionary(dictionary)) }
            return
        }
        for member in element.members {
            guard let value = dictionary[member.name] else {
                remove(member)
                continue
            }
            guard value != member.element.value else { continue }
            if case .dictionary(let inner) = value, case .dictionary = member.element.value {
                change(member.element, to: inner)
            } else {
                replace(member.element, with: value)
            }
        }
        let present = Set(element.members.map(\.name))
        let added = dictionary.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }
        insert(added.map { ($0.key, $0.value) }, before: closingTag)
    }

    private mutating func replace(_ element: PropertyListOutline.Element, with value: PropertyValue) {
        let indent = Self.indent(of: element.range.lowerBound, in: outline.text)
        let lines = PropertyListText.lines(of: value, indent: indent, unit: unit)
        edits.append(Edit(range: element.range, replacement: lines.joined(separator: "\n")))
    }

    /// Removes a key and its value. If nothing else is on their lines, the lines are removed as well.
    private mutating func remove(_ member: PropertyListOutline.Member) {
        let text = outline.text
        var (start, end) = (member.start, member.element.range.upperBound)
        let lineStart = start - Self.indent(of: start, in: text).utf8.count
        let blankEnd = text[end...].firstIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } ?? text.count
        if lineStart == 0 || text[lineStart - 1] == 0x0A, blankEnd < text.count, text[blankEnd] == 0x0A {
            (start, end) = (lineStart, blankEnd + 1)
        }
        edits.append(Edit(range: start..<end, replacement: ""))
    }

    private mutating func insert(_ members: [(String, PropertyValue)], before closingTag: Int) {
        guard !members.isEmpty else { return }
        let indent = Self.indent(of: closingTag, in: outline.text)
        let lineStart = closingTag - indent.utf8.count
        let isOnLineOfItsOwn = lineStart == 0 || outline.text[lineStart - 1] == 0x0A
        let lines = members.flatMap { key, value in
            PropertyListText.memberLines(key, value, indent: indent + unit, unit: unit)
        }
        let text = lines.joined(separator: "\n") + "\n"
        let position = isOnLineOfItsOwn ? lineStart : closingTag
        edits.append(Edit(range: position..<position, replacement: isOnLineOfItsOwn ? text : "\n" + text + indent))
    }

    private func applied() -> String {
        var text = outline.text
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            text.replaceSubrange(edit.range, with: edit.replacement.utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The spaces and tabs immediately before a position.
    private static func indent(of position: Int, in text: [UInt8]) -> String {
        let blanks = text[..<position].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: blanks.reversed(), as: UTF8.self)
    }
}
