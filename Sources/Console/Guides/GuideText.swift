import Reports

/// Converts the text within a block of a guide from Markdown to HTML: code, emphasis and links become elements, and
/// everything else is escaped.
enum GuideText {
    /// A text of Markdown in HTML.
    static func markup(of text: some StringProtocol) -> String {
        var remaining = Substring(text)
        var markup = ""
        while let character = remaining.first {
            if let code = part(of: remaining, from: "`", to: "`") {
                markup += "<code>\(escaped(code.text))</code>"
                remaining = code.remaining
            } else if let strong = part(of: remaining, from: "**", to: "**") {
                markup += "<strong>\(Self.markup(of: strong.text))</strong>"
                remaining = strong.remaining
            } else if let emphasis = part(of: remaining, from: "*", to: "*"), emphasis.text.first != " " {
                markup += "<em>\(Self.markup(of: emphasis.text))</em>"
                remaining = emphasis.remaining
            } else if let picture = link(in: remaining, from: "![") {
                // Pictures are not in the program. The words about the picture take its place.
                markup += "<em>\(escaped(picture.text))</em>"
                remaining = picture.remaining
            } else if let link = link(in: remaining, from: "[") {
                markup += "<a href=\"\(escaped(address(of: link.target)))\">\(Self.markup(of: link.text))</a>"
                remaining = link.remaining
            } else {
                markup += escaped(String(character))
                remaining = remaining.dropFirst()
            }
        }
        return markup
    }

    /// A text between two marks, such as `**strong**`, at the beginning of a longer text.
    private struct Part {
        /// The text between the marks.
        let text: Substring
        /// The text behind the second mark.
        let remaining: Substring
    }

    /// The part between two marks with which a text begins; nil if the text begins otherwise.
    private static func part(of text: Substring, from opening: String, to closing: String) -> Part? {
        guard text.hasPrefix(opening) else { return nil }
        let inner = text.dropFirst(opening.count)
        guard let end = inner.firstRange(of: closing), end.lowerBound > inner.startIndex else { return nil }
        return Part(text: inner[..<end.lowerBound], remaining: inner[end.upperBound...])
    }

    /// A link or a picture at the beginning of a longer text, such as `[text](target)`.
    private struct Link {
        let text: Substring
        /// The address as it is written.
        let target: Substring
        /// The text behind the link.
        let remaining: Substring
    }

    /// The link or picture with which a text begins; nil if the text begins otherwise.
    private static func link(in text: Substring, from opening: String) -> Link? {
        guard let label = part(of: text, from: opening, to: "]("),
            let target = part(of: label.remaining, from: "", to: ")")
        else { return nil }
        return Link(text: label.text, target: target.text, remaining: target.remaining)
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

    /// A text with escapes, for the content and the attributes of HTML.
    static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
