/// The products and comments of a User-Agent (RFC 9110 §10.1.5), read without ever refusing a text.
struct UserAgentTokens {
    /// `name/version` pairs in their order.
    private(set) var products: [Product] = []
    /// What stands in parentheses, inner ones included, in its order.
    private(set) var comments: [Substring] = []

    /// One product; its version is nil where no slash follows the name.
    struct Product {
        var name: String
        var version: String?
    }

    /// Reads a text in one pass.
    init(_ text: String) {
        var rest = Substring(text)
        while let next = rest.first {
            if next == " " {
                rest.removeFirst()
            } else if next == "(" {
                let comment = Self.comment(rest)
                comments.append(comment)
                rest = rest[comment.endIndex...].dropFirst()
            } else {
                let token = rest.prefix { $0 != " " && $0 != "(" }
                append(token)
                rest = rest[token.endIndex...]
            }
        }
    }

    /// The product that the text is about.
    var first: Product? { products.first }

    /// The version of the first product of that name.
    subscript(name: String) -> String? {
        products.first { $0.name == name }?.version
    }

    /// The text behind the opening parenthesis up to the one that closes it, or to the end.
    private static func comment(_ text: Substring) -> Substring {
        var depth = 0
        let end = text.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0
        }
        return text[..<(end ?? text.endIndex)].dropFirst()
    }

    /// Takes a word. A name with blanks in it comes in several words; only the last of them has the version.
    private mutating func append(_ word: Substring) {
        let slash = word.firstIndex(of: "/")
        let name = Self.decoded(word[..<(slash ?? word.endIndex)])
        let version = slash.map { String(word[word.index(after: $0)...]) }
        if products.count == 1, products[0].version == nil, !Self.systemProducts.contains(name) {
            products[0] = Product(name: products[0].name + " " + name, version: version)
        } else {
            products.append(Product(name: name, version: version))
        }
    }

    /// What the system puts behind the app's own product.
    private static let systemProducts: Set<String> = ["CFNetwork", "Darwin", "Network"]

    /// CFNetwork percent-encodes names (RFC 3986 §2.1). A name that does not decode to harmless UTF-8 stays as sent.
    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return String(text)
            }
            bytes.append(high << 4 | low)
        }
        guard let name = String(validating: bytes, as: UTF8.self),
            name.unicodeScalars.allSatisfy({ !harmful.contains($0.properties.generalCategory) })
        else { return String(text) }
        return name
    }

    /// Categories that no name of an app has, and that could disguise one: controls, marks of direction, breaks.
    private static let harmful: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
    ]

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return digit - UInt8(ascii: "A") + 10
        case _: return nil
        }
    }
}
