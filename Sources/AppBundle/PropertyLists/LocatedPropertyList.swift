import Foundation
import TransportSecurity

/// A parser of XML property lists that keeps lines, columns and duplicate keys, which Foundation does not report.
/// Foundation silently takes the last of several equal keys.
///
/// `XMLParser` is not suitable: on Linux its columns count some characters as one and others by their bytes. The input
/// was accepted by Foundation before, and the result is used only if it has the same value as Foundation's.
public struct LocatedPropertyList {
    private let text: [UInt8]
    private var cursor = 0
    /// The line of the cursor, from 1.
    private var line = 1
    /// The offset of the beginning of that line.
    private var lineStart = 0
    /// The offset of the last tag that was read.
    private var tagStart = 0

    /// The beginning of the last tag that was read, or of the value that cannot be read.
    private var lastPosition: PolicyFileError.Position?

    private static let depthLimit = 128

    /// The value of an XML property list with positions; nil if the text is not Unicode or cannot be parsed here.
    static func value(of data: Data) -> LocatedValue? { text(of: data).flatMap(value) }

    /// The position of the tag or value at fault in a property list that is well-formed XML; nil if none is found.
    static func fault(in data: Data) -> PolicyFileError.Position? {
        guard let text = text(of: data) else { return nil }
        var list = LocatedPropertyList(text)
        return list.root() == nil ? list.lastPosition : nil
    }

    private static func text(of data: Data) -> String? {
        let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        return String(data: data, encoding: isUTF16 ? .utf16 : .utf8)
    }

    /// The value of an XML property list with positions; nil if the text cannot be parsed here.
    public static func value(of text: String) -> LocatedValue? {
        var list = LocatedPropertyList(text)
        return list.root()
    }

    /// The value of a completed fragment, with the positions of its parts in the fragment; nil if it cannot be parsed
    /// here. A value whose outer elements were added has no extent, because its text cannot be edited.
    static func value(of fragment: PropertyListFragment) -> LocatedValue? {
        var list = LocatedPropertyList(fragment.text)
        list.lineStart = fragment.prefix
        guard let value = list.root() else { return nil }
        return fragment.prefix == 0 ? value : LocatedValue(kind: value.kind, extent: nil)
    }

    private init(_ text: String) {
        // Foundation keeps the byte order mark of some texts and removes that of others. Offsets are those without it.
        self.text = Array(String(text.unicodeScalars.drop { $0 == "\u{FEFF}" }).utf8)
    }

    private mutating func root() -> LocatedValue? {
        guard case .start("plist", false, _) = nextTag(), case .start(let name, let isEmpty, let start) = nextTag()
        else { return nil }
        return value(of: name, isEmpty: isEmpty, at: start, depth: 0)
    }

    private enum Tag {
        case start(String, isEmpty: Bool, LocatedValue.Start)
        case end(String)
    }
}

extension LocatedPropertyList {
    /// The value that begins with the given start tag.
    private mutating func value(
        of name: String, isEmpty: Bool, at start: LocatedValue.Start, depth: Int
    ) -> LocatedValue? {
        guard depth < Self.depthLimit else { return nil }
        let kind: LocatedValue.Kind
        switch name {
        case "dict":
            guard let entries = isEmpty ? [] : entries(depth: depth) else { return nil }
            kind = .dictionary(entries)
        case "array":
            guard let elements = isEmpty ? [] : elements(depth: depth) else { return nil }
            kind = .array(elements)
        case _:
            guard let text = isEmpty ? "" : content(of: name) else { return nil }
            guard let value = Self.scalar(name, text) else {
                lastPosition = start.position
                return nil
            }
            kind = .scalar(value)
        }
        let extent = LocatedValue.Extent(start: start, endTag: isEmpty ? nil : tagStart, end: cursor)
        return LocatedValue(kind: kind, extent: extent)
    }

    private mutating func entries(depth: Int) -> [LocatedValue.Entry]? {
        var entries: [LocatedValue.Entry] = []
        while let tag = nextTag() {
            switch tag {
            case .end("dict"): return entries
            case .start("key", let isEmpty, let start):
                guard let key = isEmpty ? "" : content(of: "key") else { return nil }
                let keyEnd = cursor
                guard case .start(let name, let isEmpty, let valueStart) = nextTag(),
                    let value = value(of: name, isEmpty: isEmpty, at: valueStart, depth: depth + 1)
                else { return nil }
                entries.append(LocatedValue.Entry(key: key, start: start, keyEnd: keyEnd, value: value))
            case .start, .end: return nil
            }
        }
        return nil
    }

    private mutating func elements(depth: Int) -> [LocatedValue]? {
        var elements: [LocatedValue] = []
        while let tag = nextTag() {
            switch tag {
            case .end("array"): return elements
            case .end: return nil
            case .start(let name, let isEmpty, let start):
                guard let value = value(of: name, isEmpty: isEmpty, at: start, depth: depth + 1) else { return nil }
                elements.append(value)
            }
        }
        return nil
    }

    private static func scalar(_ name: String, _ text: String) -> PropertyValue? {
        switch name {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "string": return .string(text)
        case "date": return .other("a date")
        case "data": return .other("data")
        case "real": return Double(text).map(PropertyValue.real)
        case "integer":
            let digits = text.lowercased()
            guard let hexadecimal = digits.range(of: "0x") else { return Int64(digits).map(PropertyValue.integer) }
            return Int64(digits.replacingCharacters(in: hexadecimal, with: ""), radix: 16).map(PropertyValue.integer)
        case _: return nil
        }
    }
}

extension LocatedPropertyList {
    /// The next tag. White space, comments, the XML declaration and the document type before it are skipped.
    private mutating func nextTag() -> Tag? {
        while let start = text[cursor...].firstIndex(of: UInt8(ascii: "<")) {
            advance(to: start)
            if text[start...].starts(with: "<!--".utf8) {
                guard skip(past: "-->", from: start + 4) else { return nil }
            } else if text[start...].starts(with: "<?".utf8) {
                guard skip(past: "?>", from: start + 2) else { return nil }
            } else if text[start...].starts(with: "<!".utf8) {
                // Foundation refuses a document type with internal declarations. The next `>` therefore ends it.
                guard skip(past: ">", from: start + 2) else { return nil }
            } else {
                return tag()
            }
        }
        return nil
    }

    /// The tag at the cursor. Attributes are skipped; only the `plist` tag has one, its version.
    private mutating func tag() -> Tag? {
        let position = PolicyFileError.Position(line: line, column: cursor - lineStart + 1)
        let start = LocatedValue.Start(position: position, offset: cursor)
        lastPosition = position
        guard let end = text[cursor...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let inside = text[(cursor + 1)..<end]
        tagStart = cursor
        advance(to: end + 1)
        let name = inside.drop { $0 == UInt8(ascii: "/") }.prefix { !" \t\r\n/".utf8.contains($0) }
        let text = String(decoding: name, as: UTF8.self)
        if inside.first == UInt8(ascii: "/") { return .end(text) }
        return .start(text, isEmpty: inside.last == UInt8(ascii: "/"), start)
    }

    /// The text up to the end tag with the given name, with references resolved, CDATA included and comments removed.
    private mutating func content(of name: String) -> String? {
        var bytes: [UInt8] = []
        while let mark = text[cursor...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            bytes += text[cursor..<mark]
            advance(to: mark)
            if text[mark] == UInt8(ascii: "&") {
                guard let end = text[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                    let character = Self.character(String(decoding: text[(mark + 1)..<end], as: UTF8.self))
                else { return nil }
                bytes += Array(String(character).utf8)
                advance(to: end + 1)
            } else if text[mark...].starts(with: "<!--".utf8) {
                guard skip(past: "-->", from: mark + 4) else { return nil }
            } else if text[mark...].starts(with: "<![CDATA[".utf8) {
                guard skip(past: "]]>", from: mark + 9) else { return nil }
                bytes += text[(mark + 9)..<(cursor - 3)]
            } else {
                guard case .end(name) = tag() else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        return nil
    }

    /// The character of a reference (XML 1.0 §4.1, §4.6).
    private static func character(_ reference: String) -> Character? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        case _:
            guard reference.hasPrefix("#") else { return nil }
            let digits = reference.dropFirst()
            let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }

    /// Moves behind the first occurrence of a text. Returns false if there is none.
    private mutating func skip(past end: StaticString, from start: Int) -> Bool {
        let pattern = end.withUTF8Buffer { Array($0) }
        var offset = start
        while let last = pattern.last, offset < text.count, let lastIndex = text[offset...].firstIndex(of: last) {
            offset = lastIndex + 1
            guard offset - start >= pattern.count, text[(offset - pattern.count)..<offset].elementsEqual(pattern)
            else { continue }
            advance(to: offset)
            return true
        }
        return false
    }

    /// Moves the cursor forward and counts lines.
    private mutating func advance(to offset: Int) {
        for index in cursor..<offset where text[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        cursor = offset
    }
}
