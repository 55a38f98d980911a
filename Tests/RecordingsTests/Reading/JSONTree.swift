import TLSMessages

/// A JSON text as a tree that keeps spelling and order, so that the text can be written in another
/// spelling.
indirect enum JSONTree {
    /// Members with their names, including escapes.
    case object([(name: [UInt8], value: JSONTree)])
    case array([JSONTree])
    /// The characters of a string without its quotes, including escapes.
    case string([UInt8])
    /// A number or a literal.
    case scalar([UInt8])

    /// Creates the tree of a well-formed text.
    init(_ text: some Sequence<UInt8>) {
        var rest = Array(text)[...]
        self.init(&rest)
    }

    private init(_ rest: inout ArraySlice<UInt8>) {
        func skip(_ characters: String) { rest = rest.drop { characters.utf8.contains($0) } }
        skip(" ,")
        switch rest.first {
        case UInt8(ascii: "{"):
            var members: [(name: [UInt8], value: JSONTree)] = []
            rest.removeFirst()
            while rest.first != UInt8(ascii: "}") {
                skip(" ,")
                let name = Self.string(&rest)
                skip(" :")
                members.append((name, JSONTree(&rest)))
                skip(" ")
            }
            rest.removeFirst()
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONTree] = []
            rest.removeFirst()
            while rest.first != UInt8(ascii: "]") {
                elements.append(JSONTree(&rest))
                skip(" ")
            }
            rest.removeFirst()
            self = .array(elements)
        case UInt8(ascii: "\""):
            self = .string(Self.string(&rest))
        case _:
            let scalar = rest.prefix { !" ,]}".utf8.contains($0) }
            rest = rest[scalar.endIndex...]
            self = .scalar(Array(scalar))
        }
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        rest.removeFirst()
        var characters: [UInt8] = []
        while let next = rest.popFirst(), next != UInt8(ascii: "\"") {
            characters.append(next)
            if next == UInt8(ascii: "\\"), let escaped = rest.popFirst() { characters.append(escaped) }
        }
        return characters
    }
}

/// Alternative spellings of a JSON text with the same meaning.
struct JSONSpelling {
    enum Order: CaseIterable {
        case kept, sorted, reversed, shuffled
    }

    var order = Order.kept
    /// Whether white space is inserted wherever permitted.
    var isSpaced = false
    /// Whether some characters of names and strings are escaped.
    var isEscaped = false
    /// Whether objects have unknown members.
    var hasUnknownMembers = false
    /// Whether whole numbers have a fraction.
    var hasFractions = false
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The text of a tree. Objects with the given name have arbitrary keys.
    mutating func text(of tree: JSONTree, named name: String = "") -> [UInt8] {
        switch tree {
        case .object(var members):
            if hasUnknownMembers, name != "keys" { members.append((Array("x-shipper".utf8), unknown)) }
            let texts = ordered(members).map { member -> [UInt8] in
                let name = String(decoding: member.name, as: UTF8.self)
                let adds = hasUnknownMembers
                if name == "x-shipper" { hasUnknownMembers = false }
                defer { hasUnknownMembers = adds }
                return quoted(member.name) + space + [UInt8(ascii: ":")] + space + text(of: member.value, named: name)
            }
            return bracketed(texts, "{", "}")
        case .array(let elements):
            return bracketed(elements.map { text(of: $0, named: name) }, "[", "]")
        case .string(let characters):
            return quoted(characters)
        case .scalar(let scalar):
            return hasFractions && scalar.allSatisfy { (48...57).contains($0) } ? scalar + Array(".0".utf8) : scalar
        }
    }

    private mutating func ordered(
        _ members: [(name: [UInt8], value: JSONTree)]
    ) -> [(name: [UInt8], value: JSONTree)] {
        switch order {
        case .kept: return members
        case .sorted: return members.sorted { $0.name.lexicographicallyPrecedes($1.name) }
        case .reversed: return members.reversed()
        case .shuffled: return members.shuffled(using: &random)
        }
    }

    private mutating func bracketed(_ texts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
        var text = Array(open.utf8) + space
        for (index, part) in texts.enumerated() {
            if index > 0 { text += Array(",".utf8) + space }
            text += part + space
        }
        return text + Array(close.utf8)
    }

    private var space: [UInt8] {
        mutating get {
            isSpaced ? Array(["", " ", "\t", "\r", "   "].randomElement(using: &random)?.utf8 ?? "".utf8) : []
        }
    }

    private mutating func quoted(_ characters: [UInt8]) -> [UInt8] {
        guard isEscaped else { return [UInt8(ascii: "\"")] + characters + [UInt8(ascii: "\"")] }
        var text = [UInt8(ascii: "\"")]
        var isBehindBackslash = false
        for character in characters {
            let mayEscape = !isBehindBackslash && character < 0x80 && character != UInt8(ascii: "\\")
            isBehindBackslash = !isBehindBackslash && character == UInt8(ascii: "\\")
            if mayEscape, Int.random(in: 0..<8, using: &random) == 0 {
                let digits = String(character, radix: 16, uppercase: Bool.random(using: &random))
                text += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            } else {
                text.append(character)
            }
        }
        return text + [UInt8(ascii: "\"")]
    }

    private var unknown: JSONTree {
        mutating get {
            let number = Int.random(in: 0..<1000, using: &random)
            return JSONTree(
                "{\"event\":\"lost\",\"count\":\(number),\"tls\":[{\"host\":\"x\\\"\"}],\"time\":null}".utf8)
        }
    }
}
