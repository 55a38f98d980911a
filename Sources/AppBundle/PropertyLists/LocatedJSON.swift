import Foundation
import TransportSecurity

/// A parser of JSON (RFC 8259) that keeps lines, columns and duplicate keys, which Foundation does not report.
///
/// The input was accepted by Foundation before, and the result is used only if it has the same value as Foundation's.
struct LocatedJSON {
    private let text: [UInt8]
    private var cursor = 0
    /// The line of the cursor, from 1.
    private var line = 1
    /// The offset of the beginning of that line.
    private var lineStart = 0

    private static let depthLimit = 128

    /// The value of a text with positions; nil if the text is not in UTF-8 or cannot be parsed here. The value itself
    /// has no extent, because only property lists in XML are edited.
    static func value(of data: Data) -> LocatedValue? {
        guard String(validating: [UInt8](data), as: UTF8.self) != nil else { return nil }
        var json = LocatedJSON(data)
        guard let value = json.value(depth: 0) else { return nil }
        return LocatedValue(kind: value.kind, extent: nil)
    }

    private init(_ data: Data) {
        text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(data.dropFirst(3)) : Array(data)
    }

    private mutating func value(depth: Int) -> LocatedValue? {
        guard depth < Self.depthLimit, let first = peek() else { return nil }
        let start = currentStart
        let kind: LocatedValue.Kind?
        switch first {
        case UInt8(ascii: "{"): kind = entries(depth: depth).map(LocatedValue.Kind.dictionary)
        case UInt8(ascii: "["): kind = elements(depth: depth).map(LocatedValue.Kind.array)
        case UInt8(ascii: "\""): kind = string().map { .scalar(.string($0)) }
        case _: kind = word().map(LocatedValue.Kind.scalar)
        }
        let extent = LocatedValue.Extent(start: start, endTag: nil, end: cursor)
        return kind.map { LocatedValue(kind: $0, extent: extent) }
    }

    private mutating func entries(depth: Int) -> [LocatedValue.Entry]? {
        var entries: [LocatedValue.Entry] = []
        cursor += 1
        if take("}") { return [] }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { return nil }
            let start = currentStart
            guard let key = string() else { return nil }
            let keyEnd = cursor
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            entries.append(LocatedValue.Entry(key: key, start: start, keyEnd: keyEnd, value: value))
        } while take(",")
        return take("}") ? entries : nil
    }

    private mutating func elements(depth: Int) -> [LocatedValue]? {
        var elements: [LocatedValue] = []
        cursor += 1
        if take("]") { return [] }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
        } while take(",")
        return take("]") ? elements : nil
    }
}

extension LocatedJSON {
    /// A string. Foundation resolves its escapes.
    private mutating func string() -> String? {
        let start = cursor
        cursor += 1
        var (isPlain, isEscaped) = (true, false)
        while cursor < text.count {
            let byte = text[cursor]
            cursor += 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                (isPlain, isEscaped) = (false, true)
            } else if byte == UInt8(ascii: "\"") {
                if isPlain { return String(decoding: text[(start + 1)..<(cursor - 1)], as: UTF8.self) }
                let data = Data(text[start..<cursor])
                return (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) as? String
            } else if byte < 0x20 {
                return nil
            }
        }
        return nil
    }

    /// A number, or one of the words of JSON.
    private mutating func word() -> PropertyValue? {
        let word = text[cursor...].prefix { !",]} \t\r\n".utf8.contains($0) }
        cursor = word.endIndex
        let name = String(decoding: word, as: UTF8.self)
        switch name {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .other("null")
        case _: return Int64(name).map(PropertyValue.integer) ?? Double(name).map(PropertyValue.real)
        }
    }

    /// The cursor as the beginning of a key or value.
    private var currentStart: LocatedValue.Start {
        LocatedValue.Start(position: .init(line: line, column: cursor - lineStart + 1), offset: cursor)
    }

    /// Takes the next byte after white space if it is the given one. Returns whether it was.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }

    /// Skips white space, and returns the byte behind it without taking it; nil at the end.
    private mutating func peek() -> UInt8? {
        while cursor < text.count, " \t\r\n".utf8.contains(text[cursor]) {
            cursor += 1
            if text[cursor - 1] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, cursor) }
        }
        return cursor < text.count ? text[cursor] : nil
    }
}
