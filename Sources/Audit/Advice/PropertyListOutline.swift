import TransportSecurity

/// Where the parts of an XML property list stand in its text, so that some can be changed and the rest left as it is.
///
/// Reads what Xcode and people write: comments, a document type, empty elements. It is no validator; a text that it
/// cannot follow has no outline. Depth is bounded.
struct PropertyListOutline {
    /// The text in UTF-8.
    let text: [UInt8]
    /// The value of the `plist` element.
    let root: Element

    /// One value and its place.
    struct Element {
        /// From the opening bracket of its first tag to behind the closing one of its last.
        var range: Range<Int>
        /// What it holds.
        var value: PropertyValue
        /// Of a dictionary, its members in their order; empty for other values.
        var members: [Member] = []
        /// Of a dictionary with a closing tag, where that begins.
        var closingTag: Int?
    }

    /// One key of a dictionary and its value.
    struct Member {
        var name: String
        /// Where the `key` element begins.
        var start: Int
        var element: Element
    }

    /// The outline of that text; nil where it is no property list in XML that this reader can follow.
    init?(_ text: String) {
        self.text = Array(text.utf8)
        var reader = Reader(text: self.text)
        guard let root = reader.readPropertyList() else { return nil }
        self.root = root
    }
}

extension PropertyListOutline {
    /// Reads elements from the front to the back.
    private struct Reader {
        let text: [UInt8]
        var position = 0

        struct Tag {
            var name: String
            var start: Int
            var isClosing: Bool
            var isEmpty: Bool
        }

        mutating func readPropertyList() -> Element? {
            guard let tag = nextTag(), tag.name == "plist", !tag.isClosing, let first = nextTag() else { return nil }
            return element(first, depth: 0)
        }

        private mutating func element(_ tag: Tag, depth: Int) -> Element? {
            guard !tag.isClosing, depth < 64 else { return nil }
            switch tag.name {
            case "dict": return dictionary(tag, depth)
            case "array": return array(tag, depth)
            case "true": return simple(tag, .boolean(true))
            case "false": return simple(tag, .boolean(false))
            case let name:
                guard let content = tag.isEmpty ? "" : content(upToClosing: name) else { return nil }
                return Element(range: tag.start..<position, value: Self.value(name, content))
            }
        }

        private static func value(_ name: String, _ content: String) -> PropertyValue {
            switch name {
            case "string": return .string(content)
            case "integer": return Int64(content).map(PropertyValue.integer) ?? .other(content)
            case "real": return Double(content).map(PropertyValue.real) ?? .other(content)
            case _: return .other(content)
            }
        }

        private mutating func simple(_ tag: Tag, _ value: PropertyValue) -> Element? {
            if !tag.isEmpty {
                guard let closing = nextTag(), closing.isClosing, closing.name == tag.name else { return nil }
            }
            return Element(range: tag.start..<position, value: value)
        }

        private mutating func array(_ tag: Tag, _ depth: Int) -> Element? {
            var elements: [PropertyValue] = []
            if !tag.isEmpty {
                while true {
                    guard let next = nextTag() else { return nil }
                    if next.isClosing { break }
                    guard let element = element(next, depth: depth + 1) else { return nil }
                    elements.append(element.value)
                }
            }
            return Element(range: tag.start..<position, value: .array(elements))
        }

        private mutating func dictionary(_ tag: Tag, _ depth: Int) -> Element? {
            var members: [Member] = []
            var closingTag: Int?
            if !tag.isEmpty {
                while true {
                    guard let next = nextTag() else { return nil }
                    if next.isClosing {
                        closingTag = next.start
                        break
                    }
                    guard next.name == "key", let name = next.isEmpty ? "" : content(upToClosing: "key"),
                        let valueTag = nextTag(), let element = element(valueTag, depth: depth + 1)
                    else { return nil }
                    members.append(Member(name: name, start: next.start, element: element))
                }
            }
            let values = Dictionary(members.map { ($0.name, $0.element.value) }, uniquingKeysWith: { $1 })
            return Element(
                range: tag.start..<position, value: .dictionary(values), members: members, closingTag: closingTag)
        }

        /// The next tag of an element; declarations, comments and the document type are passed over.
        private mutating func nextTag() -> Tag? {
            while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
                position = start
                if starts(with: "<!--") {
                    guard skip(behind: "-->") else { return nil }
                } else if starts(with: "<?") || starts(with: "<!") {
                    guard skip(behind: ">") else { return nil }
                } else {
                    return tag(at: start)
                }
            }
            return nil
        }

        private mutating func tag(at start: Int) -> Tag? {
            guard skip(behind: ">") else { return nil }
            var inner = text[(start + 1)..<(position - 1)]
            let isClosing = inner.first == UInt8(ascii: "/")
            if isClosing { inner = inner.dropFirst() }
            let isEmpty = inner.last == UInt8(ascii: "/")
            if isEmpty { inner = inner.dropLast() }
            let name = inner.prefix { $0 > 0x20 }
            return Tag(
                name: String(decoding: name, as: UTF8.self), start: start, isClosing: isClosing, isEmpty: isEmpty)
        }

        private mutating func content(upToClosing name: String) -> String? {
            let start = position
            guard let end = text[position...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
            position = end
            guard let closing = nextTag(), closing.isClosing, closing.name == name, closing.start == end else {
                return nil
            }
            return Self.unescaped(String(decoding: text[start..<end], as: UTF8.self))
        }

        private static func unescaped(_ text: String) -> String {
            text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&apos;", with: "'").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }

        private func starts(with prefix: String) -> Bool {
            text[position...].starts(with: prefix.utf8)
        }

        private mutating func skip(behind end: String) -> Bool {
            let pattern = Array(end.utf8)
            while position + pattern.count <= text.count {
                if text[position...].starts(with: pattern) {
                    position += pattern.count
                    return true
                }
                position += 1
            }
            return false
        }
    }
}
