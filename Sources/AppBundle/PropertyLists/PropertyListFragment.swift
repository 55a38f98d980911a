import Foundation

/// A property list in XML that was completed from a text: preprocessor lines are removed, and the elements around a
/// fragment are added.
struct PropertyListFragment {
    /// The completed property list, with the lines of the given text.
    let text: String
    /// The number of bytes that were added at the beginning of the first line; 0 if no element was added.
    let prefix: Int

    /// Completes a text; nil if nothing is missing or to be removed, or if the text is not in UTF-8.
    init?(_ data: Data) {
        guard let given = String(validating: [UInt8](data), as: UTF8.self) else { return nil }
        let text = Self.preprocessed(given)
        let start = Self.firstElement(in: text)
        guard start.hasPrefix("<") else { return nil }
        if start.hasPrefix("<key>") {
            self.init("<plist><dict>", text, "</dict></plist>")
        } else if start.hasPrefix("<dict>") || start.hasPrefix("<dict/>") {
            self.init("<plist>", text, "</plist>")
        } else if text != given {
            self.init("", text, "")
        } else {
            return nil
        }
    }

    private init(_ before: String, _ text: String, _ after: String) {
        self.text = before + text.drop { $0 == "\u{FEFF}" } + after
        prefix = before.utf8.count
    }

    /// The text from its first element on. Comments, the XML declaration and the document type are not elements.
    private static func firstElement(in text: String) -> Substring {
        var rest = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        for _ in 0..<100 {
            let end = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? "?>" : rest.hasPrefix("<!") ? ">" : nil
            guard let end, let found = rest.firstRange(of: end) else { break }
            rest = rest[found.upperBound...].drop(while: \.isWhitespace)
        }
        return rest
    }

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
        let given = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = given.map { Substring($0) }.map { line -> String in
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

    private static func blank(_ line: Substring) -> String { String(repeating: " ", count: line.utf8.count) }
}
