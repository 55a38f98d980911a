import Reports

/// The text within a line of a guide: code, emphasis and links become elements, and everything else is escaped.
enum GuideText {
    /// The markup of a text.
    static func markup(of text: some StringProtocol) -> String {
        var rest = Substring(text)
        var markup = ""
        while let character = rest.first {
            if let (code, after) = part(of: rest, from: "`", to: "`") {
                markup += "<code>\(escaped(code))</code>"
                rest = after
            } else if let (strong, after) = part(of: rest, from: "**", to: "**") {
                markup += "<strong>\(Self.markup(of: strong))</strong>"
                rest = after
            } else if let (words, after) = part(of: rest, from: "*", to: "*"), words.first != " " {
                markup += "<em>\(Self.markup(of: words))</em>"
                rest = after
            } else if let (words, after) = part(of: rest, from: "![", to: "]("),
                // The closing mark includes the parenthesis before the address, which is added again.
                let (_, end) = part(of: "(" + after, from: "(", to: ")")
            {
                // Pictures are not in the program.
                markup += "<em>\(escaped(words))</em>"
                rest = end
            } else if let (words, after) = part(of: rest, from: "[", to: "]("),
                let (target, end) = part(of: "(" + after, from: "(", to: ")")
            {
                markup += "<a href=\"\(escaped(address(of: target)))\">\(Self.markup(of: words))</a>"
                rest = end
            } else {
                markup += escaped(String(character))
                rest = rest.dropFirst()
            }
        }
        return markup
    }

    /// Divides a text that begins with a part between two marks: the text of that part, and the rest behind it. Nil if
    /// the text begins otherwise.
    private static func part(
        of text: Substring, from opening: String, to closing: String
    ) -> (inner: Substring, rest: Substring)? {
        guard text.hasPrefix(opening) else { return nil }
        let inner = text.dropFirst(opening.count)
        guard let end = inner.firstRange(of: closing), end.lowerBound > inner.startIndex else { return nil }
        return (inner[..<end.lowerBound], inner[end.upperBound...])
    }

    /// The address that a link in `docs` leads to: another guide of the console, or a file on the project's page.
    static func address(of target: Substring) -> String {
        if target.hasPrefix("https://") || target.hasPrefix("#") { return String(target) }
        let parts = target.split(separator: "#", maxSplits: 1)
        let anchor = parts.count > 1 ? "#\(parts[1])" : ""
        guard let file = parts.first, file.hasSuffix(".md"), !file.contains("/") else {
            return "\(RulePage.documents)/\(target)"
        }
        return file == "README.md" ? "/docs/\(anchor)" : "/docs/\(file.dropLast(3))\(anchor)"
    }

    /// The text for content and attributes of HTML.
    static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
