/// A sentence of a comment in a Swift text. Code between backticks is one word in it.
struct CommentSentence: Equatable {
    /// The sentence with single blanks.
    private(set) var text = ""
    /// The number of the line where the sentence begins, from 1.
    let line: Int
    /// Whether the sentence is the first of its comment.
    let isFirst: Bool
    /// Whether the comment belongs to a declaration.
    let isDocumentation: Bool

    /// The words in small letters, without the marks around them.
    var words: [String] {
        text.lowercased().split { " ,;:.?!()\"".contains($0) }.map(String.init)
    }

    /// The sentences of comments that fill their lines, in the order of the text. Blocks of code in comments are left out.
    static func all(in lines: [String]) -> [CommentSentence] {
        var found: [CommentSentence] = []
        var comment: [(line: Int, text: Substring)] = []
        var isDocumentation = false
        for (index, line) in (lines + [""]).enumerated() {
            let text = line.drop { $0 == " " }
            let slashes = text.prefix { $0 == "/" }.count
            let isComment = slashes == 2 || slashes == 3
            if !comment.isEmpty, !isComment || isDocumentation != (slashes == 3) {
                found += sentences(of: comment, isDocumentation: isDocumentation)
                comment = []
            }
            guard isComment else { continue }
            isDocumentation = slashes == 3
            comment.append((index + 1, text.dropFirst(slashes)))
        }
        return found
    }

    private static func sentences(
        of comment: [(line: Int, text: Substring)], isDocumentation: Bool
    ) -> [CommentSentence] {
        var found: [CommentSentence] = []
        var isOpen = false
        var isInCodeBlock = false
        var isInCode = false
        var isIndented = false
        for (line, whole) in comment {
            let text = whole.drop { $0 == " " }
            isIndented = whole.hasPrefix("     ") && (isIndented || !isOpen)
            if text.hasPrefix("```") { isInCodeBlock.toggle() }
            guard !isInCodeBlock, !isIndented, !text.isEmpty, !text.hasPrefix("```") else {
                isOpen = false
                continue
            }
            var rest = text
            if let item = text.prefixMatch(of: #/- (?:Parameter )?(?:\w+: ?)?|\d+\. /#) {
                isOpen = false
                rest = text[item.range.upperBound...]
            }
            for word in words(of: rest, isInCode: &isInCode) {
                if isOpen, let last = found.last?.text, ends(last), begins(word) { isOpen = false }
                if isOpen {
                    found[found.count - 1].text += " " + word
                } else {
                    found.append(
                        CommentSentence(
                            text: word, line: line, isFirst: found.isEmpty, isDocumentation: isDocumentation))
                }
                isOpen = true
            }
        }
        return found
    }

    /// The words of a line. A piece of code may continue in the next line.
    private static func words(of line: Substring, isInCode: inout Bool) -> [String] {
        var plain = ""
        for character in line {
            if character == "`" {
                if !isInCode { plain += "CODE" }
                isInCode.toggle()
            } else if !isInCode {
                plain.append(character)
            }
        }
        return plain.split(separator: " ").map(String.init)
    }

    private static func ends(_ text: String) -> Bool {
        let rest = text.reversed().drop { $0 == ")" || $0 == "\"" }
        return rest.first.map(".?!".contains) == true && !["e.g.", "i.e."].contains(where: text.hasSuffix)
    }

    private static func begins(_ word: String) -> Bool {
        word.first { $0 != "(" && $0 != "\"" }.map { $0.isUppercase || $0.isNumber } == true
    }
}
