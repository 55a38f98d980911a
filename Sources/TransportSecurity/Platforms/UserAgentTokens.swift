import InternetNames

/// The products and comments of a User-Agent (RFC 9110 §10.1.5). Any text can be read.
struct UserAgentTokens {
    /// The whole text.
    let text: String
    /// The `name/version` pairs, in order.
    private(set) var products: [Product] = []
    /// The texts in parentheses, in order. A nested comment is a part of the outer one.
    private(set) var comments: [Substring] = []

    /// One product; its version is nil if no slash follows the name.
    struct Product {
        var name: String
        var version: String?
    }

    /// Reads the text in one pass.
    init(_ text: String) {
        self.text = text
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

    /// The product that sent the request.
    var first: Product? { products.first }

    /// The version of the first product with this name.
    subscript(name: String) -> String? {
        products.first { $0.name == name }?.version
    }

    /// The text from behind the opening parenthesis to the matching one, or to the end.
    private static func comment(_ text: Substring) -> Substring {
        var depth = 0
        let end = text.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0
        }
        return text[..<(end ?? text.endIndex)].dropFirst()
    }

    /// Adds a word. A product name with spaces arrives as several words, of which only the last has a version. Some
    /// apps have a space before their version, as in `Instagram 142.0.0.22.109`.
    private mutating func append(_ word: Substring) {
        // Some apps separate their products with semicolons.
        let word = word.last == ";" || word.last == "," ? word.dropLast() : word
        guard !word.isEmpty else { return }
        let slash = word.firstIndex(of: "/")
        let name = Self.decoded(word[..<(slash ?? word.endIndex)])
        let version = slash.map { String(word[word.index(after: $0)...]) }
        if products.count == 1, products[0].version == nil, version == nil, Self.isVersion(name) {
            products[0].version = name
        } else if products.count == 1, products[0].version == nil, !Self.systemProducts.contains(name) {
            products[0] = Product(name: products[0].name + " " + name, version: version)
        } else {
            products.append(Product(name: name, version: version))
        }
    }

    /// Whether the word is numbers with dots between them.
    private static func isVersion(_ word: String) -> Bool {
        let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count > 1 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }

    /// The products that the system adds after the app's own.
    private static let systemProducts: Set<String> = ["CFNetwork", "Darwin", "Network"]

    /// The percent-decoded name (RFC 3986 §2.1), since CFNetwork encodes names. A name stays encoded if the decoded
    /// bytes are not UTF-8 or contain characters that are not visible.
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
        guard let name = String(validating: bytes, as: UTF8.self), name.unicodeScalars.allSatisfy(\.isVisible) else {
            return String(text)
        }
        return name
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return digit - UInt8(ascii: "A") + 10
        case _: return nil
        }
    }
}
