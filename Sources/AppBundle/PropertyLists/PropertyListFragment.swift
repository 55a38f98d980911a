import Foundation

/// A text that becomes a property list in XML with the changes of a build or a reader: preprocessor lines removed, and
/// the elements around a fragment added.
struct PropertyListFragment {
    /// The whole property list. Its lines are those of the text.
    let text: String
    /// The number of bytes that stand before the text, in its first line; 0 if the text is whole itself.
    let prefix: Int

    /// Completes a text; nil if there is nothing to complete, or if the text is not in UTF-8.
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

    /// The text with blanks in place of preprocessor lines (`INFOPLIST_PREPROCESS` of Xcode). Of alternatives, the
    /// first is read, because only the build knows which one holds.
    private static func preprocessed(_ text: String) -> String {
        guard text.contains("#") else { return text }
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
