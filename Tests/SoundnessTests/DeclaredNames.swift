/// The names that a Swift file declares and uses, by its words alone.
struct DeclaredNames {
    /// The types at the top level that are not private to the file.
    private(set) var types: Set<String> = []
    /// The functions, variables and types of extensions, and the functions and variables at the top level, that are not
    /// private to the file.
    private(set) var members: Set<String> = []
    /// All other names: members of types, local variables, cases, parameters, labels.
    private(set) var others: Set<String> = []
    /// The names that other modules see.
    private(set) var published: Set<String> = []
    /// The words that begin with a capital and follow no dot.
    private(set) var namedTypes: Set<String> = []
    /// All words.
    private(set) var words: Set<String> = []

    init(_ words: [String]) {
        self.words = Set(words)
        var block = Block()
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            let previous = index > 0 ? words[index - 1] : ""
            if Self.isName(word), word.first?.isUppercase == true, previous != "." { namedTypes.insert(word) }
            switch word {
            case "{": block.depth += 1
            case "}": block.depth -= 1
            case "extension" where block.depth == 0:
                block.extensionModifiers = Self.modifiers(before: index, in: words)
            case ":": if Self.isName(previous) { others.insert(previous) }
            case "in" where next != ":": others.formUnion(Self.list(before: index, in: words))
            case "case":
                let cases = Self.list(after: index, in: words)
                others.formUnion(cases)
                published.formUnion(cases)
            case "let" where next == "(", "var" where next == "(":
                others.formUnion(words[index...].prefix { $0 != ")" }.filter(Self.isName))
            case _ where Self.declaring.contains(word) && Self.isName(next) && previous != ".":
                add(next, as: word, modifiers: Self.modifiers(before: index, in: words), in: &block)
            case _: break
            }
        }
    }

    private mutating func add(_ name: String, as word: String, modifiers: Set<String>, in block: inout Block) {
        let isType = Self.declaringTypes.contains(word)
        let ofExtension = block.depth == 1 ? block.extensionModifiers : nil
        let all = modifiers.union(ofExtension ?? [])
        let isPrivate = !all.isDisjoint(with: ["private", "fileprivate"])
        if !all.isDisjoint(with: ["public", "package"]) { published.insert(name) }
        switch block.depth {
        case 0 where isType:
            block.extensionModifiers = nil
            if !isPrivate { types.insert(name) }
        case 0 where !isPrivate: members.insert(name)
        case 1 where ofExtension != nil && !isPrivate: members.insert(name)
        case _: others.insert(name)
        }
    }

    /// The braces around a word.
    private struct Block {
        var depth = 0
        /// The modifiers of the extension at the top level, which hold for its members; nil in anything else.
        var extensionModifiers: Set<String>?
    }

    private static let declaringTypes: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let declaring = declaringTypes.union(["func", "var", "let"])
    private static let modifierWords: Set = [
        "public", "package", "internal", "private", "fileprivate", "static", "class", "final", "lazy", "weak",
        "unowned",
        "mutating", "nonmutating", "consuming", "borrowing", "nonisolated", "indirect", "override", "convenience",
        "prefix", "postfix", "infix", "async",
    ]

    static func isName(_ word: String) -> Bool {
        guard let first = word.first else { return false }
        return (first.isLetter || first == "_") && !keywords.contains(word)
    }

    static let keywords = modifierWords.union(declaring).union(["default", "self", "Self", "some", "any"])

    /// The modifiers before a word; those of a setter alone do not count.
    static func modifiers(before index: Int, in words: [String]) -> Set<String> {
        var found: Set<String> = []
        var rest = words[..<index]
        while let last = rest.last {
            if rest.suffix(3) == ["(", "set", ")"] {
                rest = rest.dropLast(4)
            } else if modifierWords.contains(last) {
                found.insert(last)
                rest = rest.dropLast()
            } else {
                break
            }
        }
        return found
    }

    /// The names `a` and `b` before the `in` of `{ a, b in`, `{ [c] (a, b) in` and `for (a, b) in`.
    private static func list(before index: Int, in words: [String]) -> Set<String> {
        let listed = words[..<index].reversed().prefix { $0 != "for" && (isName($0) || [",", "(", ")"].contains($0)) }
        let start = index - listed.count - 1
        guard start >= 0, ["{", "]", "for"].contains(words[start]) else { return [] }
        return Set(listed.filter(isName))
    }

    /// The names `a` and `b` of `case a, b(text: String)`.
    private static func list(after index: Int, in words: [String]) -> Set<String> {
        var found: Set<String> = []
        var depth = 0
        var mayFollow = true
        for word in words[(index + 1)...] {
            switch word {
            case "(": depth += 1
            case ")": depth -= 1
            case _ where depth > 0: break
            case ",": mayFollow = true
            case _ where mayFollow && isName(word):
                found.insert(word)
                mayFollow = false
            case _: return found
            }
        }
        return found
    }
}
