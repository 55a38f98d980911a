import Foundation

/// A property list in XML that was completed from a text. Preprocessor lines are removed, and the elements around a
/// fragment such as `<key>NSAllowsArbitraryLoads</key><true/>` are added.
struct PropertyListFragment {
    /// The completed property list, with the lines of the given text.
    let text: String
    /// The number of bytes that were added at the beginning of the first line; 0 if no element was added.
    let prefix: Int

    /// Completes a text; nil if nothing is missing or to be removed, or if the text is not in UTF-8.
    init?(_ data: Data) {
        guard let original = String(validating: [UInt8](data), as: UTF8.self) else { return nil }
        let text = Self.preprocessed(original)
        let start = Self.firstElement(in: text)
        guard start.hasPrefix("<") else { return nil }
        if start.hasPrefix("<key>") {
            self.init(text, between: "<plist><dict>", and: "</dict></plist>")
        } else if start.hasPrefix("<dict>") || start.hasPrefix("<dict/>") {
            self.init(text, between: "<plist>", and: "</plist>")
        } else if text != original {
            self.init(text, between: "", and: "")
        } else {
            return nil
        }
    }

    private init(_ text: String, between before: String, and after: String) {
        self.text = before + text.drop { $0 == "\u{FEFF}" } + after
        prefix = before.utf8.count
    }

    /// The text from its first element on. Comments, the XML declaration and the document type are not elements.
    private static func firstElement(in text: String) -> Substring {
        var text = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        // No property list has as many comments before its first element.
        for _ in 0..<100 {
            guard let mark = endMark(ofCommentOrDeclarationIn: text), let end = text.firstRange(of: mark) else { break }
            text = text[end.upperBound...].drop(while: \.isWhitespace)
        }
        return text
    }

    /// The end of the comment, the XML declaration or the document type with which a text begins; nil for other text.
    private static func endMark(ofCommentOrDeclarationIn text: Substring) -> String? {
        if text.hasPrefix("<!--") { return "-->" }
        if text.hasPrefix("<?") { return "?>" }
        return text.hasPrefix("<!") ? ">" : nil
    }

    /// The words behind the `#` of a preprocessor line.
    private static let directives: Set<Substring> = [
        "if", "ifdef", "ifndef", "else", "elif", "endif", "define", "undef", "include", "import", "pragma", "error",
        "warning",
    ]

    /// The text with blanks instead of preprocessor lines (`INFOPLIST_PREPROCESS` of Xcode). Of alternatives, only the
    /// first is kept, because the conditions are known only to the build.
    private static func preprocessed(_ text: String) -> String {
        guard text.contains("#") else { return text }
        // For each open `#if`, whether the lines belong to an alternative that is left out.
        var isLeftOut: [Bool] = []
        // A carriage return and a line feed are one character.
        let scalarLines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = scalarLines.map { Substring($0) }.map { line -> String in
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            let word = trimmed.dropFirst().drop { $0 == " " || $0 == "\t" }.prefix(while: \.isLetter)
            guard trimmed.hasPrefix("#"), directives.contains(word) else {
                return isLeftOut.contains(true) ? blank(line) : String(line)
            }
            switch word {
            case "if", "ifdef", "ifndef": isLeftOut.append(false)
            case "else", "elif":
                if !isLeftOut.isEmpty { isLeftOut[isLeftOut.count - 1] = true }
            case "endif": _ = isLeftOut.popLast()
            case _: break
            }
            return blank(line)
        }
        return lines.joined(separator: "\n")
    }

    /// Spaces with which a line is replaced, for all bytes of it.
    private static func blank(_ line: Substring) -> String { String(repeating: " ", count: line.utf8.count) }
}
