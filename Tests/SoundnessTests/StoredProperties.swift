/// The mutable stored properties of the types of a Swift file, by its words alone.
struct StoredProperties {
    /// The types that have one, in the order of their declarations. Types of the same name in a file are several.
    private(set) var types: [DeclaredType] = []

    /// A type with its mutable stored properties.
    struct DeclaredType {
        let name: String
        let isStruct: Bool
        fileprivate(set) var count = 0
        fileprivate(set) var hasPrivate = false

        /// Whether the type only holds values together that everyone who has them may set.
        var isPlainRecord: Bool { isStruct && !hasPrivate }
    }

    init(_ words: [String]) {
        var blocks: [DeclaredType?] = []
        var opening: DeclaredType?
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            switch word {
            case "{":
                blocks.append(opening)
                opening = nil
            case "}": if let type = blocks.popLast() ?? nil, type.count > 0 { types.append(type) }
            case "struct", "class", "actor":
                guard DeclaredNames.isName(next) else { continue }
                opening = DeclaredType(name: next, isStruct: word == "struct")
            case "var":
                guard var type = blocks.last ?? nil, Self.isStored(words[(index + 1)...]) else { continue }
                let modifiers = DeclaredNames.modifiers(before: index, in: words)
                guard modifiers.isDisjoint(with: ["static", "class"]) else { continue }
                type.count += next == "(" ? words[(index + 2)...].prefix { $0 != ")" }.count { $0 == "," } + 1 : 1
                if modifiers.contains("private") { type.hasPrivate = true }
                blocks[blocks.count - 1] = type
            case _: break
            }
        }
    }

    /// Whether a property is stored whose declaration goes on with these words.
    private static func isStored(_ words: ArraySlice<String>) -> Bool {
        var depth = 0
        var previous = ""
        for (index, word) in zip(words.indices, words) {
            switch word {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case _ where depth > 0: break
            case "{": return ["didSet", "willSet"].contains(words[(index + 1)...].first)
            case "=", "}", ";": return true
            case "@" where previous != ":": return true
            case _ where next.contains(word): return true
            case _: break
            }
            previous = word
        }
        return true
    }

    /// The words with which another declaration begins.
    private static let next = DeclaredNames.keywords.subtracting(["some", "any", "Self", "self", "async"])
        .union(["init", "deinit", "subscript", "case", "extension", "#if"])
}
